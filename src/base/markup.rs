//! Text that others wrote: as it stands inside HTML and SVG, and where it is shown as it is.

/// A text as it must stand between tags, or between the quotes of an attribute, to be shown as it
/// is and never to be read as markup.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' => escaped.push('\n'),
            // XML knows no other control characters.
            sign if is_unseen(sign) => escaped.push(UNSEEN),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Stands for a sign that nobody sees.
pub const UNSEEN: char = '\u{fffd}';

/// Whether a sign is not seen, but changes what is: it controls a terminal, turns the direction in which
/// the text behind it is read, or has no width, so that two names look like one.
pub fn is_unseen(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}')
        || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

/// A text without signs that nobody sees, line by line.
pub fn seen(text: &str) -> String {
    let is_wrong = |sign: char| sign != '\n' && is_unseen(sign);
    text.replace(is_wrong, &UNSEEN.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_escaped_is_markup() {
        assert_eq!(
            escaped("<script a='b' c=\"d\">&amp;\u{1b}\u{202e}\n"),
            "&lt;script a=&#39;b&#39; c=&quot;d&quot;&gt;&amp;amp;\u{fffd}\u{fffd}\n"
        );
        assert_eq!(escaped("catalogue-01 é 棋"), "catalogue-01 é 棋");
    }

    #[test]
    fn signs_that_nobody_sees_are_shown() {
        // Right to left, no width, and what moves the cursor; lines stay lines.
        for sign in ['\u{202e}', '\u{2067}', '\u{200b}', '\u{200f}', '\u{feff}', '\u{1b}', '\r'] {
            assert_eq!(seen(&format!("a{sign}b\n")), "a\u{fffd}b\n");
        }
        assert_eq!(seen("35\u{202f}000 50\u{a0}% \u{d7} é"), "35\u{202f}000 50\u{a0}% \u{d7} é");
    }
}
