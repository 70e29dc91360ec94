//! What can differ from one Brunei table to the next.

use crate::board::Column;
use crate::game::Values;

crate::words! {
    /// Which columns the second player may take when the first took one but f.
    ///
    /// When the first player took f, the second may take any other, whatever stands here.
    pub enum Reply ("reply") {
        /// One of the five columns of the opposite quarter (Wikipedia, Neto)
        Diagonal = "diagonal",
        /// One of the five columns of the opposite quarter, or f (Geoludie, Zillions)
        DiagonalOrMiddle = "diagonal-or-middle",
        /// Any column but the first player's own letter (Pasang Emas, as far as is known)
        AnyOther = "any-other",
        /// Any column but the one that the first player's becomes after half a turn
        AnyButRotated = "any-but-rotated",
    }
}

crate::words! {
    /// How a stone may enter the passage.
    pub enum Entry ("entry") {
        /// From the neighbouring column
        Slide = "slide",
        /// From two columns away, over a stone
        Jump = "jump",
        /// Each player as they like (Pasang Emas)
        Either = "either",
        /// The first player as they like, the second in the same way
        FirstDecides = "first-decides",
    }
}

crate::words! {
    /// Where the entry may capture.
    pub enum EntryCapture ("entry-capture") {
        /// In the row or in the column of the landing point
        RowOrColumn = "row-or-column",
        /// In the row only
        Row = "row",
    }
}

crate::words! {
    /// How much of an odd line is taken.
    pub enum Capture ("capture") {
        /// The whole line
        Whole = "whole",
        /// Any odd number of its stones, nearest first on each side (custom, says Pasang Emas's author)
        Partial = "partial",
    }
}

crate::words! {
    /// What happens when the player to move cannot, and stones are left.
    pub enum Stuck ("stuck") {
        /// The stuck player loses, whatever the score
        Loses = "loses",
        /// The game ends and the scores decide; equal scores are a draw
        ScoreDecides = "score-decides",
    }
}

crate::words! {
    /// Whether the stone that becomes a ka is worth its points to the player.
    pub enum KaStone ("ka-stone") {
        /// Nobody scores it
        Unscored = "unscored",
        /// Its player scores it
        Scored = "scored",
    }
}

/// How a stone entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// From the neighbouring column.
    Slide,
    /// From two columns away.
    Jump,
}

impl Way {
    /// How many columns it crosses.
    pub const fn columns(self) -> i8 {
        match self {
            Way::Slide => 1,
            Way::Jump => 2,
        }
    }
}

/// A table's rules: a value for every toggle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// Which columns the second player may take.
    pub reply: Reply,
    /// How a stone may enter.
    pub entry: Entry,
    /// Where the entry may capture.
    pub entry_capture: EntryCapture,
    /// How much of a line is taken.
    pub capture: Capture,
    /// What being stuck means.
    pub stuck: Stuck,
    /// Whether the ka's stone is scored.
    pub ka_stone: KaStone,
    /// What stones are worth.
    pub values: Values,
}

/// The named rule sets.
pub const PRESETS: [(&str, Rules); 5] = {
    const SLIDE: Rules = Rules {
        reply: Reply::Diagonal,
        entry: Entry::Slide,
        entry_capture: EntryCapture::RowOrColumn,
        capture: Capture::Whole,
        stuck: Stuck::Loses,
        ka_stone: KaStone::Unscored,
        values: Values::CUSTOMARY,
    };
    [
        ("brunei-slide", SLIDE),
        ("brunei-jump", Rules { entry: Entry::Jump, ..SLIDE }),
        ("pasang-emas", Rules { reply: Reply::AnyOther, entry: Entry::Either, ..SLIDE }),
        ("geoludie", Rules { reply: Reply::DiagonalOrMiddle, ..SLIDE }),
        ("traditional", Rules { capture: Capture::Partial, ..SLIDE }),
    ]
};

impl Rules {
    /// The named rule set.
    pub fn preset(name: &str) -> Option<Rules> {
        PRESETS.into_iter().find(|&(known, _)| known == name).map(|(_, rules)| rules)
    }

    /// Whether the second player may take a column after the first took `first`.
    pub fn allows_reply(&self, first: Column, column: Column) -> bool {
        if first == Column::MIDDLE {
            return column != Column::MIDDLE;
        }
        let opposite =
            if first < Column::MIDDLE { column > Column::MIDDLE } else { column < Column::MIDDLE };
        match self.reply {
            Reply::Diagonal => opposite,
            Reply::DiagonalOrMiddle => opposite || column == Column::MIDDLE,
            Reply::AnyOther => column != first,
            Reply::AnyButRotated => column != first.turned(),
        }
    }

    /// The ways in which the first player may enter, or the second where the first's way does not
    /// bind.
    pub const fn ways(&self) -> &'static [Way] {
        match self.entry {
            Entry::Slide => &[Way::Slide],
            Entry::Jump => &[Way::Jump],
            Entry::Either | Entry::FirstDecides => &[Way::Slide, Way::Jump],
        }
    }
}

impl Default for Rules {
    /// `brunei-slide`.
    fn default() -> Rules {
        PRESETS[0].1
    }
}
