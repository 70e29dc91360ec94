//! Interpretation of abbreviated moves.

/// Returns the indices of the moves that the input may mean. `words` are the legal moves as
/// numbered on the screen. A move is given by its number, its notation, or an unambiguous part:
/// `FROM-TO`, the path of a stone, or the one point where it starts or ends.
pub fn meant(typed: &str, words: &[&str]) -> Vec<usize> {
    // A negative number is no move.
    if typed.starts_with('-') {
        return Vec::new();
    }
    let text = tidied(typed);
    if let Some(place) = words.iter().position(|word| *word == text) {
        return vec![place];
    }
    if let Ok(number) = text.parse::<usize>() {
        return (1..=words.len()).filter(|&it| it == number).map(|it| it - 1).collect();
    }
    (0..words.len()).filter(|&place| is_meant(&text, words[place])).collect()
}

/// Normalizes to lower case, with a `-` between points.
fn tidied(typed: &str) -> String {
    let text = typed.to_lowercase().replace('-', " ");
    text.split_whitespace().collect::<Vec<_>>().join("-")
}

fn points(word: &str) -> Vec<&str> {
    word.split('x').next().unwrap_or("").split('-').collect()
}

/// Returns whether a text matches a move: its beginning, or its first and last point.
fn is_meant(text: &str, word: &str) -> bool {
    let is_whole = |rest: &str| text.contains('x') || rest.starts_with(['x', '-']);
    if word.strip_prefix(text).is_some_and(is_whole) {
        return true;
    }
    let (way, ends) = (points(word), points(text));
    match ends[..] {
        _ if text.contains('x') => false,
        [point] => way.len() > 1 && (way.first() == Some(&point) || way.last() == Some(&point)),
        [from, to] => way.first() == Some(&from) && way.last() == Some(&to),
        _ => false,
    }
}
