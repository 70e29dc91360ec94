//! Rule toggles and presets of the Brunei game.

use crate::board::Column;
use crate::games::{Handicap, Preset, ToggleType, Values};

crate::games::toggles! {
    /// A rule set: a value for every toggle.
    pub struct Rules {
        /// Columns that the second player may take when the first took one but f. When the first
        /// player took f, the second may take any other, regardless of this toggle.
        reply: Reply = "reply" {
            /// One of the five columns of the opposite quarter (Wikipedia, Neto)
            Diagonal = "diagonal",
            /// One of the five columns of the opposite quarter, or f (Geoludie, Zillions)
            DiagonalOrMiddle = "diagonal-or-middle",
            /// Any column but the first player's own letter (Pasang Emas, as far as is known)
            AnyOther = "any-other",
            /// Any column but the one that the first player's becomes after half a turn
            AnyButRotated = "any-but-rotated",
        }

        /// Way in which a stone may enter the passage.
        entry: Entry = "entry" {
            /// From the neighbouring column
            Slide = "slide",
            /// By a jump
            Jump = "jump",
            /// Each player as they like (Pasang Emas)
            Either = "either",
            /// The first player as they like, the second in the same way
            FirstDecides = "first-decides",
        }

        /// Origin of a jump into the passage.
        jump: Jump = "jump" {
            /// From two columns away, over a stone (Neto, Geoludie)
            Stone = "stone",
            /// From two columns away, over the next column, empty or not (Wikipedia's tenth rule)
            Column = "column",
            /// From two columns away or more, over whatever lies between (Wikipedia's eighth rule)
            Far = "far",
        }

        /// Lines that the entry may capture.
        entry_capture: EntryCapture = "entry-capture" {
            /// In the row or in the column of the landing point
            RowOrColumn = "row-or-column",
            /// In the row only
            Row = "row",
        }

        /// Part of an odd line that is captured.
        capture: Capture = "capture" {
            /// The whole line
            Whole = "whole",
            /// Any odd number of its stones, nearest first on each side (custom, says Pasang Emas's author)
            Partial = "partial",
        }

        /// Outcome when the player to move has no legal move, and stones are left.
        stuck: Stuck = "stuck" {
            /// The stuck player loses, whatever the score
            Loses = "loses",
            /// The game ends and the scores decide; equal scores are a draw
            ScoreDecides = "score-decides",
        }

        /// Value of the stone that becomes a ka, to its player.
        ka_stone: KaStone = "ka-stone" {
            /// Neither player scores it
            Unscored = "unscored",
            /// Its player scores it
            Scored = "scored",
        }

        /// Points a stone
        values: Values = "values" { Values::CUSTOMARY, ToggleType::Points }

        /// Points given to the second player where scores decide; below 0, to the first
        handicap: Handicap = "handicap" { Handicap::NONE, Handicap::TOGGLE_TYPE, omit_default }

        /// Right of the second player to take the first one's column instead of replying.
        swap_sides: bool = "swap-sides" {
            false,
            ToggleType::Flag([
                "The second player replies to the first one's column",
                "The second player may take the first one's column instead of replying",
            ]),
            omit_default
        }
    }
}

crate::keyword_enum! {
    /// The way in which a stone enters.
    pub enum EntryMode ("way") {
        /// From the neighbouring column.
        Slide = "slide",
        /// From two columns away or more.
        Jump = "jump",
    }
}

/// The presets, the default first.
pub const PRESETS: &[Preset<Rules>] = &[
    Preset {
        name: "brunei-slide",
        source: "Wikipedia, Neto, where the players agree to slide",
        rules: Rules::DEFAULT,
    },
    Preset {
        name: "brunei-jump",
        source: "Wikipedia, Neto, where the players agree to jump",
        rules: Rules { entry: Entry::Jump, ..Rules::DEFAULT },
    },
    Preset {
        name: "pasang-emas",
        source: "the computer game Pasang Emas, as far as its rule is published",
        rules: Rules { reply: Reply::AnyOther, entry: Entry::Either, ..Rules::DEFAULT },
    },
    Preset {
        name: "geoludie",
        source: "the booklet of Geoludie, the Zillions file",
        rules: Rules { reply: Reply::DiagonalOrMiddle, ..Rules::DEFAULT },
    },
    Preset {
        name: "geoludie-jump",
        source: "the booklet of Geoludie, its variant",
        rules: Rules { reply: Reply::DiagonalOrMiddle, entry: Entry::Jump, ..Rules::DEFAULT },
    },
    Preset {
        name: "traditional",
        source: "players by custom, says the author of Pasang Emas",
        rules: Rules { capture: Capture::Partial, ..Rules::DEFAULT },
    },
];

impl Rules {
    /// Returns the preset with this name; `None` if there is none.
    pub fn preset(name: &str) -> Option<Rules> {
        PRESETS.iter().find(|preset| preset.name == name).map(|preset| preset.rules)
    }

    /// Returns whether the second player may open this column after `first`.
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

    /// Returns the ways in which the first player may enter, or the second if the first player's
    /// way does not bind.
    pub const fn modes(&self) -> &'static [EntryMode] {
        match self.entry {
            Entry::Slide => &[EntryMode::Slide],
            Entry::Jump => &[EntryMode::Jump],
            Entry::Either | Entry::FirstDecides => &[EntryMode::Slide, EntryMode::Jump],
        }
    }
}
