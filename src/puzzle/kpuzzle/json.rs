//! JSON whose objects keep their order, and have no key twice.

use super::super::{DefinitionError, DefinitionFault, TextPlace};
use crate::units::shown;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;

/// A value.
#[derive(Debug)]
pub enum Json {
    /// A whole number that is not negative.
    Number(u64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object, in the order of the text.
    Object(Vec<(String, Json)>),
    /// Nothing, written as `null`.
    Null,
    /// Another number, or a truth value, as it is written.
    Other(String),
}

/// Reads a text that is one value.
pub fn parse(text: &str) -> Result<Json, DefinitionError> {
    serde_json::from_str(text).map_err(|error| {
        let place = TextPlace::Column(error.line(), error.column());
        let message = error.to_string();
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        DefinitionFault::Json(message.strip_suffix(&suffix).unwrap_or(&message).to_owned()).at(place)
    })
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Other(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(u64::try_from(value).map_or_else(|_| Json::Other(value.to_string()), Json::Number))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Other(format!("{value:?}")))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = access.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut seen = HashSet::new();
        let mut entries = Vec::new();
        while let Some(key) = access.next_key::<String>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format_args!("`{}` appears twice", shown(&key))));
            }
            entries.push((key, access.next_value()?));
        }
        Ok(Json::Object(entries))
    }
}
