//! Writes what the fuzzers start from into `fuzz/corpus`: the suite's scenarios one by one, the reference's answers to
//! them, and a dictionary of all keys and names.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use serde_json::{Value, json};
use todospec::implementation::{Implementation, Reference, serve};
use todospec::run::{Crew, Recorder, Selection, scenarios_by, script};
use todospec::suite::{Suite, embedded_files, print, schema};
use todospec::trace::log::{Header, RunPlan};
use todospec::trace::{Capability, method, params};
use todospec_fuzz::hostile::adapter_answer::{ID, RIGHT, SCENARIOS};

/// A longer input is changed more slowly, and shows nothing more.
const MOST: usize = 8 << 10;

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let suite = Suite::embedded().expect("the embedded suite is right");
    let one_by_one = suite.scenarios.iter().map(|scenario| print("What it shows", std::slice::from_ref(scenario)));
    let files = embedded_files().map(|source| source.text.clone());
    let mut wrong = Vec::new();
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/wrong-files"))? {
        wrong.push(fs::read(file?.path())?);
    }
    write(&corpus.join("scenario_file"), files.chain(one_by_one).map(String::into_bytes).chain(wrong))?;
    write(&corpus.join("adapter_answer"), (0..SCENARIOS.len()).flat_map(answers))?;
    traces(&corpus.join("trace_log"), &suite)?;
    fs::write(corpus.join("keys.dict"), dictionary())
}

/// The traces of some scenarios, each on its own.
fn traces(folder: &Path, suite: &Suite) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, scenario) in suite.scenarios.iter().step_by(20).enumerate() {
        let mut reference = Reference::default();
        let hello = reference.hello().expect("the reference says hello");
        let header = Header::new(
            (&suite.table.version, &suite.digest),
            &hello,
            &[],
            RunPlan { scenarios: true, filter: Some(scenario.id.clone()), ..RunPlan::default() },
        );
        let mut crew = Crew::one(&mut reference);
        crew.record(Recorder::new(Box::new(fs::File::create(folder.join(format!("{number:04}")))?), &header)?);
        let selection = Selection { filter: Some(scenario.id.clone()), ..Selection::default() };
        scenarios_by(suite, &selection, &mut crew, |_| {});
        crew.recorded().expect("it was recorded").end()?;
    }
    Ok(())
}

fn write(folder: &Path, inputs: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, input) in inputs.filter(|input| input.len() <= MOST).enumerate() {
        fs::write(folder.join(format!("{number:04}")), input)?;
    }
    Ok(())
}

/// The reference's whole side of one scenario, and its last lines alone, the ones before them right.
fn answers(number: usize) -> [Vec<u8>; 2] {
    let mut reference = Reference::default();
    let hello = reference.hello().expect("the reference says hello");
    let scenario = &SCENARIOS[number].scenarios[0];
    let mut lines = vec![ask(&mut reference, "hello", &json!({}))];
    for planned in script(scenario, &hello) {
        let method = method(&planned.action);
        let params = serde_json::to_value(params(&planned.action)).expect("params are plain data");
        lines.push(ask(&mut reference, method, &params));
        // What is looked at by itself, as far as it is the chat of the action.
        if let Some(chat) = params["chat"].as_str() {
            lines.push(ask(&mut reference, "observe", &json!({ "chat": chat })));
        }
    }
    let first = [u8::try_from(number).expect("there are as many scenarios as bytes")];
    let whole = [&first[..], &lines.join(&b'\n')].concat();
    let mut last = vec![RIGHT.to_vec(); lines.len()];
    for at in lines.len().saturating_sub(2)..lines.len() {
        last[at] = lines[at].clone();
    }
    [whole, [&first[..], &last.join(&b'\n')].concat()]
}

fn ask(reference: &mut Reference, method: &str, params: &Value) -> Vec<u8> {
    let line = json!({ "id": ID, "method": method, "params": params }).to_string();
    let mut answer = Vec::new();
    serve(reference, line.as_bytes(), &mut answer).expect("a vector takes everything");
    answer.trim_ascii().to_vec()
}

fn dictionary() -> String {
    let mut words: BTreeSet<String> = Capability::ALL.iter().map(|capability| capability.name().to_owned()).collect();
    let wire = "jsonrpc id method result error code message -32602 -32601 name version capabilities text is_error content status \
                title items todos label";
    words.extend(wire.split(' ').map(str::to_owned));
    collect(&schema(), &mut words);
    let quoted = words.iter().flat_map(|word| [word.clone(), format!("{word}: "), format!("\\\"{word}\\\":")]);
    let signs = [
        "- ",
        "\\x0a",
        "&a ",
        "*a",
        "<<: ",
        "!!str ",
        "|-\\x0a",
        ">\\x0a",
        "---\\x0a",
        "{}",
        "[]",
        "null",
        "\\\\u0000",
        "\\\\ud800",
    ];
    let signs = signs.into_iter().map(str::to_owned).chain(["\\xe2\\x80\\xae".to_owned(), "\\xff".to_owned()]);
    quoted.chain(signs).map(|word| format!("\"{word}\"\n")).collect()
}

/// The keys of a schema, and the words that it allows.
fn collect(schema: &Value, words: &mut BTreeSet<String>) {
    let Some(fields) = schema.as_object() else { return };
    for (key, value) in fields {
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => words.extend(named.keys().cloned()),
            ("enum", Value::Array(allowed)) => {
                words.extend(allowed.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            _ => {}
        }
        match value {
            Value::Array(values) => values.iter().for_each(|value| collect(value, words)),
            value => collect(value, words),
        }
    }
}
