//! Rule toggles and presets of the Brunei game.

use crate::board::Column;
use crate::games::{Handicap, Preset, ToggleType, Values};

/// Factors of the balance model's loading, for other replies.
const REPLY_LOADINGS: [(&str, f64); 3] =
    [("diagonal-or-middle", 0.794), ("any-other", 0.794), ("any-but-rotated", 0.794)];

crate::games::toggles! {
    /// A rule set: a value for every toggle.
    pub struct Rules {
        /// Columns that the second player may take when the first took one but f. When the first
        /// player took f, the second may take any other, regardless of this toggle.
        reply: Reply = "reply" [deviation: Some(0.05), loadings: &REPLY_LOADINGS] {
            /// One of the five columns of the opposite quarter
            Diagonal = "diagonal" (disputed: "Wikipedia, Neto"),
            /// One of the five columns of the opposite quarter, or f
            DiagonalOrMiddle = "diagonal-or-middle" (disputed: "Geoludie, Zillions"),
            /// Any column but the first player's own letter
            AnyOther = "any-other" (disputed: "Pasang Emas, as far as is known"),
            /// Any column but the one that the first player's becomes after half a turn
            AnyButRotated = "any-but-rotated" (disputed: "Pasang Emas, if not any-other"),
        }

        /// Way in which a stone may enter the passage.
        entry: Entry = "entry" [deviation: Some(0.0314), loadings: &[("jump", 0.889)]] {
            /// From the neighbouring column
            Slide = "slide" (disputed: "Geoludie; Wikipedia and Neto, if agreed on"),
            /// By a jump
            Jump = "jump" (disputed: "Geoludie's variant; Wikipedia and Neto, if agreed on"),
            /// Each player as they like
            Either = "either" (disputed: "Pasang Emas"),
            /// The first player as they like, the second in the same way
            FirstDecides = "first-decides" (what if),
        }

        /// Origin of a jump into the passage.
        jump: Jump = "jump" [deviation: Some(0.0137), idle_beside: Some(("entry", "slide"))] {
            /// From two columns away, over a stone
            Stone = "stone" (disputed: "Neto, Geoludie"),
            /// From two columns away, over the next column, empty or not
            Column = "column" (disputed: "Wikipedia's tenth rule"),
            /// From two columns away or more, over whatever lies between
            Far = "far" (disputed: "Wikipedia's eighth rule"),
        }

        /// Lines that the entry may capture.
        entry_capture: EntryCapture = "entry-capture" [deviation: Some(0.0137)] {
            /// In the row or in the column of the landing point
            RowOrColumn = "row-or-column",
            /// In the row only
            Row = "row" (what if),
        }

        /// Part of an odd line that is captured.
        capture: Capture = "capture" [deviation: Some(0.0137)] {
            /// The whole line
            Whole = "whole",
            /// Any odd number of its stones, nearest first on each side
            Partial = "partial" (custom: "Pasang Emas's author"),
        }

        /// Outcome when the player to move has no legal move, and stones are left.
        stuck: Stuck = "stuck" [changes_others: true] {
            /// The stuck player loses, whatever the score
            Loses = "loses",
            /// The game ends and the scores decide; equal scores are a draw
            ScoreDecides = "score-decides" (what if),
        }

        /// Value of the stone that becomes a ka, to its player.
        ka_stone: KaStone = "ka-stone" [deviation: Some(0.0137)] {
            /// Neither player scores it
            Unscored = "unscored" (disputed: "Neto's example"),
            /// Its player scores it
            Scored = "scored" (disputed: "perhaps Geoludie, where a marker replaces it"),
        }

        /// Points a stone
        values: Values = "values" [deviation: Some(0.0137)] {
            Values::CUSTOMARY, ToggleType::Points, (what if)
        }

        /// Points given to the second player where scores decide; below 0, to the first
        handicap: Handicap = "handicap" [omits_default: true] {
            Handicap::NONE, Handicap::TOGGLE_TYPE, (what if)
        }

        /// Right of the second player to take the first one's column instead of replying.
        swap_sides: bool = "swap-sides" [omits_default: true] {
            false,
            ToggleType::Flag([
                "The second player replies to the first one's column",
                "The second player may take the first one's column instead of replying",
            ]),
            (what if)
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
