//! Which moves a few typed signs may mean.

/// The moves that may be meant. `words` are the legal ones, in the order in which they are numbered. A
/// move is meant by its number, by its word, or by any part of it that no other move has: `FROM-TO`,
/// the way of a stone, or the one point where it starts or ends.
pub fn meant(typed: &str, words: &[String]) -> Vec<usize> {
    // A number below 0 is no move with a dash before it.
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

/// In small letters, and with a `-` between points however they were put apart.
fn tidied(typed: &str) -> String {
    let text = typed.to_lowercase().replace('-', " ");
    text.split_whitespace().collect::<Vec<_>>().join("-")
}

fn points(word: &str) -> Vec<&str> {
    word.split('x').next().unwrap_or("").split('-').collect()
}

/// Whether a text stands for a move: its beginning, or its first point and its last.
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
        // Example 4 of the rules, and a move that goes to the same point; then hops, where a short way
        // is not taken for a long one; then columns.
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
