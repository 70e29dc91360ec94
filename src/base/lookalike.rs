//! Detects names that look like other names: in capitals, or with letters of other scripts.

/// Returns whether a name looks like another one, of ASCII letters, and is a different one: they
/// have the same letters and digits. A letter of another script may look like any, and signs that
/// are no letters, among them the invisible ones, do not count.
pub fn is_lookalike(name: &str, other: &str) -> bool {
    let [shape, wanted] = [name, other].map(shape);
    let is_near = |(sign, wanted): (&char, &char)| sign == wanted || !sign.is_ascii();
    name != other
        && shape.iter().any(char::is_ascii)
        && shape.len() == wanted.len()
        && shape.iter().zip(&wanted).all(is_near)
}

/// Returns the letters and digits of a name, alike where they look alike in many typefaces.
fn shape(name: &str) -> Vec<char> {
    let signs = name.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase);
    let alike = |sign| match sign {
        'l' | 'i' => '1',
        'o' => '0',
        sign => sign,
    };
    signs.map(alike).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_other_scripts_and_hidden_signs_look_alike() {
        for name in [
            "Catalogue-01",
            "CATALOGUE-01",
            "c\u{430}talogue-01",
            "catalogue\u{2011}01",
            "catalogue_01",
            "catalogue-0l",
            "catalogue-O1",
            "cata\u{200b}logue-01",
            "catalogue-01\u{fe0f}",
            "\u{ff43}atalogue-01",
            "catalogue 01".replace(' ', "-\u{301}").as_str(),
        ] {
            assert!(is_lookalike(name, "catalogue-01"), "{}", name.escape_debug());
        }
        for name in ["catalogue-01", "catalogue-02", "catalogue-1", "katalogue-01", "mine"] {
            assert!(!is_lookalike(name, "catalogue-01"), "{name}");
        }
    }
}
