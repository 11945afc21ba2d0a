//! Scenarios played on the reference, for people to look at.

use serde_json::json;

use super::script::script;
use crate::implementation::{Implementation, Reference, Trouble, serve};
use crate::model::{Phase, Setup};
use crate::report::Scene;
use crate::suite::{Scenario, Suite};
use crate::trace::{Action, Answer, PROTOCOL, arguments, method, params};

/// What the reference answers to each action of a scenario, and what its chats show then.
pub fn scenes(scenario: &Scenario) -> Result<Vec<Scene>, Trouble> {
    let mut reference = Reference::default();
    let hello = reference.hello()?;
    let mut open: Vec<String> = Vec::new();
    let mut scenes = Vec::new();
    for planned in script(scenario, &hello) {
        let answer = reference.perform(&planned.action)?;
        if let Action::Open { chat, .. } = &planned.action {
            open.push(chat.clone());
        }
        let chats = open.iter().map(|chat| Ok((chat.clone(), reference.observe(chat)?)));
        let reply = match answer {
            Answer::Reply(reply) => Some(reply),
            Answer::Done | Answer::Rejected { .. } | Answer::Seen(_) => None,
        };
        scenes.push(Scene {
            named: planned.named,
            chats: chats.collect::<Result<_, Trouble>>()?,
            action: planned.action,
            reply,
        });
    }
    Ok(scenes)
}

/// A conversation over the adapter protocol that uses each method once: requests and answers, a line each.
pub fn conversation(suite: &Suite) -> std::io::Result<Vec<(String, String)>> {
    use crate::model::{Item, State};
    let main = || "main".to_owned();
    let items = [Item::new("Read the brief", State::InProgress), Item::new("Draft the report", State::Pending)];
    let turn = |phase| Action::Turn { chat: main(), phase };
    let actions = [
        Action::Begin(Setup { one_active: false }),
        Action::Open { chat: main(), helper_of: None },
        turn(Phase::Start),
        Action::Write { chat: Some(main()), arguments: arguments(&items) },
        Action::Observe { chat: main() },
        turn(Phase::End),
        Action::Reopen { chat: main() },
        Action::Open { chat: "h1".to_owned(), helper_of: Some(main()) },
        Action::PlanMode { chat: main(), on: true },
        Action::Setup(Setup { one_active: true }),
        Action::Write { chat: None, arguments: arguments(&items) },
    ];
    let hello = json!({ "protocol": PROTOCOL, "suite": { "version": suite.table.version, "digest": suite.digest } });
    let mut requests = vec![json!({ "jsonrpc": "2.0", "id": 1, "method": "hello", "params": hello }).to_string()];
    for (index, action) in actions.iter().enumerate() {
        let request = json!({ "jsonrpc": "2.0", "id": index + 2, "method": method(action), "params": params(action) });
        requests.push(request.to_string());
    }
    let mut answers = Vec::new();
    serve(&mut Reference::default(), (requests.join("\n") + "\n").as_bytes(), &mut answers)?;
    let answers = String::from_utf8_lossy(&answers);
    Ok(requests.into_iter().zip(answers.lines().map(str::to_owned)).collect())
}
