//! Detects names that look like other names: in capitals, or with letters of other scripts.

/// Letters of other scripts and signs that look like the letters of built-in names (a part of
/// Unicode's table of confusables, UTS 39, for lower case).
const CONFUSABLES: [(char, &str); 24] = [
    ('a', "\u{430}\u{251}\u{3b1}"),
    ('b', "\u{184}\u{42c}\u{44c}"),
    ('c', "\u{441}\u{3f2}\u{1d04}"),
    ('d', "\u{501}"),
    ('e', "\u{435}\u{212e}"),
    ('f', "\u{192}"),
    ('g', "\u{261}\u{581}"),
    ('h', "\u{4bb}\u{570}"),
    ('i', "\u{456}\u{131}\u{3b9}"),
    ('j', "\u{458}\u{3f3}"),
    ('l', "\u{4cf}\u{7c}\u{1c0}"),
    ('m', "\u{43c}"),
    ('n', "\u{578}"),
    ('o', "\u{43e}\u{3bf}\u{585}"),
    ('p', "\u{440}\u{3c1}"),
    ('q', "\u{51b}"),
    ('r', "\u{433}"),
    ('s', "\u{455}\u{a731}"),
    ('t', "\u{442}\u{3c4}"),
    ('u', "\u{57d}\u{28b}\u{3c5}"),
    ('v', "\u{475}\u{3bd}"),
    ('w', "\u{51d}\u{461}"),
    ('y', "\u{443}\u{3b3}"),
    ('-', "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}\u{5f}"),
];

/// Folds a name to lower-case ASCII as far as its letters look like it, without blanks and
/// invisible characters.
pub fn folded(name: &str) -> String {
    let shown = name.chars().filter(|sign| !sign.is_whitespace() && !is_invisible(*sign));
    shown
        .flat_map(char::to_lowercase)
        .map(|sign| match sign {
            // Full-width forms.
            '\u{ff01}'..='\u{ff5e}' => {
                char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign).to_ascii_lowercase()
            }
            sign => {
                let is_meant = |(_, others): &&(char, &str)| others.contains(sign);
                CONFUSABLES.iter().find(is_meant).map_or(sign, |(plain, _)| *plain)
            }
        })
        .collect()
}

/// Returns whether a name looks like another one and is a different one.
pub fn is_lookalike(name: &str, other: &str) -> bool {
    // These letters and digits look alike in many typefaces.
    let shape = |name: &str| folded(name).replace(['l', 'i'], "1").replace('o', "0");
    name != other && shape(name) == shape(other)
}

/// Returns whether a character is invisible: zero width, a direction mark, or a combining accent.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{300}'..='\u{36f}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e007f}')
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
            "catalogue-01\u{3164}",
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
