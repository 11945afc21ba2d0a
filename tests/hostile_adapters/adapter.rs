//! Adapters that go wrong. Each is right until its moment comes.

#![expect(clippy::print_stderr, reason = "standard error is an adapter's log")]

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use todospec::implementation::{Reference, serve};

/// Where an adapter notes who it is, and who its children are.
pub const PIDS: &str = "HOSTILE_PIDS";

/// An adapter's talk with the harness.
pub struct Talk {
    reference: Reference,
}

pub type Manner = fn(&mut Talk);

fn note(pid: u32) {
    if let Ok(folder) = std::env::var(PIDS) {
        let _ = fs::write(format!("{folder}/{pid}"), "");
    }
}

fn say(bytes: &[u8]) {
    let mut out = io::stdout();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn for_ever() -> ! {
    loop {
        sleep(Duration::from_secs(60));
    }
}

fn id(request: &str) -> &str {
    let id = request.split("\"id\":").nth(1).unwrap_or("0");
    id.split(',').next().unwrap_or("0")
}

fn result(request: &str, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}\n", id(request))
}

#[expect(clippy::zombie_processes, reason = "it is left behind on purpose")]
fn child(script: &str, apart: bool) {
    let program = if apart { "setsid" } else { "sh" };
    let words: &[&str] = if apart { &["sh", "-c", script] } else { &["-c", script] };
    let child = Command::new(program).args(words).stdin(Stdio::null()).spawn().expect("a shell starts");
    note(child.id());
}

impl Talk {
    pub fn new() -> Self {
        note(std::process::id());
        Self { reference: Reference::default() }
    }

    fn request() -> String {
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => exit(0),
            Ok(_) => line,
        }
    }

    fn right(&mut self, request: &str) -> String {
        let mut out = Vec::new();
        serve(&mut self.reference, request.as_bytes(), &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("answers are UTF-8")
    }

    /// Answers rightly until this method is called; that request.
    fn until(&mut self, method: &str) -> String {
        loop {
            let request = Self::request();
            if request.contains(&format!("\"method\":\"{method}\"")) {
                return request;
            }
            let answer = self.right(&request);
            say(answer.as_bytes());
        }
    }

    /// Answers everything rightly, each answer as it is made.
    fn each(&mut self, form: impl Fn(&str) -> String) -> ! {
        loop {
            let request = Self::request();
            let answer = self.right(&request);
            say(form(&answer).as_bytes());
        }
    }

    /// Answers an update with this.
    fn write(&mut self, answer: impl Fn(&str) -> String) -> ! {
        loop {
            let request = self.until("write");
            say(answer(&request).as_bytes());
        }
    }
}

pub fn hangs_at_its_start(_: &mut Talk) {
    for_ever()
}

pub fn hangs_at_an_update(talk: &mut Talk) {
    talk.until("write");
    for_ever()
}

pub fn closes_its_output_and_lives(talk: &mut Talk) {
    talk.until("write");
    let null = fs::File::options().write(true).open("/dev/null").expect("there is a null device");
    let _ = rustix::stdio::dup2_stdout(&null);
    for_ever()
}

pub fn closes_its_input_and_lives(talk: &mut Talk) {
    talk.until("write");
    let null = fs::File::open("/dev/null").expect("there is a null device");
    let _ = rustix::stdio::dup2_stdin(&null);
    for_ever()
}

pub fn ends_at_its_start(_: &mut Talk) {
    exit(0)
}

pub fn ends_well_at_an_update(talk: &mut Talk) {
    talk.until("write");
    exit(0)
}

pub fn ends_with_code_3(talk: &mut Talk) {
    talk.until("write");
    eprintln!("Traceback: the store is gone");
    exit(3)
}

pub fn ends_with_code_256(talk: &mut Talk) {
    talk.until("write");
    exit(256)
}

pub fn is_killed(talk: &mut Talk) {
    talk.until("write");
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
}

pub fn aborts(talk: &mut Talk) {
    talk.until("write");
    std::process::abort()
}

pub fn prints_a_banner(talk: &mut Talk) {
    say(b"my-todo server v1.2 listening on stdio\n");
    talk.each(str::to_owned)
}

pub fn prints_while_it_works(talk: &mut Talk) {
    talk.write(|request| format!("debug: got an update\n{}", result(request, "{}")))
}

pub fn half_a_line_and_hangs(talk: &mut Talk) {
    talk.until("write");
    say(b"{\"jsonrpc\":\"2.0\",\"id\":");
    for_ever()
}

pub fn half_a_line_and_ends(talk: &mut Talk) {
    talk.until("write");
    say(b"{\"jsonrpc\":\"2.0\",\"id\":");
    exit(0)
}

pub fn a_line_without_end(talk: &mut Talk) {
    talk.until("write");
    loop {
        say(&[b'x'; 1 << 14]);
    }
}

pub fn notifications_without_end(talk: &mut Talk) {
    talk.until("write");
    loop {
        say(b"{\"jsonrpc\":\"2.0\",\"method\":\"progress\",\"params\":{}}\n");
    }
}

pub fn blank_lines_without_end(talk: &mut Talk) {
    talk.until("write");
    loop {
        say(&[b'\n'; 1 << 12]);
    }
}

pub fn floods_its_output_and_reads_no_more(talk: &mut Talk) {
    for method in ["turn", "observe"] {
        let request = talk.until(method);
        let answer = talk.right(&request);
        say(answer.as_bytes());
    }
    let blanks = vec![b' '; 1 << 16];
    loop {
        say(&blanks);
    }
}

pub fn slow_drip(talk: &mut Talk) {
    let request = talk.until("write");
    for byte in talk.right(&request).bytes() {
        say(&[byte]);
        sleep(Duration::from_millis(300));
    }
}

pub fn no_utf8(talk: &mut Talk) {
    talk.until("write");
    say(b"{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"text\":\"\xff\xfe\"}}\n");
    for_ever()
}

pub fn utf16(talk: &mut Talk) {
    talk.each(|answer| {
        let bytes: Vec<u8> = answer.encode_utf16().flat_map(u16::to_be_bytes).collect();
        String::from_utf8(bytes).unwrap_or_default()
    })
}

pub fn a_byte_order_mark(talk: &mut Talk) {
    talk.each(|answer| format!("\u{feff}{answer}"))
}

pub fn nul_bytes(talk: &mut Talk) {
    talk.each(|answer| answer.replace('{', "{\0"))
}

pub fn another_id(talk: &mut Talk) {
    talk.write(|request| result(&request.replace("\"id\":", "\"id\":9"), "{\"text\":\"\"}"))
}

pub fn the_id_as_a_string(talk: &mut Talk) {
    talk.write(|request| format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{}\",\"result\":{{}}}}\n", id(request)))
}

pub fn no_id(talk: &mut Talk) {
    talk.write(|_| "{\"jsonrpc\":\"2.0\",\"result\":{}}\n".to_owned())
}

pub fn every_answer_twice(talk: &mut Talk) {
    talk.each(|answer| answer.repeat(2))
}

pub fn an_answer_nobody_asked_for(talk: &mut Talk) {
    talk.each(|answer| format!("{answer}{{\"jsonrpc\":\"2.0\",\"id\":900,\"result\":{{}}}}\n"))
}

pub fn a_request_of_its_own(talk: &mut Talk) {
    talk.write(|_| "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ask\",\"params\":{}}\n".to_owned())
}

pub fn a_batch(talk: &mut Talk) {
    talk.each(|answer| format!("[{}]\n", answer.trim()))
}

pub fn two_answers_on_a_line(talk: &mut Talk) {
    talk.each(|answer| format!("{} {}\n", answer.trim(), answer.trim()))
}

pub fn an_answer_over_two_lines(talk: &mut Talk) {
    talk.each(|answer| answer.replace(",\"result\"", ",\n\"result\""))
}

pub fn result_and_error(talk: &mut Talk) {
    talk.write(|request| {
        let id = id(request);
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}},\"error\":{{\"code\":1,\"message\":\"\"}}}}\n")
    })
}

pub fn neither_result_nor_error(talk: &mut Talk) {
    talk.write(|request| format!("{{\"jsonrpc\":\"2.0\",\"id\":{}}}\n", id(request)))
}

pub fn brackets_without_end(talk: &mut Talk) {
    talk.write(|request| result(request, &"[".repeat(200_000)))
}

pub fn a_huge_number(talk: &mut Talk) {
    talk.write(|request| result(request, &format!("{{\"text\":1e{}}}", "9".repeat(4_000))))
}

pub fn the_wrong_shape(talk: &mut Talk) {
    talk.write(|request| result(request, "{\"text\":[\"Updated\"],\"is_error\":\"no\"}"))
}

pub fn keys_twice(talk: &mut Talk) {
    talk.write(|request| result(request, "{\"text\":\"a\",\"text\":\"b\"}"))
}

pub fn the_wrong_case(talk: &mut Talk) {
    talk.write(|request| result(request, "{\"text\":\"Updated todo list: 1 pending\",\"isError\":false}"))
}

pub fn an_unknown_capability(talk: &mut Talk) {
    talk.each(|answer| answer.replace("\"rows\"", "\"row\""))
}

pub fn no_capabilities_told(talk: &mut Talk) {
    let hello = talk.until("hello");
    say(result(&hello, "{\"name\":\"x\",\"version\":\"1\"}").as_bytes());
    for_ever()
}

pub fn another_hello_each_time(talk: &mut Talk) {
    let hello = talk.until("hello");
    let version = format!("\"version\":\"{}\"", std::process::id());
    let answer = talk.right(&hello).replace(concat!("\"version\":\"", env!("CARGO_PKG_VERSION"), "\""), &version);
    say(answer.as_bytes());
    talk.until("write");
    exit(1)
}

pub fn a_declared_method_is_missing(talk: &mut Talk) {
    loop {
        let request = talk.until("observe");
        let error = "\"error\":{\"code\":-32601,\"message\":\"unknown\"}";
        say(format!("{{\"jsonrpc\":\"2.0\",\"id\":{},{error}}}\n", id(&request)).as_bytes());
    }
}

pub fn an_error_of_its_own(talk: &mut Talk) {
    talk.write(|request| {
        let error = "\"error\":{\"code\":-32000,\"message\":\"no such table: todos\"}";
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{},{error}}}\n", id(request))
    })
}

pub fn floods_stderr(talk: &mut Talk) {
    talk.until("write");
    loop {
        eprintln!("{}", "noise ".repeat(200));
    }
}

pub fn floods_stderr_and_goes_on(talk: &mut Talk) {
    loop {
        let request = Talk::request();
        eprintln!("{}", "noise ".repeat(40_000));
        let answer = talk.right(&request);
        say(answer.as_bytes());
    }
}

pub fn leaves_a_child_that_keeps_the_pipes(talk: &mut Talk) {
    talk.until("write");
    let child = Command::new("sleep").arg("600").stdin(Stdio::inherit()).spawn().expect("sleep starts");
    note(child.id());
    exit(0)
}

pub fn leaves_a_child_in_a_session_of_its_own(talk: &mut Talk) {
    talk.until("write");
    child("sleep 600", true);
    exit(0)
}

pub fn has_children_and_is_right(talk: &mut Talk) {
    child("sleep 600", false);
    child("sleep 600", true);
    talk.each(str::to_owned)
}

pub fn ignores_every_signal(_: &mut Talk) {
    let script = "trap '' TERM INT HUP; sleep 600";
    let error = Command::new("sh").args(["-c", script]).exec();
    panic!("{error}");
}

pub fn ignores_the_end_of_its_input(talk: &mut Talk) {
    talk.until("hello");
    ignores_every_signal(talk);
}

pub fn dies_now_and_then(talk: &mut Talk) {
    // Every process bears three updates.
    for _ in 0..3 {
        let request = talk.until("write");
        let answer = talk.right(&request);
        say(answer.as_bytes());
    }
    talk.until("write");
    exit(1)
}

pub fn calm_oddities(talk: &mut Talk) {
    talk.each(|answer| {
        eprintln!("log: answering");
        let answer = answer.trim().replace("\"result\":{", "\"result\":{\"note\":[1,{}],").replace(",}", "}");
        format!("\r\n\n{{\"jsonrpc\":\"2.0\",\"method\":\"log\"}}\r\n  {answer}  \r\n")
    })
}

pub fn never_reads(_: &mut Talk) {
    for_ever()
}

pub fn reads_no_more_after_hello(talk: &mut Talk) {
    let hello = talk.until("hello");
    let answer = talk.right(&hello);
    say(answer.as_bytes());
    for_ever()
}

pub fn answers_too_late(talk: &mut Talk) {
    let request = talk.until("write");
    let answer = talk.right(&request);
    sleep(Duration::from_millis(1_300));
    say(answer.as_bytes());
    let mut rest = Vec::new();
    let _ = io::stdin().read_to_end(&mut rest);
}
