//! Which of several refusals is told, and in what words.

use serde_json::Value;

use super::super::manner::{Accepted, Call, Denied};
use super::super::right;
use super::super::variant::Variant;
use crate::model::Refusal;
use crate::suite::Reading;
use crate::trace::SeenItem;

pub const VARIANTS: &[Variant] = &[
    Variant {
        id: "tells-active-first",
        reading: Some(Reading::CheckOrder),
        says: "It checks items in progress, then repeats, then blank texts.",
        twist: |manner| {
            manner.check = |items, call| {
                (call.manner.active)(items, call)?;
                (call.manner.repeat)(items, call)?;
                (call.manner.blank)(items, call)
            };
        },
    },
    Variant {
        id: "tells-repeats-first",
        reading: Some(Reading::CheckOrder),
        says: "It checks repeats, two blank texts among them, then blank texts, then items in progress.",
        twist: |manner| {
            manner.check = |items, call| {
                (call.manner.repeat)(items, call)?;
                (call.manner.blank)(items, call)?;
                (call.manner.active)(items, call)
            };
        },
    },
    Variant {
        id: "tells-blank-last",
        reading: Some(Reading::CheckOrder),
        says: "It checks repeats, then items in progress, then blank texts.",
        twist: |manner| {
            manner.check = |items, call| {
                (call.manner.repeat)(items, call)?;
                (call.manner.active)(items, call)?;
                (call.manner.blank)(items, call)
            };
        },
    },
    Variant {
        id: "tells-item-by-item",
        reading: Some(Reading::CheckOrder),
        says: "It goes through the list once and tells the first item that is wrong in any way.",
        twist: |manner| {
            manner.check = |items, call| {
                (1..=items.len()).try_for_each(|length| {
                    let so_far = &items[..length];
                    (call.manner.active)(so_far, call).or_else(|_| (call.manner.active)(items, call))?;
                    (call.manner.repeat)(so_far, call)?;
                    (call.manner.blank)(so_far, call)
                })
            };
        },
    },
    Variant {
        id: "tells-missing-chat-last",
        reading: Some(Reading::CheckOrder),
        says: "It looks for the chat once the update is found right.",
        twist: |manner| {
            manner.judge = |call| {
                let (sent, items) = read_and_check(call)?;
                Ok(Accepted { chat: (call.manner.chat)(call)?, sent, items })
            };
        },
    },
    Variant {
        id: "tells-rules-before-shape",
        reading: Some(Reading::CheckOrder),
        says: "It checks the rules over the items that can be read before it minds those that cannot.",
        twist: |manner| {
            manner.judge = |call| {
                let todos = (call.manner.todos)(call.arguments)?;
                let readable = todos.iter().filter_map(|value| (call.manner.item)(value, call).ok()).collect();
                (call.manner.check)(&(call.manner.trim)(readable, call), call)?;
                right::judge(call)
            };
        },
    },
    Variant {
        id: "names-last-repeat",
        reading: Some(Reading::RepeatNamed),
        says: "It goes through the list from its end, so it names the repeat that stands last.",
        twist: |manner| {
            manner.repeat = |items, call| {
                let backwards: Vec<SeenItem> = items.iter().rev().cloned().collect();
                right::repeat(&backwards, call)
            };
        },
    },
    Variant {
        id: "names-least-repeat",
        reading: Some(Reading::RepeatNamed),
        says: "It sorts the texts to compare neighbours, so it names the repeat that comes first in the alphabet.",
        twist: |manner| {
            manner.repeat = |items, call| {
                let mut sorted = items.to_vec();
                sorted.sort_by(|a, b| a.content.cmp(&b.content));
                right::repeat(&sorted, call)
            };
        },
    },
    Variant {
        id: "quotes-as-json",
        reading: Some(Reading::RepeatQuoting),
        says: "It writes the repeated text as a JSON string.",
        twist: |manner| manner.quote = json,
    },
    Variant {
        id: "quotes-as-ascii-json",
        reading: Some(Reading::RepeatQuoting),
        says: "It writes the repeated text as a JSON string with everything beyond ASCII escaped.",
        twist: |manner| manner.quote = |text| ascii(&json(text)),
    },
    Variant {
        id: "quotes-as-json-with-slashes",
        reading: Some(Reading::RepeatQuoting),
        says: "It writes the repeated text as a JSON string with slashes and everything beyond ASCII escaped.",
        twist: |manner| manner.quote = |text| ascii(&json(text)).replace('/', "\\/"),
    },
    Variant {
        id: "quotes-as-json-for-pages",
        reading: Some(Reading::RepeatQuoting),
        says: "It writes the repeated text as a JSON string that is safe in a page, angle brackets and ampersands escaped.",
        twist: |manner| {
            manner.quote = |text| {
                let pairs = [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026"), ('\u{2028}', "\\u2028")];
                pairs.iter().fold(json(text), |quoted, (from, to)| quoted.replace(*from, to))
            };
        },
    },
    Variant {
        id: "malformed-in-its-own-words",
        reading: None,
        says: "It words the refusal of a malformed update as a report of several lines.",
        twist: |manner| {
            manner.object = |words| format!("Error:\n[\n  {{ \"code\": 2, \"message\": \"{words} (got 3)\" }}\n]\n");
        },
    },
    Variant {
        id: "malformed-turned-away",
        reading: Some(Reading::Malformed),
        says: "Its transport turns malformed calls away before they arrive.",
        twist: |manner| {
            manner.judge = |call| {
                right::judge(call).map_err(|denied| match denied {
                    Denied::Other(words) | Denied::Away(words) => Denied::Away(words),
                    Denied::Rule(refusal) => Denied::Rule(refusal),
                })
            };
        },
    },
    Variant {
        id: "malformed-turned-away-first",
        reading: Some(Reading::Malformed),
        says: "Its transport checks the shape, fields beyond the known included, before anything looks for a chat.",
        twist: |manner| {
            manner.extra = |fields| match fields.len() {
                0..=2 => Ok(Vec::new()),
                _ => Err(Denied::Away("an item has two fields".to_owned())),
            };
            manner.judge = |call| match (call.manner.read)(call) {
                Err(Denied::Other(words) | Denied::Away(words)) => Err(Denied::Away(words)),
                Ok(_) if call.arguments.as_object().is_some_and(|fields| fields.len() > 1) => {
                    Err(Denied::Away("there is one argument".to_owned()))
                }
                Ok(_) | Err(Denied::Rule(_)) => right::judge(call),
            };
        },
    },
    Variant {
        id: "no-text-told-as-empty",
        reading: Some(Reading::Malformed),
        says: "It tells a text that is missing, null or no string in the words for an empty one.",
        twist: |manner| {
            manner.text = |fields| match fields.get("content") {
                Some(Value::String(text)) => Ok(text.clone()),
                Some(_) | None => Err(Denied::Rule(Refusal::Empty)),
            };
        },
    },
    Variant {
        id: "refusals-unmarked",
        reading: None,
        says: "It leaves it to the text to say whether a reply is an error.",
        twist: |manner| manner.mark = |_| None,
    },
    Variant {
        id: "only-refusals-marked",
        reading: None,
        says: "It marks a reply where it is an error and leaves it unmarked where it is none.",
        twist: |manner| manner.mark = |refused| refused.then_some(true),
    },
];

fn read_and_check(call: &Call<'_>) -> Result<(Vec<SeenItem>, Vec<SeenItem>), Denied> {
    let sent = (call.manner.read)(call)?;
    let items = (call.manner.trim)(sent.clone(), call);
    (call.manner.check)(&items, call)?;
    Ok((sent, items))
}

/// The inside of a JSON string.
fn json(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// A JSON string with everything beyond ASCII escaped, in UTF-16 as JSON has it.
fn ascii(json: &str) -> String {
    let escaped = |unit: u16| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
        Ok(_) | Err(_) => format!("\\u{unit:04x}"),
    };
    json.encode_utf16().map(escaped).collect()
}
