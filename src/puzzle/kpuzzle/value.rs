//! Values of JSON together with their paths, for errors.

use super::super::{DefinitionError, DefinitionFault, TextPlace};
use super::json::Json;

/// A value, and where it is.
#[derive(Clone)]
pub struct Value<'a> {
    /// The value.
    pub json: &'a Json,
    path: String,
}

impl<'a> Value<'a> {
    /// The value that is the whole text.
    pub fn whole(json: &'a Json) -> Self {
        Self { json, path: String::new() }
    }

    /// The error with this fault here.
    pub fn error(&self, fault: DefinitionFault) -> DefinitionError {
        fault.at(if self.path.is_empty() { TextPlace::Whole } else { TextPlace::Path(self.path.clone()) })
    }

    fn within(&self, json: &'a Json, key: &str) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Self { json, path }
    }

    /// The entries of an object.
    pub fn entries(&self) -> Result<Vec<(&'a str, Self)>, DefinitionError> {
        match self.json {
            Json::Object(entries) => Ok(entries.iter().map(|(key, json)| (&**key, self.within(json, key))).collect()),
            _ => Err(self.error(DefinitionFault::Kind("an object"))),
        }
    }

    /// The entry of an object with this key, unless it is missing or `null`.
    pub fn get(&self, key: &str) -> Result<Option<Self>, DefinitionError> {
        let Json::Object(entries) = self.json else { return Err(self.error(DefinitionFault::Kind("an object"))) };
        let found = entries.iter().find(|(known, json)| known == key && !matches!(json, Json::Null));
        Ok(found.map(|(_, json)| self.within(json, key)))
    }

    /// The entry of an object with this key.
    pub fn need(&self, key: &str) -> Result<Self, DefinitionError> {
        self.get(key)?.ok_or_else(|| self.error(DefinitionFault::Missing(key.to_owned())))
    }

    /// The values of a list.
    pub fn list(&self) -> Result<Vec<Self>, DefinitionError> {
        match self.json {
            Json::List(list) => {
                let value = |(index, json)| Self { json, path: format!("{}[{index}]", self.path) };
                Ok(list.iter().enumerate().map(value).collect())
            }
            _ => Err(self.error(DefinitionFault::Kind("a list"))),
        }
    }

    /// The length of a list.
    pub fn length(&self) -> Result<usize, DefinitionError> {
        match self.json {
            Json::List(list) => Ok(list.len()),
            _ => Err(self.error(DefinitionFault::Kind("a list"))),
        }
    }

    /// The text.
    pub fn text(&self) -> Result<&'a str, DefinitionError> {
        match self.json {
            Json::Text(text) => Ok(text),
            _ => Err(self.error(DefinitionFault::Kind("text"))),
        }
    }

    /// The number, if it is whole and not negative.
    pub fn number(&self) -> Option<u64> {
        match self.json {
            Json::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The value as it would be written, in short.
    pub fn written(&self) -> String {
        match self.json {
            Json::Number(number) => number.to_string(),
            Json::Text(text) => format!("\"{text}\""),
            Json::List(_) => "[…]".to_owned(),
            Json::Object(_) => "{…}".to_owned(),
            Json::Null => "null".to_owned(),
            Json::Other(written) => written.clone(),
        }
    }
}
