//! Interpretation of abbreviated moves.

/// Returns the indices of the moves that the input may mean. `words` are the legal moves as
/// numbered on the screen. A move is given by its number, its notation, or an unambiguous part:
/// `FROM-TO`, the path of a stone, or the one point where it starts or ends.
pub fn meant(typed: &str, words: &[String]) -> Vec<usize> {
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
    (0..words.len()).filter(|&place| is_meant(&text, &words[place])).collect()
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

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn a_part_of_a_move_is_enough_where_no_other_has_it() {
        // Example 4 of the rules, and a move to the same point; then hops, where a short path must
        // not match a longer one; then columns.
        let main = "c4-b7xn2s1 c4-c2xe3 c4-c3xe3 c4-d7xs1 c4-d7xe3";
        let hops = "c1-a1 c1-a1-a3-c3 e1-c1 e1-e3-c3";
        for (moves, typed, expected) in [
            (main, "c4-c2xe3", &[1][..]),
            (main, "C4-C2", &[1]),
            (main, "c4 c2", &[1]),
            (main, "c4 - c2", &[1]),
            (main, "c2", &[1]),
            (main, "3", &[2]),
            (main, "c4-d7xs", &[3]),
            (main, "c4-b7xn2", &[0]),
            (main, "c4-d7", &[3, 4]),
            (main, "c4", &[0, 1, 2, 3, 4]),
            (main, "c4-d7x", &[3, 4]),
            (main, "b4-c4", &[]),
            (main, "c4-c2xw3", &[]),
            (main, "mvoes", &[]),
            (main, "6", &[]),
            (main, "0", &[]),
            (main, "-1", &[]),
            (main, "-", &[]),
            (hops, "c1-a1", &[0]),
            (hops, "c1-c3", &[1]),
            (hops, "e1-e3", &[3]),
            (hops, "c3", &[1, 3]),
            ("a b c", "c", &[2]),
            ("g h i", "d", &[]),
        ] {
            let words: Vec<String> = moves.split(' ').map(str::to_owned).collect();
            assert_eq!(meant(typed, &words), expected, "{moves}: {typed}");
        }
    }
}
