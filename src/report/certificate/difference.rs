use serde_json::Value;

use super::Certificate;
use crate::trace::shortened;

/// A field that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The way to the field, from the outside in.
    pub field: String,
    /// What it should be, as JSON; none, where it should not be.
    pub expected: Option<String>,
    /// What it is, as JSON; none, where it is not there.
    pub got: Option<String>,
}

impl Certificate {
    /// Every field in which another certificate is not as this one.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let value = |certificate: &Self| serde_json::to_value(certificate).expect("a certificate is plain data");
        let mut found = Vec::new();
        differ("", Some(&value(self)), Some(&value(other)), &mut found);
        found
    }
}

fn differ(field: &str, expected: Option<&Value>, got: Option<&Value>, found: &mut Vec<Difference>) {
    if expected == got {
        return;
    }
    match (expected, got) {
        (Some(Value::Object(expected)), Some(Value::Object(got))) => {
            let added = got.keys().filter(|key| !expected.contains_key(*key));
            for key in expected.keys().chain(added) {
                let inner = if field.is_empty() { key.clone() } else { format!("{field}.{key}") };
                differ(&inner, expected.get(key), got.get(key), found);
            }
        }
        (Some(Value::Array(expected)), Some(Value::Array(got))) => {
            let one = |item: &Value, others: &[Value]| !others.contains(item);
            let missing: Vec<_> = expected.iter().filter(|item| one(item, got)).collect();
            let added: Vec<_> = got.iter().filter(|item| one(item, expected)).collect();
            if missing.is_empty() && added.is_empty() {
                found.push(difference(field, Some(&expected.clone().into()), Some(&got.clone().into())));
            } else if expected.len() == got.len() {
                for (index, (expected, got)) in expected.iter().zip(got).enumerate() {
                    differ(&format!("{field}[{index}]"), Some(expected), Some(got), found);
                }
            } else {
                found.extend(missing.into_iter().map(|item| difference(field, Some(item), None)));
                found.extend(added.into_iter().map(|item| difference(field, None, Some(item))));
            }
        }
        (expected, got) => found.push(difference(field, expected, got)),
    }
}

fn difference(field: &str, expected: Option<&Value>, got: Option<&Value>) -> Difference {
    let told = |value: Option<&Value>| value.map(|value| shortened(&value.to_string()));
    Difference { field: field.to_owned(), expected: told(expected), got: told(got) }
}

impl Difference {
    /// Of two texts.
    pub fn of_texts(field: impl Into<String>, expected: Option<&str>, got: Option<&str>) -> Self {
        let told = |text: Option<&str>| text.map(|text| shortened(&Value::from(text).to_string()));
        Self { field: field.into(), expected: told(expected), got: told(got) }
    }
}
