use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::Style;
use crate::suite::{Diagnostic, Place};

/// Diagnostics as a compiler shows them: message, place, the line itself, the way out.
pub fn diagnostics(diagnostics: &[Diagnostic], style: Style) -> String {
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(style.width);
    let shown: Vec<_> = diagnostics.iter().map(|diagnostic| one(diagnostic, &renderer)).collect();
    shown.join("\n\n")
}

fn one(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let title = Level::ERROR.primary_title(diagnostic.message.as_str());
    let name = diagnostic.source.name.as_str();
    let lines = diagnostic.place.and_then(|place| Some((place, harmless(diagnostic.source.line(place.line)?))));
    let group = match lines {
        Some((place, line)) => title.element(
            Snippet::source(line.clone())
                .line_start(place.line)
                .path(name)
                .annotation(AnnotationKind::Primary.span(span(place, &line))),
        ),
        None => title.element(annotate_snippets::Origin::path(name)),
    };
    let mut shown = renderer.render(&[group]);
    if let Some(help) = &diagnostic.help {
        shown.push('\n');
        shown.push_str(&renderer.render(&[Group::with_title(Level::HELP.secondary_title(help.as_str()))]));
    }
    shown
}

/// A line without the control characters that a terminal obeys and the renderer lets through.
fn harmless(line: &str) -> String {
    line.chars().map(|c| if matches!(c, '\u{80}'..='\u{9f}') { '\u{fffd}' } else { c }).collect()
}

/// The bytes of a line that a place means.
fn span(place: Place, line: &str) -> std::ops::Range<usize> {
    let at = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let start = at(place.column.saturating_sub(1));
    start..at(place.column.saturating_sub(1) + place.length).max(start)
}
