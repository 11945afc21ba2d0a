use std::fmt::Write;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use super::reports::{Reports, complete};
use super::{Exit, output};
use crate::audit::{self, AuditError, Audited, FORMATS, Format, Options, Replayed};
use crate::model::Setup;
use crate::report::{self, LogOutcome, Run};
use crate::suite::{self, Suite};

/// Judges recorded logs: traces of todospec, and sessions of a product, read as it wrote them.
#[derive(clap::Args)]
pub struct Audit {
    /// The logs; `-` is standard input.
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// The format of the logs; their first lines show it where left out.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<&'static Format>,
    /// The setup that the logs were recorded under; taken from what they show where left out.
    #[arg(long, value_name = "one_active=on|off", value_parser = setup)]
    setup: Option<Setup>,
    /// Shows what happened, and list and plan after each.
    #[arg(long)]
    timeline: bool,
    /// Shows list and plan as they stand at this line.
    #[arg(long, value_name = "LINE", value_parser = line)]
    plan_at: Option<usize>,
    /// Saves the shortest scenario for each broken clause in this folder, the texts of a session replaced by neutral ones.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Keeps the texts of the logs in saved scenarios.
    #[arg(long, requires = "save")]
    keep_texts: bool,
    /// Scenario files or folders that a trace was made with instead of the suite inside the program.
    #[arg(long, value_name = "PATH")]
    cases: Vec<PathBuf>,
    #[command(flatten)]
    reports: Reports,
}

fn format(name: &str) -> Result<&'static Format, String> {
    FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
        let offer = crate::trace::offer(name, FORMATS.iter().map(|format| format.name));
        format!("unknown format `{name}`; {}", offer.unwrap_or_default())
    })
}

fn setup(text: &str) -> Result<Setup, String> {
    match text {
        "one_active=on" => Ok(Setup { one_active: true }),
        "one_active=off" => Ok(Setup { one_active: false }),
        _ => Err("expected one_active=on or one_active=off".to_owned()),
    }
}

fn line(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(line @ 1..) => Ok(line),
        Ok(_) | Err(_) => Err("expected the number of a line, counted from 1".to_owned()),
    }
}

impl Audit {
    pub fn run(self) -> Exit {
        match self.audited() {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn audited(&self) -> Result<Exit, Exit> {
        self.reports.no_certificate("a certificate is made as an implementation is certified, not of a log")?;
        let suite = Arc::new(output::suite(&self.cases)?);
        let (mut text, mut saved, mut explored) = (String::new(), Vec::new(), Vec::new());
        let (mut logs, mut runs): (Vec<LogOutcome>, Vec<Run>) = (Vec::new(), Vec::new());
        for log in &self.logs {
            let audited = self.one(log, &suite)?;
            if !text.is_empty() {
                text.push('\n');
            }
            saved.extend(self.saved(&audited)?);
            match audited {
                Audited::Log(outcome, _) => {
                    text += &self.told(&outcome, &suite)?;
                    logs.push(*outcome);
                }
                Audited::Run(replayed) => {
                    let Replayed { mut run, hello } = *replayed;
                    complete(&mut run, &hello);
                    text += &report::summary(&run, output::stdout_style());
                    runs.push(run);
                }
                Audited::Exploration(exploration) => {
                    text += &report::explored(&exploration, output::stdout_style());
                    explored.push(exploration.verdict());
                }
            }
        }
        if logs.len() > 1 {
            let _ = write!(text, "\n{}\n", report::logs_line(&logs, output::stdout_style()));
        }
        if !saved.is_empty() {
            let _ = write!(text, "\nsaved; run it with\n{}", saved.concat());
        }
        let verdicts = logs.iter().map(LogOutcome::verdict).chain(runs.iter().map(|run| run.verdict)).chain(explored);
        let verdict = report::verdict_of(verdicts);
        match (&logs[..], &runs[..]) {
            ([], [run]) => self.reports.write(run)?,
            (logs, []) => self.reports.tell_logs(logs, &suite)?,
            (..) => self.reports.none("a report tells of one trace, or of session logs")?,
        }
        Ok(output::print_and(&text, verdict.into()))
    }

    fn told(&self, outcome: &LogOutcome, suite: &Suite) -> Result<String, Exit> {
        let style = output::stdout_style();
        let at = match self.plan_at {
            Some(line) if outcome.at.is_none() => {
                let held = report::counted(outcome.counts.lines, "line");
                output::error(&format!("`{}` has no line {line}: it has {held}", outcome.file));
                return Err(Exit::Usage);
            }
            Some(line) => report::log_at(outcome, line, style) + "\n",
            None => String::new(),
        };
        Ok(at + &report::log(outcome, suite, style))
    }

    fn one(&self, log: &PathBuf, suite: &Arc<Suite>) -> Result<Audited, Exit> {
        let options = Options {
            suite: Arc::clone(suite),
            file: log.to_string_lossy().into_owned(),
            setup: self.setup,
            timeline: self.timeline,
            at: self.plan_at,
            cases: self.save.is_some(),
        };
        let audited = if options.file == "-" {
            audit::audit(io::stdin().lock(), self.format, &options)
        } else {
            let opened = File::open(log).map_err(|cause| AuditError::Read { file: options.file.clone(), cause });
            opened.and_then(|file| audit::audit(BufReader::with_capacity(1 << 16, file), self.format, &options))
        };
        audited.map_err(|wrong| {
            output::error(&wrong.to_string());
            if matches!(wrong, AuditError::Unknown { .. }) {
                let known: Vec<_> = FORMATS.iter().map(|format| format!("{} ({})", format.name, format.of)).collect();
                output::help(&format!("known are {}; `--format` names one", known.join(", ")));
            }
            Exit::Usage
        })
    }

    /// Saves the scenarios of a log or a trace, and says how to run each.
    fn saved(&self, audited: &Audited) -> Result<Vec<String>, Exit> {
        let Some(folder) = &self.save else { return Ok(Vec::new()) };
        let mut saved = Vec::new();
        for (about, scenario) in audited.scenarios(self.keep_texts) {
            let path = folder.join(&scenario.file);
            let text = suite::print(&about, std::slice::from_ref(&scenario));
            let written = std::fs::create_dir_all(folder).and_then(|()| output::write_whole(&path, &text));
            written.map_err(|cause| {
                output::error(&format!("cannot write `{}`: {cause}", path.display()));
                Exit::Usage
            })?;
            let cases = report::shell(&path.to_string_lossy());
            saved.push(format!("  todospec certify --explore 0 --cases {cases} -- COMMAND\n"));
        }
        Ok(saved)
    }
}
