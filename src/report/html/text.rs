//! Texts of a document as a page holds them: whatever somebody wrote is shown, and never read as
//! markup. Any other text is escaped by the macro that writes the page; these two see besides to
//! signs that nobody sees, and to quotes of either kind.

use maud::Render;

use crate::base::markup::escaped;

/// A text as it is.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'t>(pub &'t str);

/// A text in which no line starts with a sign of per cent.
#[derive(Clone, Copy, Debug)]
pub struct Prose<'t>(pub &'t str);

impl Render for Plain<'_> {
    fn render_to(&self, page: &mut String) {
        *page += &escaped(self.0);
    }
}

impl Render for Prose<'_> {
    fn render_to(&self, page: &mut String) {
        *page += &escaped(self.0).replace(" %", "\u{a0}%");
    }
}
