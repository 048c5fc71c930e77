//! The JSON schemas of `docs/schema` are those of the types.

use super::*;
use crate::cube::Metric;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::path::Path;
use std::{env, fs};

impl JsonSchema for Metric {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Metric".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": ["htm", "qtm"] })
    }
}

/// One line of `pdbgen --progress json` on standard error, and of `solve --progress json` while it makes a default
/// table. Failures and notes of other kinds are lines of text.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "only its schema is made")]
enum OfBuilds {
    Event(BuildProgress),
    Tenth(TenthProgress),
}

/// One line of `solve --progress json` on standard error, four times a second. Lines of text come between.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "only its schema is made")]
enum OfSearches {
    One(SearchProgress),
    Several(BatchProgress),
}

/// The array of `solve devices --json`: the devices that --backend gpu can use.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is made")]
struct Devices(#[schemars(length(min = 1))] Vec<DeviceRecord>);

/// The array of `pdbgen list --json`.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is made")]
struct TableKinds(Vec<TableKindRecord>);

/// All schemas with the names of their files.
fn schemas() -> [(&'static str, Value); 17] {
    [
        ("bench", of::<BenchRecord<'_>>("A line of solve bench")),
        ("build-progress", of::<OfBuilds>("Progress of pdbgen")),
        ("cache", of::<CachedRecord>("A file of the cache")),
        ("cases", of::<CaseRecord>("A case of solve cases")),
        ("device-memory", of::<DeviceMemoryRecord>("The memory of a graphics card")),
        ("devices", of::<Devices>("Graphics cards")),
        ("dist", of::<DistributionRecord<'_>>("A distribution of depths")),
        ("distances", of::<DistancesRecord>("Numbers of positions at each distance from a goal")),
        ("doctor", of::<DoctorRecord>("What a machine has")),
        ("info", of::<TableRecord<'_>>("A table file")),
        ("instances", of::<InstancesRecord>("A set of cubes")),
        ("iteration", of::<IterationRow>("An iteration of a search")),
        ("list", of::<TableKinds>("The tables that can be built")),
        ("presets", of::<PresetRecord>("A preset")),
        ("search-progress", of::<OfSearches>("Progress of solve")),
        ("serve", of::<ServeRecord>("An answer of solve serve")),
        ("solve", {
            let mut schema = of::<AnswerRecord>("A result of solve");
            schema["allOf"] = by_status();
            schema
        }),
    ]
}

fn of<T: JsonSchema>(title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(strict));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema.to_value()
}

/// The fields of an answer that are null, and those that are not, by its status.
fn by_status() -> Value {
    let none = json!({ "type": "null" });
    let number = json!({ "type": "integer" });
    let object = json!({ "type": "object" });
    let empty = json!({ "maxItems": 0 });
    let rules = [
        (
            "solved",
            json!({ "length": number, "optimal": { "const": true }, "solutions": { "minItems": 1 }, "lower_bound": number, "error": none }),
        ),
        ("no_solution", json!({ "length": none, "solutions": empty, "lower_bound": number, "error": none })),
        (
            "invalid",
            json!({ "length": none, "optimal": { "const": false }, "solutions": empty, "lower_bound": none, "error": object }),
        ),
        ("timeout", json!({ "lower_bound": number, "error": object })),
    ];
    let rule = |(status, properties)| json!({ "if": { "properties": { "status": { "const": status } } }, "then": { "properties": properties } });
    rules.map(rule).into_iter().collect()
}

/// Objects have no other fields, numbers are not negative, fields that may be absent are never null, and a description
/// is one line.
fn strict(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    if is_of_type(schema.as_value(), "number") && schema.get("minimum").is_none() {
        schema.insert("minimum".to_owned(), 0.into());
    }
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &String| required.as_array().is_some_and(|names| names.contains(&name.as_str().into()));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.iter_mut().filter(|(name, _)| !is_required(name)).for_each(|(_, field)| refuse_null(field));
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}

fn is_of_type(schema: &Value, name: &str) -> bool {
    match &schema["type"] {
        Value::Array(types) => types.contains(&name.into()),
        one => one == name,
    }
}

fn refuse_null(field: &mut Value) {
    let Value::Object(field) = field else { return };
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|name| name != "null");
        field["type"] = field["type"][0].take();
    }
    if let Some(Value::Array(choices)) = field.remove("anyOf") {
        let one = choices.into_iter().find(|choice| !is_of_type(choice, "null"));
        field.extend(one.and_then(|one| one.as_object().cloned()).unwrap_or_else(Map::new));
    }
}

/// After a change of a record, run this test with CUBEPDB_WRITE_SCHEMAS=1.
#[test]
fn schemas_are_those_of_the_types() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
    for (name, mut schema) in schemas() {
        schema["$id"] = format!("urn:cubepdb:schema:{name}").into();
        let text = format!("{schema:#}\n");
        let path = directory.join(format!("{name}.json"));
        if env::var_os("CUBEPDB_WRITE_SCHEMAS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, text, "{name}.json is not that of its type: see this test");
    }
    let files = fs::read_dir(directory).unwrap().count();
    assert_eq!(files, schemas().len(), "a file without a type");
}
