//! From a YAML tree to scenarios.

use std::sync::Arc;

use serde_json::Value;

use super::diagnostic::named;
use super::fields::{Fields, Reader};
use super::node::{Kind, Node};
use super::{Diagnostic, Look, Reading, Scenario, Source, Step, StepParts, View, Written};
use crate::model::{Clause, Item, Phase, Setup, State};
use crate::trace::{Action, arguments, offer};

/// The chat that is open from the start.
pub const MAIN: &str = "main";

const FILE_KEYS: &[&str] = &["about", "scenarios"];
const SCENARIO_KEYS: &[&str] = &["name", "clauses", "setup", "probe", "steps"];
const ACTION_KEYS: &[&str] = &["update", "turn", "setup", "reopen", "plan_mode", "open"];
const STEP_KEYS: &[&str] =
    &["update", "turn", "setup", "reopen", "plan_mode", "open", "list", "plan", "rows", "reply", "refused", "chat"];
const VIEWS: [View; 3] = [View::List, View::Plan, View::Rows];

/// Reads the scenarios of one file; the first mistake ends it.
pub fn scenarios(source: &Arc<Source>) -> Result<Vec<Scenario>, Diagnostic> {
    let node = Node::read(source)?;
    let reader = Reader { source };
    if matches!(node.kind, Kind::Null) {
        return Err(Diagnostic::new(source, None, "the file is empty")
            .help("a scenario file has `about` and `scenarios`".to_owned()));
    }
    let file = reader.fields(&node, "a scenario file", FILE_KEYS)?;
    reader.text(file.need("about")?, "`about`")?;
    let list = file.need("scenarios")?;
    let nodes = reader.list(list, "`scenarios`")?;
    if nodes.is_empty() {
        return Err(reader.wrong(list, "the file has no scenarios"));
    }
    nodes.iter().map(|node| reader.scenario(node)).collect()
}

impl<'a> Reader<'a> {
    fn scenario(&self, node: &'a Node) -> Result<Scenario, Diagnostic> {
        let fields = self.fields(node, "a scenario", SCENARIO_KEYS)?;
        let name_node = fields.need("name")?;
        let name = self.text(name_node, "the name")?;
        let slug = slug(name);
        if slug.is_empty() {
            return Err(self
                .wrong(name_node, "the name says nothing")
                .help("a name is the fact that it shows".to_owned()));
        }
        let steps_node = fields.need("steps")?;
        let steps = self.list(steps_node, "`steps`")?;
        if steps.is_empty() {
            return Err(self.wrong(steps_node, format!("the scenario {} has no steps", named(name))));
        }
        let stem =
            self.source.name.trim_start_matches("spec-cases/").trim_end_matches(".yaml").trim_end_matches(".yml");
        Ok(Scenario {
            id: format!("{stem}/{slug}"),
            name: name.to_owned(),
            file: self.source.name.clone(),
            line: name_node.place.line,
            name_place: name_node.place,
            clauses: self.clauses(fields.need("clauses")?)?,
            setup: fields.get("setup").map(|node| self.setup(node)).transpose()?,
            probe: fields.get("probe").map(|node| self.reading(node)).transpose()?,
            steps: steps.iter().map(|node| self.step(node)).collect::<Result<_, _>>()?,
        })
    }

    pub fn clauses(&self, node: &'a Node) -> Result<Vec<Clause>, Diagnostic> {
        let nodes = self.list(node, "`clauses`")?;
        if nodes.is_empty() {
            return Err(self
                .wrong(node, "no clause is named")
                .help("name what a wrong implementation is caught at".to_owned()));
        }
        let mut clauses = Vec::new();
        for node in nodes {
            let clause = self.clause(node)?;
            if clauses.contains(&clause) {
                return Err(self.wrong(node, format!("the clause `{clause}` is named twice")));
            }
            clauses.push(clause);
        }
        Ok(clauses)
    }

    pub fn clause(&self, node: &'a Node) -> Result<Clause, Diagnostic> {
        let id = self.text(node, "a clause")?;
        Clause::from_id(id).ok_or_else(|| {
            self.wrong(node, format!("unknown clause {}", named(id))).help(
                offer(id, Clause::ALL.iter().map(|clause| clause.id()))
                    .or_else(|| Some("`todospec list clauses` names them all".to_owned())),
            )
        })
    }

    fn reading(&self, node: &'a Node) -> Result<Reading, Diagnostic> {
        let id = self.text(node, "a reading")?;
        Reading::from_id(id).ok_or_else(|| {
            self.wrong(node, format!("unknown reading {}", named(id))).help(
                offer(id, Reading::ALL.iter().map(|reading| reading.id()))
                    .or_else(|| Some("`todospec list readings` names them all".to_owned())),
            )
        })
    }

    fn setup(&self, node: &'a Node) -> Result<Setup, Diagnostic> {
        let fields = self.fields(node, "a setup", &["one_active"])?;
        Ok(Setup { one_active: self.boolean(fields.need("one_active")?, "`one_active`")? })
    }

    fn step(&self, node: &'a Node) -> Result<Step, Diagnostic> {
        let fields = self.fields(node, "a step", STEP_KEYS)?;
        let actions: Vec<_> = fields.keys().filter(|(key, _)| ACTION_KEYS.contains(key)).collect();
        if let [(first, _), (second, key), ..] = actions[..] {
            return Err(self
                .wrong(key, format!("a step does one thing, this one has `{first}` and `{second}`"))
                .help("make it two steps".to_owned()));
        }
        let chat = match fields.get("chat").map(|node| self.text(node, "the chat")).transpose()? {
            None => Some(MAIN.to_owned()),
            Some("none") => None,
            Some(chat) => Some(chat.to_owned()),
        };
        let action = actions.first().map(|(key, _)| self.action(key, &fields, chat.clone())).transpose()?;
        let looks = VIEWS
            .into_iter()
            .filter_map(|view| fields.get(view.name()).map(|node| self.look(view, node)))
            .collect::<Result<Vec<_>, _>>()?;
        if action.is_none() && looks.is_empty() {
            return Err(self
                .wrong(node, "the step neither does nor looks at anything")
                .help("give it an action such as `update`, or a look: `list`, `plan` or `rows`".to_owned()));
        }
        let written = self.written(node, &fields, action.as_ref())?;
        self.chat_where_needed(node, &fields, action.as_ref(), chat.as_deref(), &looks)?;
        let chat = match &action {
            Some(Action::Reopen { chat } | Action::Open { chat, .. }) => Some(chat.clone()),
            Some(
                Action::Begin(_)
                | Action::Write { .. }
                | Action::Turn { .. }
                | Action::Setup(_)
                | Action::PlanMode { .. }
                | Action::Observe { .. },
            )
            | None => chat,
        };
        let parts = parts(node, &fields, actions.first().map(|(_, key)| *key));
        Ok(Step { place: node.place, parts, chat, action, written, looks })
    }

    fn chat_where_needed(
        &self,
        node: &'a Node,
        fields: &Fields<'a>,
        action: Option<&Action>,
        chat: Option<&str>,
        looks: &[Look],
    ) -> Result<(), Diagnostic> {
        let place = fields.key("chat").unwrap_or(node);
        match action {
            Some(Action::Reopen { .. } | Action::Open { .. } | Action::Setup(_)) if fields.key("chat").is_some() => {
                let what = if fields.key("setup").is_some() {
                    "`setup` is for every chat"
                } else {
                    "the chat is named already"
                };
                Err(self.wrong(place, format!("{what}, `chat` does not belong here")))
            }
            Some(Action::Write { .. }) if looks.is_empty() => Ok(()),
            _ if chat.is_none() => Err(self
                .wrong(place, "a run with no chat behind it has nothing but updates")
                .help("name a chat, or leave `chat` out for `main`".to_owned())),
            _ => Ok(()),
        }
    }

    fn action(&self, key: &str, fields: &Fields<'a>, chat: Option<String>) -> Result<Action, Diagnostic> {
        let node = fields.need(key)?;
        let named = chat.clone().unwrap_or_else(|| MAIN.to_owned());
        Ok(match key {
            "update" => Action::Write { chat, arguments: self.update(node)? },
            "turn" => {
                let words = [("start", Phase::Start), ("end", Phase::End)];
                Action::Turn { chat: named, phase: self.word(node, "`start` or `end`", &words)? }
            }
            "setup" => Action::Setup(self.setup(node)?),
            "reopen" => Action::Reopen { chat: self.text(node, "the chat")?.to_owned() },
            "plan_mode" => {
                let words = [("on", true), ("off", false)];
                Action::PlanMode { chat: named, on: self.word(node, "`on` or `off`", &words)? }
            }
            _ => {
                let open = self.fields(node, "`open`", &["chat", "helper_of"])?;
                let text = |node| self.text(node, "the chat").map(str::to_owned);
                Action::Open {
                    chat: text(open.need("chat")?)?,
                    helper_of: open.get("helper_of").map(text).transpose()?,
                }
            }
        })
    }

    fn update(&self, node: &'a Node) -> Result<Value, Diagnostic> {
        if let Kind::Map(_) = node.kind {
            let raw = self.fields(node, "`update`", &["raw"]).map_err(|wrong| {
                wrong.help("an update is a list of `- state: text`, or `raw: …` with any arguments".to_owned())
            })?;
            let raw = raw.need("raw")?;
            return raw.to_json().ok_or_else(|| self.wrong(raw, "a key in `raw` is no text, and JSON has no other"));
        }
        Ok(arguments(&self.items(node, "`update`")?))
    }

    fn items(&self, node: &'a Node, what: &str) -> Result<Vec<Item>, Diagnostic> {
        self.list(node, what)?.iter().map(|node| self.item(node)).collect()
    }

    fn item(&self, node: &'a Node) -> Result<Item, Diagnostic> {
        let states = State::ALL.map(State::name);
        let Kind::Map(entries) = &node.kind else {
            return Err(self
                .unexpected(node, "an item")
                .help("an item is `state: text`, such as `pending: Read the brief`".to_owned()));
        };
        let [(state, text)] = &entries[..] else {
            return Err(self
                .wrong(node, format!("an item is one `state: text`, this one has {} keys", entries.len()))
                .help("begin each item with `- `".to_owned()));
        };
        let name = self.text(state, "a state")?;
        let Some(state) = State::from_name(name) else {
            return Err(self.wrong(state, format!("unknown state {}", named(name))).help(offer(name, states)));
        };
        Ok(Item::new(self.text(text, "the item")?, state))
    }

    fn written(
        &self,
        node: &'a Node,
        fields: &Fields<'a>,
        action: Option<&Action>,
    ) -> Result<Option<Written>, Diagnostic> {
        let is_update = matches!(action, Some(Action::Write { .. }));
        let text = |key: &str, node| self.text(node, &format!("`{key}`")).map(str::to_owned);
        match (fields.get("reply"), fields.get("refused")) {
            (Some(_), Some(_)) => Err(self
                .wrong(fields.key("refused").unwrap_or(node), "an update has `reply` or `refused`, this one has both")),
            (Some(_), None) | (None, Some(_)) if !is_update => {
                let key = if fields.get("reply").is_some() { "reply" } else { "refused" };
                Err(self.wrong(fields.key(key).unwrap_or(node), format!("`{key}` belongs to an `update`")))
            }
            (Some(reply), None) => text("reply", reply).map(|text| Some(Written::Reply(text))),
            (None, Some(refused)) => text("refused", refused).map(|text| Some(Written::Refused(text))),
            (None, None) if is_update => Err(self
                .wrong(fields.key("update").unwrap_or(node), "the update says neither `reply` nor `refused`")
                .help("write the exact text that the reference answers".to_owned())),
            (None, None) => Ok(None),
        }
    }

    fn row(&self, node: &'a Node) -> Result<Vec<Item>, Diagnostic> {
        if let Kind::Map(_) = node.kind {
            return Err(self
                .unexpected(node, "a list for a row")
                .help("a row is a list of items: `- - pending: Read the brief`".to_owned()));
        }
        self.items(node, "a row")
    }

    fn look(&self, view: View, node: &'a Node) -> Result<Look, Diagnostic> {
        let seen = match &node.kind {
            Kind::Text(word) if word == "unchanged" => None,
            Kind::Text(word) if word == "none" => Some(if view == View::Rows { vec![] } else { vec![vec![]] }),
            Kind::List(rows) if view == View::Rows => {
                Some(rows.iter().map(|row| self.row(row)).collect::<Result<_, _>>()?)
            }
            Kind::List(_) => Some(vec![self.items(node, "a look")?]),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Text(_) | Kind::Map(_) => {
                let what = if view == View::Rows { "a list of lists of items" } else { "a list of items" };
                return Err(self.unexpected(node, &format!("{what}, `none` or `unchanged`")));
            }
        };
        Ok(Look { place: node.place, view, seen })
    }
}

/// Where the parts of a step stand.
fn parts<'a>(node: &'a Node, fields: &Fields<'a>, action: Option<&'a Node>) -> StepParts {
    let open = fields.get("open");
    let opened = |key: &str| match &open?.kind {
        Kind::Map(entries) => entries.iter().find_map(|(name, value)| match &name.kind {
            Kind::Text(name) if name == key => Some(value),
            Kind::Text(_) | Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::List(_) | Kind::Map(_) => None,
        }),
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Text(_) | Kind::List(_) => None,
    };
    let place = |part: Option<&Node>| part.map_or(node.place, |part| part.place);
    StepParts {
        action: place(action),
        chat: place(opened("chat").or(fields.get("reopen")).or(fields.get("chat"))),
        helper_of: place(opened("helper_of")),
        written: place(fields.get("reply").or(fields.get("refused"))),
    }
}

/// A name as part of an id: letters and digits in lower case, joined by hyphens.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}
