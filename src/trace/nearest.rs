/// The way out of a mistyped word: the known words when they are few, else the nearest one, else nothing.
pub fn offer<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const FEW: usize = 5;
    const CLOSE: f64 = 0.7;
    let known: Vec<&str> = known.into_iter().collect();
    let nearest = known
        .iter()
        .map(|candidate| (strsim::jaro_winkler(word, candidate), *candidate))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((likeness, candidate)) if likeness >= CLOSE => Some(format!("did you mean `{candidate}`?")),
        Some(_) if known.len() <= FEW => {
            let known: Vec<_> = known.iter().map(|candidate| format!("`{candidate}`")).collect();
            Some(format!("known are {}", known.join(", ")))
        }
        Some(_) | None => None,
    }
}
