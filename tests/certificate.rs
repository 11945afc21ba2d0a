//! Certificates: the untouched one verifies, and whatever is changed of it or of its trace is told.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

const TODOSPEC: &str = env!("CARGO_BIN_EXE_todospec");
/// A fault that breaks few clauses.
const FAULTY: [&str; 5] = ["--", TODOSPEC, "serve", "--fault", "list-lost"];

fn todospec(words: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        Command::new(TODOSPEC).args(words).env_remove("COLUMNS").stdin(Stdio::null()).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Certifies, with a certificate of this name.
    fn certify(&self, name: &str, words: &[&str]) -> (Option<i32>, String) {
        let report = format!("--report=certificate={}", self.path(name).display());
        todospec(&[&["certify", &report], words].concat())
    }

    fn verify(&self, name: &str, words: &[&str]) -> (Option<i32>, String) {
        let path = self.path(name);
        let (code, told) = todospec(&[&["verify", path.to_str().unwrap()], words].concat());
        (code, self.redacted(&told))
    }

    /// Without what differs from day to day and from machine to machine.
    fn redacted(&self, told: &str) -> String {
        let suite = todospec::suite::Suite::embedded().unwrap();
        let told = told.replace(&format!("{}/", self.0.path().display()), "").replace(TODOSPEC, "TODOSPEC");
        let told =
            told.replace(&suite.digest[..12], "DIGEST-OF-THE-SUITE").replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let told = told.replace(&suite.table.version, "SUITE-VERSION");
        let (mut out, mut digits) = (String::new(), String::new());
        for c in told.chars().chain(['\n']) {
            if c.is_ascii_hexdigit() {
                digits.push(c);
                continue;
            }
            out += if digits.len() == 64 || digits.len() == 52 { "SHA256" } else { &digits };
            digits.clear();
            out.push(c);
        }
        out.trim_end().to_owned()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&fs::read_to_string(self.path(name)).unwrap()).unwrap()
    }
}

fn digest(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Lines of a trace with their chain made anew, as whoever forges one would.
fn resealed(text: &str) -> String {
    let (mut before, mut out) = (Vec::new(), String::new());
    for line in text.lines() {
        let open = line.rsplit_once(",\"chain\":").unwrap().0;
        before = Sha256::new().chain_update(&before).chain_update(open).finalize().to_vec();
        let told = before[..8].iter().fold(String::new(), |told, byte| told + &format!("{byte:02x}"));
        writeln!(out, "{open},\"chain\":\"{told}\"}}").unwrap();
    }
    out
}

#[track_caller]
fn verifies(folder: &Folder, name: &str, words: &[&str], last: &str) {
    let (code, told) = folder.verify(name, words);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.lines().last().unwrap().contains(last), "no `{last}` in {told}");
}

#[test]
fn the_untouched_certificate_verifies() {
    let folder = Folder::new();
    folder.certify("reference.json", &["--explore=4"]);
    verifies(&folder, "reference.json", &[], "verified: conformant on 43 of 43 clauses");
    let certificate = folder.json("reference.json");
    assert_eq!(certificate["predicateType"], "https://in-toto.io/attestation/test-result/v0.1");
    assert_eq!(certificate["predicate"]["result"], "PASSED");
    assert_eq!(certificate["subject"][0]["digest"]["sha256"], certificate["predicate"]["todospec"]["suite"]["digest"]);

    let trace = folder.path("trace.jsonl");
    let trace = format!("--trace={}", trace.display());
    folder.certify("piped.json", &["--explore=4", "--jobs=2", &trace, "--", TODOSPEC, "serve"]);
    verifies(&folder, "piped.json", &[], "verified: conformant on 43 of 43 clauses");
    verifies(&folder, "piped.json", &[&trace, "--elsewhere"], "verified: conformant on 43 of 43 clauses");
    verifies(&folder, "piped.json", &["--", TODOSPEC, "serve"], "verified: conformant on 43 of 43 clauses");
    let file = digest_of(Path::new(TODOSPEC));
    assert_eq!(folder.json("piped.json")["subject"], json!([{ "name": TODOSPEC, "digest": { "sha256": file } }]));

    assert_eq!(folder.certify("faulty.json", &[&["--explore=4"], &FAULTY[..]].concat()).0, Some(1));
    verifies(&folder, "faulty.json", &[], "verified: nonconformant, ");
    assert_eq!(folder.json("faulty.json")["predicate"]["result"], "FAILED");
}

fn digest_of(path: &Path) -> String {
    Sha256::digest(fs::read(path).unwrap()).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[test]
fn two_certificates_of_one_trace_are_the_same_but_for_its_digest() {
    let folder = Folder::new();
    let timeless = |name: &str| {
        folder.certify(name, &["--explore=4", "--cases=tests/small-cases"]);
        let mut certificate = folder.json(name);
        certificate["predicate"]["todospec"]["trace"] = Value::Null;
        certificate.to_string()
    };
    assert_eq!(timeless("one.json"), timeless("two.json"));
    verifies(&folder, "one.json", &["--cases=tests/small-cases"], "verified: conformant on ");
    let (code, told) = folder.verify("one.json", &[]);
    assert_eq!(code, Some(2), "{told}");
    assert!(
        told.contains("it is about suite") && told.contains("help: verify it with the todospec that made it"),
        "{told}"
    );
}

#[test]
fn a_broken_clause_that_does_not_decide_is_a_warning() {
    let folder = Folder::new();
    let faulty = ["--", TODOSPEC, "serve", "--fault", "refusal-clears-plan"];
    let known = todospec(&["list", "faults"]).1;
    let id = known.lines().find(|line| line.contains("refused-keeps-plan")).unwrap();
    let id = id.split_whitespace().next().unwrap();
    let words = [&["--explore=0", "--level=stated"], &faulty[..4], &[id]].concat();
    let (code, told) = folder.certify("stated.json", &words);
    let predicate = &folder.json("stated.json")["predicate"];
    if code == Some(0) {
        assert_eq!((&predicate["result"], &predicate["failedTests"]), (&json!("WARNED"), &json!([])), "{told}");
        assert!(predicate["warnedTests"].as_array().unwrap().contains(&json!("refused-keeps-plan")), "{predicate}");
    } else {
        assert_eq!(predicate["result"], "FAILED", "{told}");
    }
    assert_eq!(folder.verify("stated.json", &[]).0, Some(0));
}

type Tampering = (&'static str, Box<dyn Fn(&mut Value, &mut String)>);

/// What somebody might change, of the certificate and of its trace.
fn tamperings(other: String) -> Vec<Tampering> {
    fn of(name: &'static str, change: impl Fn(&mut Value) + 'static) -> Tampering {
        (name, Box::new(move |certificate, _| change(certificate)))
    }
    fn trace(name: &'static str, change: impl Fn(&mut Value, &mut String) + 'static) -> Tampering {
        (name, Box::new(change))
    }
    fn forged(text: &mut String, certificate: &mut Value) {
        *text = resealed(text);
        certificate["predicate"]["todospec"]["trace"]["sha256"] = digest(text).into();
    }
    vec![
        of("the result is flipped", |it| it["predicate"]["result"] = "PASSED".into()),
        of("the result is a warning", |it| it["predicate"]["result"] = "WARNED".into()),
        of("the result is another word", |it| it["predicate"]["result"] = "GOOD".into()),
        of("the verdict is flipped", |it| it["predicate"]["todospec"]["verdict"] = "conformant".into()),
        of("a clause is moved from failed to passed", |it| {
            let clause = it["predicate"]["failedTests"].as_array_mut().unwrap().remove(0);
            it["predicate"]["passedTests"].as_array_mut().unwrap().push(clause);
        }),
        of("a clause is dropped", |it| {
            it["predicate"]["passedTests"].as_array_mut().unwrap().remove(3);
        }),
        of("clauses are reordered", |it| it["predicate"]["passedTests"].as_array_mut().unwrap().swap(0, 1)),
        of("a capability is added", |it| {
            it["predicate"]["todospec"]["implementation"]["capabilities"]
                .as_array_mut()
                .unwrap()
                .push("telepathy".into());
        }),
        of("the name", |it| it["predicate"]["todospec"]["implementation"]["name"] = "perfect".into()),
        of("the command", |it| it["predicate"]["todospec"]["implementation"]["command"][3] = "none".into()),
        of("the digest of a file", |it| {
            it["predicate"]["todospec"]["implementation"]["files"][0]["sha256"] = "0".repeat(64).into();
        }),
        of("the suite's digest", |it| it["predicate"]["todospec"]["suite"]["digest"] = "0".repeat(64).into()),
        of("the suite's digest in the configuration", |it| {
            it["predicate"]["configuration"][0]["digest"]["sha256"] = "0".repeat(64).into();
        }),
        of("the suite's version", |it| it["predicate"]["todospec"]["suite"]["version"] = "9.9.9".into()),
        of("the tool's version", |it| it["predicate"]["todospec"]["tool"]["version"] = "9.9.9".into()),
        of("the seed", |it| it["predicate"]["todospec"]["exploration"]["seed"] = 1.into()),
        of("the steps explored", |it| it["predicate"]["todospec"]["exploration"]["steps"] = 100_000.into()),
        of("the exploration is gone", |it| it["predicate"]["todospec"]["exploration"] = Value::Null),
        of("the score", |it| {
            it["predicate"]["todospec"]["adequacy"] =
                json!({ "killed": 9, "faults": 9, "explored": 9, "conformant": 9, "variants": 9 });
        }),
        of("whose suite it is", |it| it["predicate"]["todospec"]["suite"]["embedded"] = true.into()),
        of("a reading", |it| it["predicate"]["todospec"]["readings"][0]["reading"] = "as you like".into()),
        of("what it is worth", |it| it["predicate"]["todospec"]["worth"] = "proved by the authorities".into()),
        of("the subject's digest", |it| it["subject"][0]["digest"]["sha256"] = "0".repeat(64).into()),
        of("another subject", |it| {
            it["subject"].as_array_mut().unwrap().push(json!({ "name": "x", "digest": { "sha256": "0".repeat(64) } }));
        }),
        of("the digest of the trace", |it| it["predicate"]["todospec"]["trace"]["sha256"] = "0".repeat(64).into()),
        of("the file of the trace", |it| it["predicate"]["todospec"]["trace"]["file"] = "../trace.jsonl".into()),
        of("the type of the predicate", |it| it["predicateType"] = "https://slsa.dev/provenance/v1".into()),
        of("the type of the statement", |it| it["_type"] = "https://in-toto.io/Statement/v0.1".into()),
        of("one more field", |it| it["predicate"]["todospec"]["grade"] = "A".into()),
        of("a field is gone", |it| {
            it["predicate"].as_object_mut().unwrap().remove("failedTests");
        }),
        trace("a line of the trace is edited", |_, text| *text = text.replacen("Updated", "Uptaded", 1)),
        trace("the trace is cut off", |_, text| text.truncate(text.trim_end().rfind('\n').unwrap() + 1)),
        trace("the trace is of another run", move |_, text| text.clone_from(&other)),
        trace("the trace is edited, sealed again and pinned", |certificate, text| {
            *text = text.replacen("\"text\":\"Updated", "\"text\":\"Uptaded", 1);
            forged(text, certificate);
        }),
        trace("the trace is filtered, sealed again and pinned", |certificate, text| {
            *text = text.replacen("\"scenarios\":true", "\"scenarios\":true,\"filter\":\"follows\"", 1);
            forged(text, certificate);
        }),
        trace("the trace is of another version, sealed again and pinned", |certificate, text| {
            *text = text.replacen("\"tool\":\"0", "\"tool\":\"9", 1);
            forged(text, certificate);
        }),
    ]
}

#[test]
fn whatever_is_changed_is_told() {
    let folder = Folder::new();
    // A part of the suite is as good for this, and sooner done; so the suite in the program has the score, and this none.
    let cases = "--cases=spec-cases/recording";
    folder.certify("other.json", &["--explore=4", cases]);
    folder.certify("certificate.json", &[&["--explore=4", cases], &FAULTY[..]].concat());
    let (certificate, trace) = (folder.json("certificate.json"), folder.path("certificate.trace.jsonl"));
    let whole = fs::read_to_string(&trace).unwrap();
    let other = fs::read_to_string(folder.path("other.trace.jsonl")).unwrap();
    let mut told = Vec::new();
    for (name, change) in tamperings(other) {
        let (mut changed, mut text) = (certificate.clone(), whole.clone());
        change(&mut changed, &mut text);
        assert!(changed != certificate || text != whole, "{name} changes nothing");
        fs::write(folder.path("certificate.json"), serde_json::to_string_pretty(&changed).unwrap() + "\n").unwrap();
        if text != whole {
            fs::write(&trace, &text).unwrap();
        }
        let (code, said) = folder.verify("certificate.json", &[cases]);
        if text != whole {
            fs::write(&trace, &whole).unwrap();
        }
        assert_eq!(code, Some(1), "{name}: {said}");
        told.push(format!("== {name}\n{said}"));
    }
    insta::with_settings!({ snapshot_path => "snapshots/certificate", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("tampered", told.join("\n\n"));
    });
}

#[test]
fn what_is_no_certificate_is_told_with_a_way_out() {
    let folder = Folder::new();
    folder.certify("true.json", &["--explore=0", "--cases=tests/small-cases"]);
    let mut told = vec![folder.verify("missing.json", &[])];
    for text in ["no json", "{}", "{\"payloadType\":\"application/vnd.in-toto+json\"}"] {
        fs::write(folder.path("wrong.json"), text).unwrap();
        told.push(folder.verify("wrong.json", &[]));
    }
    let mut old = folder.json("true.json");
    old["predicate"]["todospec"]["tool"]["version"] = "0.0.1".into();
    old["predicate"]["todospec"]["format"] = "old".into();
    fs::write(folder.path("old.json"), old.to_string()).unwrap();
    told.push(folder.verify("old.json", &[]));
    fs::remove_file(folder.path("true.trace.jsonl")).unwrap();
    told.push(folder.verify("true.json", &["--cases=tests/small-cases"]));
    let told: Vec<_> = told.into_iter().map(|(code, told)| format!("{told}\n({})", code.unwrap())).collect();
    insta::with_settings!({ snapshot_path => "snapshots/certificate", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("no-certificate", told.join("\n\n"));
    });
}

#[test]
fn a_certificate_that_cannot_be_made_is_refused_before_anything_runs() {
    let folder = Folder::new();
    let several = format!("--report=certificate={}", folder.path("another.json").display());
    let mut told = Vec::new();
    for words in [&["--filter=plan"][..], &["--partition=1/2"], &[several.as_str()], &["--", "./no-such-program"]] {
        let (code, said) = folder.certify("certificate.json", words);
        assert_eq!(code, Some(2), "{said}");
        told.push(folder.redacted(&said));
    }
    let report = format!("--report=certificate={}", folder.path("certificate.json").display());
    for words in [&["merge", &report, "part.json"][..], &["audit", &report, "trace.jsonl"]] {
        let (code, said) = todospec(words);
        assert_eq!(code, Some(2), "{said}");
        told.push(folder.redacted(&said));
    }
    let (code, said) = folder.certify("certificate.json", &["--timeout=0.2", "--", "cat"]);
    assert_eq!(code, Some(3), "{said}");
    told.push(
        said.lines()
            .filter(|line| line.starts_with("error: ") || line.starts_with("help: "))
            .collect::<Vec<_>>()
            .join("\n"),
    );
    assert_eq!(fs::read_dir(folder.0.path()).unwrap().count(), 0);
    insta::with_settings!({ snapshot_path => "snapshots/certificate", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("refused", told.join("\n\n"));
    });
}

#[test]
fn a_file_that_is_another_one_now_is_told() {
    let folder = Folder::new();
    let script = folder.path("adapter.sh");
    fs::write(&script, format!("exec '{TODOSPEC}' serve\n")).unwrap();
    let words = ["--explore=0", "--cases=tests/small-cases", "--", "/bin/sh", script.to_str().unwrap()];
    folder.certify("certificate.json", &words);
    let cases = "--cases=tests/small-cases";
    assert!(folder.verify("certificate.json", &[cases]).1.contains("2 of 2 as certified"));
    fs::write(&script, format!("exec '{TODOSPEC}' serve --fault list-lost\n")).unwrap();
    for words in [&[cases][..], &[cases, "--", "/bin/sh", script.to_str().unwrap()]] {
        let (code, told) = folder.verify("certificate.json", words);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.starts_with("the file `adapter.sh`"), "{told}");
    }
    assert_eq!(folder.verify("certificate.json", &[cases, "--elsewhere"]).0, Some(0));
    fs::remove_file(&script).unwrap();
    assert!(folder.verify("certificate.json", &[cases]).1.contains("1 of 2 as certified; not there: adapter.sh"));

    let writes = format!("date +%N >> '{}'; exec '{TODOSPEC}' serve\n", folder.path("log").display());
    fs::write(&script, writes).unwrap();
    fs::write(folder.path("log"), "").unwrap();
    let log = folder.path("log");
    let words = [&words[..], &[log.to_str().unwrap()]].concat();
    let (code, told) = folder.certify("another.json", &words);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("changed while it was tested") && !folder.path("another.json").exists(), "{told}");
}
