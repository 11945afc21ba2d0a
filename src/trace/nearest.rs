/// The way out of a mistyped word: the nearest known word when one is close, else all of them when they are few.
pub fn offer<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const FEW: usize = 5;
    let known: Vec<&str> = known.into_iter().collect();
    match (nearest(word, known.iter().copied()), &known[..]) {
        (Some(near), _) => Some(format!("did you mean `{near}`?")),
        (None, []) => None,
        (None, [only]) => Some(format!("the only one is `{only}`")),
        (None, few) if few.len() <= FEW => {
            let few: Vec<_> = few.iter().map(|known| format!("`{known}`")).collect();
            Some(format!("known are {}", few.join(", ")))
        }
        (None, _) => None,
    }
}

/// The known word that a mistyped one is close to; letters in the other case are close.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const CLOSE: f64 = 0.7;
    let word = word.to_lowercase();
    let likeness = |candidate: &'a str| (strsim::jaro_winkler(&word, candidate), candidate);
    let nearest = known.into_iter().map(likeness).max_by(|a, b| a.0.total_cmp(&b.0));
    nearest.filter(|(likeness, _)| *likeness >= CLOSE).map(|(_, candidate)| candidate)
}
