//! How texts are kept and compared.

use unicode_normalization::UnicodeNormalization;

use super::super::fault::Fault;
use super::super::right;
use super::super::world::{each_text, from_place, text, with_text};
use crate::model::Clause;

pub const FAULTS: &[Fault] = &[
    Fault {
        id: "collapses-white-space",
        clause: Clause::InnerTextKept,
        says: "The maker tidies white space inside a text to single spaces.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        },
    },
    Fault {
        id: "tabs-to-spaces",
        clause: Clause::InnerTextKept,
        says: "The maker turns tabs inside a text into spaces.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.replace('\t', " "));
        },
    },
    Fault {
        id: "cuts-long-texts",
        clause: Clause::InnerTextKept,
        says: "The maker cuts a text at a hundred characters and adds an ellipsis.",
        twist: |manner| {
            manner.settle = |items, _| {
                each_text(items, |text| match text.char_indices().nth(100) {
                    Some((end, _)) => format!("{}…", &text[..end]),
                    None => text.to_owned(),
                })
            };
        },
    },
    Fault {
        id: "cuts-very-long-texts",
        clause: Clause::InnerTextKept,
        says: "The maker stores a text in a column of 4,096 characters.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.chars().take(4_096).collect());
        },
    },
    Fault {
        id: "escapes-markup",
        clause: Clause::InnerTextKept,
        says: "The maker escapes a text for a page when recording it.",
        twist: |manner| {
            manner.settle = |items, _| {
                each_text(items, |text| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
            };
        },
    },
    Fault {
        id: "unescapes-entities",
        clause: Clause::InnerTextKept,
        says: "The maker decodes entities of a page when recording a text.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.replace("&amp;", "&"));
        },
    },
    Fault {
        id: "drops-bullets",
        clause: Clause::InnerTextKept,
        says: "The maker takes a dash at the start of a text for a bullet and drops it.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.trim_start_matches("- ").to_owned());
        },
    },
    Fault {
        id: "drops-outer-quotes",
        clause: Clause::InnerTextKept,
        says: "The maker drops quotation marks at the ends of a text.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.trim_matches(['"', '\'']).to_owned());
        },
    },
    Fault {
        id: "reads-escapes",
        clause: Clause::InnerTextKept,
        says: "The maker reads a backslash and an n inside a text as a line break.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.replace("\\n", "\n"));
        },
    },
    Fault {
        id: "drops-backslashes",
        clause: Clause::InnerTextKept,
        says: "The maker takes a backslash inside a text for an escape.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.replace('\\', ""));
        },
    },
    Fault {
        id: "normalizes",
        clause: Clause::InnerTextKept,
        says: "The maker records the normalized text.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.nfc().collect());
        },
    },
    Fault {
        id: "drops-beyond-plane",
        clause: Clause::InnerTextKept,
        says: "The maker stores sixteen bits a character, so what is beyond U+FFFF becomes a replacement character.",
        twist: |manner| {
            manner.settle = |items, _| {
                each_text(items, |text| text.chars().map(|c| if c > '\u{ffff}' { '\u{fffd}' } else { c }).collect())
            };
        },
    },
    Fault {
        id: "drops-joiners",
        clause: Clause::InnerTextKept,
        says: "The maker drops characters without a width.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.replace(['\u{200b}', '\u{200d}', '\u{feff}'], ""));
        },
    },
    Fault {
        id: "capitalizes",
        clause: Clause::InnerTextKept,
        says: "The maker starts each text with a capital letter.",
        twist: |manner| {
            manner.settle = |items, _| {
                each_text(items, |text| {
                    let mut letters = text.chars();
                    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
                })
            };
        },
    },
    Fault {
        id: "ends-at-zero",
        clause: Clause::InnerTextKept,
        says: "The maker passes texts through a language in which U+0000 ends them.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.split('\0').next().unwrap_or_default().to_owned());
        },
    },
    Fault {
        id: "first-line-alone",
        clause: Clause::InnerTextKept,
        says: "The maker keeps the first line of a text, as the page calls it a short line.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.lines().next().unwrap_or_default().to_owned());
        },
    },
    Fault {
        id: "line-breaks-normalized",
        clause: Clause::InnerTextKept,
        says: "The maker writes a carriage return and a line feed as a line feed.",
        twist: |manner| {
            manner.settle = |items, _| each_text(items, |text| text.replace("\r\n", "\n"));
        },
    },
    Fault {
        id: "drops-direction-marks",
        clause: Clause::InnerTextKept,
        says: "The maker trims marks of direction with the white space.",
        twist: |manner| {
            manner.settle = |items, _| {
                each_text(items, |text| text.trim_matches(['\u{200e}', '\u{200f}', '\u{2067}', '\u{2069}']).to_owned())
            };
        },
    },
    Fault {
        id: "twenty-second-text-cut",
        clause: Clause::InnerTextKept,
        says: "The maker writes the texts from the twenty-second on as their first ten characters.",
        twist: |manner| {
            manner.settle = |items, _| {
                from_place(items, 21, |item| {
                    let short: String = text(&item).chars().take(10).collect();
                    with_text(item, &short)
                })
            };
        },
    },
    Fault {
        id: "ignores-case",
        clause: Clause::ExactText,
        says: "The maker compares texts without regard to capital letters.",
        twist: |manner| {
            manner.repeat = |items, _| right::no_two(items, |item| text(item).to_lowercase());
        },
    },
    Fault {
        id: "ignores-inner-spaces",
        clause: Clause::ExactText,
        says: "The maker compares texts with their inner white space collapsed.",
        twist: |manner| {
            manner.repeat =
                |items, _| right::no_two(items, |item| text(item).split_whitespace().collect::<Vec<_>>().join(" "));
        },
    },
    Fault {
        id: "ignores-full-stop",
        clause: Clause::ExactText,
        says: "The maker compares texts without the punctuation at their end.",
        twist: |manner| {
            manner.repeat = |items, _| {
                right::no_two(items, |item| text(item).trim_end_matches(|c: char| c.is_ascii_punctuation()).to_owned())
            };
        },
    },
    Fault {
        id: "compares-beginnings",
        clause: Clause::ExactText,
        says: "The maker compares the first hundred characters of texts.",
        twist: |manner| {
            manner.repeat = |items, _| right::no_two(items, |item| text(item).chars().take(100).collect());
        },
    },
    Fault {
        id: "compares-thousand-characters",
        clause: Clause::ExactText,
        says: "The maker compares the first thousand characters of texts.",
        twist: |manner| {
            manner.repeat = |items, _| right::no_two(items, |item| text(item).chars().take(1_000).collect());
        },
    },
    Fault {
        id: "compares-by-compatibility",
        clause: Clause::ExactText,
        says: "The maker compares texts normalized for compatibility, so a ligature is its letters.",
        twist: |manner| {
            manner.repeat = |items, _| right::no_two(items, |item| text(item).nfkc().collect());
        },
    },
    Fault {
        id: "ignores-accents",
        clause: Clause::ExactText,
        says: "The maker compares texts without their accents.",
        twist: |manner| {
            manner.repeat = |items, _| {
                let plain = |c: &char| !('\u{300}'..='\u{36f}').contains(c);
                right::no_two(items, |item| text(item).nfd().filter(plain).collect())
            };
        },
    },
    Fault {
        id: "compares-numbers",
        clause: Clause::ExactText,
        says: "The maker compares texts that are numbers by their value.",
        twist: |manner| {
            manner.repeat = |items, _| {
                right::no_two(items, |item| {
                    text(item).parse::<f64>().map_or(text(item).to_owned(), |number| number.to_string())
                })
            };
        },
    },
    Fault {
        id: "ignores-widthless",
        clause: Clause::ExactText,
        says: "The maker compares texts without the characters that have no width.",
        twist: |manner| {
            manner.repeat =
                |items, _| right::no_two(items, |item| text(item).replace(['\u{200b}', '\u{ad}', '\u{200d}'], ""));
        },
    },
];
