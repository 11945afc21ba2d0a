//! How arguments and texts are read.

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use super::super::manner::{Call, Denied};
use super::super::right;
use super::super::variant::Variant;
use super::super::world::{each_text, text};
use crate::model::Refusal;
use crate::suite::Reading;
use crate::trace::SeenItem;

pub const VARIANTS: &[Variant] = &[
    Variant {
        id: "trims-least",
        reading: Some(Reading::TrimSet),
        says: "It trims space, tab, LF and CR alone.",
        twist: |manner| manner.trim = |items, _| trim(items, |c| matches!(c, ' ' | '\t' | '\n' | '\r')),
    },
    Variant {
        id: "trims-most",
        reading: Some(Reading::TrimSet),
        says: "It trims all white space, controls and characters without a width.",
        twist: |manner| {
            manner.trim = |items, _| {
                trim(items, |c| c < ' ' || c.is_whitespace() || matches!(c, '\u{180e}' | '\u{200b}' | '\u{feff}'))
            };
        },
    },
    Variant {
        id: "trims-controls-and-space",
        reading: Some(Reading::TrimSet),
        says: "It trims everything up to the space, as old languages do.",
        twist: |manner| manner.trim = |items, _| trim(items, |c| c <= ' '),
    },
    Variant {
        id: "trims-byte-order-mark",
        reading: Some(Reading::TrimSet),
        says: "It trims the byte order mark with the white space, and leaves U+0085.",
        twist: |manner| {
            manner.trim = |items, _| trim(items, |c| c == '\u{feff}' || c.is_whitespace() && c != '\u{85}');
        },
    },
    Variant {
        id: "trims-separators",
        reading: Some(Reading::TrimSet),
        says: "It trims the four separators of ASCII with the white space.",
        twist: |manner| {
            manner.trim = |items, _| trim(items, |c| matches!(c, '\u{1c}'..='\u{1f}') || c.is_whitespace());
        },
    },
    Variant {
        id: "refuses-extra-fields",
        reading: Some(Reading::ExtraField),
        says: "It refuses an item with a field beyond text and state.",
        twist: |manner| {
            manner.extra = |fields| match fields.keys().find(|field| !matches!(field.as_str(), "content" | "status")) {
                None => Ok(Vec::new()),
                Some(field) => Err(Denied::Other(format!("an item has no field {field}"))),
            };
        },
    },
    Variant {
        id: "refuses-extra-arguments",
        reading: Some(Reading::ExtraArgument),
        says: "It refuses an argument beside the list.",
        twist: |manner| {
            manner.todos = |arguments| match arguments.as_object().map(serde_json::Map::len) {
                Some(2..) => Err(Denied::other("there is one argument, todos")),
                Some(_) | None => right::todos(arguments),
            };
        },
    },
    Variant {
        id: "takes-encoded-lists",
        reading: Some(Reading::EncodedList),
        says: "It takes JSON in a string for what it stands for, and one object for a list of one.",
        twist: |manner| {
            manner.todos = |arguments| {
                let inside = decoded(arguments);
                let todos = decoded(inside.get("todos").unwrap_or(&Value::Null));
                match todos.as_object() {
                    Some(fields) if fields.contains_key("todos") => right::todos(&todos),
                    Some(_) => Ok(vec![todos]),
                    None => right::todos(&json!({ "todos": todos })),
                }
            };
            manner.item = |value, call| right::item(&decoded(value), call);
        },
    },
    Variant {
        id: "takes-a-list-in-a-string",
        reading: Some(Reading::EncodedList),
        says: "It takes a string for the list that it holds as JSON, and no other encoded form.",
        twist: |manner| {
            manner.todos = |arguments| match arguments.get("todos") {
                Some(todos @ Value::String(_)) => right::todos(&json!({ "todos": decoded(todos) })),
                Some(_) | None => right::todos(arguments),
            };
        },
    },
    Variant {
        id: "refuses-line-breaks",
        reading: Some(Reading::InnerLineBreak),
        says: "It refuses a text with a line feed or a carriage return inside.",
        twist: |manner| manner.further = |items, _| without(items, |c| matches!(c, '\n' | '\r')),
    },
    Variant {
        id: "refuses-line-breaks-of-every-kind",
        reading: Some(Reading::InnerLineBreak),
        says: "It refuses a text of several lines, whichever character breaks them, and keeps most of them from being trimmed.",
        twist: |manner| {
            manner.trim = |items, _| trim(items, |c| matches!(c, ' ' | '\t' | '\n' | '\r'));
            manner.further = |items, _| {
                without(items, |c| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'))
            };
        },
    },
    Variant {
        id: "line-breaks-turned-away",
        reading: Some(Reading::InnerLineBreak),
        says: "Its transport turns away a text of several lines, whatever else is wrong with the update.",
        twist: |manner| {
            manner.judge = |call| {
                let items = (call.manner.read)(call)?;
                let items = (call.manner.trim)(items, call);
                without(&items, |c| c == '\n').map_err(|denied| Denied::Away(denied.words()))?;
                right::judge(call)
            };
        },
    },
    Variant {
        id: "compares-normalized",
        reading: Some(Reading::CanonicalText),
        says: "It takes texts that are equal after normalization for the same, and names the second as sent.",
        twist: |manner| manner.repeat = |items, _| right::no_two(items, |item| text(item).nfc().collect()),
    },
    Variant {
        id: "names-normalized",
        reading: Some(Reading::CanonicalText),
        says: "It takes texts that are equal after normalization for the same, and names the normalized one.",
        twist: |manner| {
            manner.repeat = |items, call| right::repeat(&each_text(items.to_vec(), |text| text.nfc().collect()), call);
        },
    },
    Variant {
        id: "compares-decomposed",
        reading: Some(Reading::CanonicalText),
        says: "It compares texts decomposed from the end of the list, so it names the first of the two.",
        twist: |manner| {
            manner.repeat = |items, _| {
                let backwards: Vec<SeenItem> = items.iter().rev().cloned().collect();
                right::no_two(&backwards, |item| text(item).nfd().collect())
            };
        },
    },
    Variant {
        id: "refuses-beyond-sizes",
        reading: Some(Reading::SizeLimits),
        says: "It refuses more than 1,000 items, texts of more than 10,000 characters and U+0000.",
        twist: |manner| {
            manner.further = |items, call| match (call.manner.read)(call)? {
                sent if sent.len() > 1_000 => Err(Denied::other("at most 1000 items")),
                sent if sent.iter().any(|item| text(item).chars().count() > 10_000) => {
                    Err(Denied::other("at most 10000 characters"))
                }
                _ => without(items, |c| c == '\0'),
            };
        },
    },
    Variant {
        id: "sizes-turned-away",
        reading: Some(Reading::SizeLimits),
        says: "Its transport turns away lists and texts beyond the limits before anything else is looked at.",
        twist: |manner| {
            manner.judge = |call| {
                let todos = (call.manner.todos)(call.arguments).unwrap_or_default();
                let long = |value: &Value| value["content"].as_str().is_some_and(|text| text.chars().count() > 10_000);
                if todos.len() > 1_000 || todos.iter().any(long) {
                    return Err(Denied::Away("the call is too large".to_owned()));
                }
                right::judge(call)
            };
        },
    },
    Variant {
        id: "refuses-between-turns",
        reading: Some(Reading::BetweenTurns),
        says: "It refuses an update while no turn is open.",
        twist: |manner| {
            manner.chat = |call| {
                let chat = right::chat(call)?;
                if is_between_turns(call) { Err(Denied::other("no turn is open")) } else { Ok(chat) }
            };
        },
    },
    Variant {
        id: "refuses-between-turns-last",
        reading: Some(Reading::BetweenTurns),
        says: "It refuses an update while no turn is open, where it finds no other fault.",
        twist: |manner| {
            manner.further = |_, call| {
                if is_between_turns(call) { Err(Denied::other("no turn is open")) } else { Ok(()) }
            };
        },
    },
    Variant {
        id: "one-active-for-good",
        reading: None,
        says: "Its one-active rule is on and cannot be switched.",
        twist: |manner| {
            manner.declares = |capability| capability != crate::trace::Capability::Setup;
            manner.fixed = Some(crate::model::Setup { one_active: true });
            manner.active = |items, _| right::at_most_one(super::super::world::active(items), true);
        },
    },
    Variant {
        id: "parallel-for-good",
        reading: None,
        says: "Its one-active rule is off and cannot be switched.",
        twist: |manner| {
            manner.declares = |capability| capability != crate::trace::Capability::Setup;
            manner.fixed = Some(crate::model::Setup { one_active: false });
            manner.active = |_, _| Ok(());
        },
    },
    Variant {
        id: "one-chat-behind-everything",
        reading: None,
        says: "It knows one chat and no run without it.",
        twist: |manner| {
            manner.declares = |capability| {
                use crate::trace::Capability::{Chats, Helpers, NoChat};
                !matches!(capability, Chats | Helpers | NoChat)
            };
            manner.chat = |call| call.from.map(str::to_owned).ok_or(Denied::Rule(Refusal::NoChat));
        },
    },
];

fn trim(items: Vec<SeenItem>, goes: impl Fn(char) -> bool) -> Vec<SeenItem> {
    each_text(items, |text| text.trim_matches(&goes).to_owned())
}

fn without(items: &[SeenItem], forbidden: fn(char) -> bool) -> Result<(), Denied> {
    if items.iter().any(|item| text(item).contains(forbidden)) {
        return Err(Denied::other("a text holds a character that it may not hold"));
    }
    Ok(())
}

fn is_between_turns(call: &Call<'_>) -> bool {
    call.here().is_some_and(|chat| !chat.turn_open)
}

/// What a string holds as JSON, where that is an object or a list.
fn decoded(value: &Value) -> Value {
    let inside = value.as_str().and_then(|text| serde_json::from_str(text).ok());
    inside.filter(|inside: &Value| inside.is_object() || inside.is_array()).unwrap_or_else(|| value.clone())
}
