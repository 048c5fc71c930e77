//! The fields of records as the columns of a file.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;

/// The fields of a record in their order, each with its cell: empty for null, fractions with six digits, lists with
/// plus signs.
pub fn fields(record: &impl Serialize) -> Vec<(String, String)> {
    let text = serde_json::to_string(record).expect("records are plain data");
    let Fields(fields) = serde_json::from_str(&text).expect("it was written as an object");
    fields.into_iter().map(|(name, value)| (name, cell(value))).collect()
}

fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Number(number) if number.is_f64() => format!("{:.6}", number.as_f64().unwrap_or_default()),
        Value::Array(items) => items.into_iter().map(cell).collect::<Vec<_>>().join("+"),
        other => other.to_string(),
    }
}

/// An object whose fields keep their order.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder).map(Self)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_order() {
        #[derive(Serialize)]
        struct Record {
            seconds: f64,
            count: u64,
            names: Option<Vec<&'static str>>,
            is_done: bool,
            nothing: Option<u8>,
        }
        let record = Record { seconds: 1.0, count: 2, names: Some(vec!["a", "b"]), is_done: true, nothing: None };
        let fields = fields(&record);
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, cell)| (&**name, &**cell)).collect();
        let expected =
            [("seconds", "1.000000"), ("count", "2"), ("names", "a+b"), ("is_done", "true"), ("nothing", "")];
        assert_eq!(fields, expected);
    }
}
