//! An adapter that answers every request with a canned line, for the harness and the bare exchange alike. Its first
//! argument is the text of an update's reply, its second how many milliseconds it sleeps before each answer.

use std::io::{self, BufRead, Write};
use std::time::Duration;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_default();
    let pause = arguments.next().and_then(|pause| pause.parse().ok()).map_or(Duration::ZERO, Duration::from_millis);
    let reply = format!(",\"result\":{{\"text\":\"{text}\",\"is_error\":false}}}}\n");
    let hello = ",\"result\":{\"name\":\"canned\",\"version\":\"1\",\"capabilities\":[]}}\n";
    let (mut input, mut output) = (io::stdin().lock(), io::stdout());
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    while input.read_until(b'\n', &mut line)? > 0 {
        if !pause.is_zero() {
            std::thread::sleep(pause);
        }
        answer.clear();
        answer.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        answer.extend_from_slice(after(&line, b"\"id\":").map_or(b"null", digits));
        answer.extend_from_slice(match after(&line, b"\"method\":\"") {
            Some(method) if method.starts_with(b"write\"") => reply.as_bytes(),
            Some(method) if method.starts_with(b"hello\"") => hello.as_bytes(),
            _ => b",\"result\":{}}\n",
        });
        output.write_all(&answer)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

/// What stands behind the first place where `key` stands.
fn after<'a>(line: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    line.windows(key.len()).position(|window| window == key).map(|at| &line[at + key.len()..])
}

fn digits(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| byte.is_ascii_digit()).count()]
}
