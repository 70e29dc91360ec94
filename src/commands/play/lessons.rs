//! What somebody is told who plays for the first time: the rules, each when it comes up.

use crate::base::words::Choice;
use crate::games::Values;
use crate::games::bell::{self, Diagonals, EvenChain};
use crate::games::brunei::{self, Capture, Entry, EntryCapture, Jump, KaStone, Reply, Stuck};
use crate::games::rules::Rules;

/// What is told of each part of a game, once.
#[derive(Clone, Debug)]
pub struct Lessons {
    parts: Vec<String>,
    told: Vec<bool>,
}

impl Lessons {
    /// The lessons of a game by these rules, a part of the game each.
    pub fn of(rules: &Rules) -> Lessons {
        let parts = parts(rules);
        Lessons { told: vec![false; parts.len()], parts }
    }

    /// What is to be told at this part of the game, if it has not been told.
    pub fn at(&mut self, part: usize) -> Option<&str> {
        let told = self.told.get_mut(part)?;
        if std::mem::replace(told, true) { None } else { self.parts.get(part).map(String::as_str) }
    }
}

/// The rules in short sentences: what the game is about, and then its parts.
pub fn whole(rules: &Rules) -> String {
    let values = match (rules.values(), rules.values() == Values::CUSTOMARY) {
        (Values { black, white }, false) => {
            format!("A black stone is worth {black}, a white one {white}.")
        }
        (_, true) => "A black stone is worth 1 point, a white one 2.".to_owned(),
    };
    let mut text =
        format!("The stones belong to nobody: both colours are there to be taken. {values}\n");
    if let Some(words) = rules.in_advance() {
        text += &format!("Where scores decide, {words}.\n");
    }
    for part in parts(rules) {
        text += &format!("\n{part}\n");
    }
    text.trim_end().to_owned()
}

/// The toggles of the rules, a line each.
pub fn toggles(rules: &Rules) -> String {
    let mut text = "\nThe toggles of these rules:".to_owned();
    for toggle in rules.toggles() {
        text += &format!("\n  {:<14} {:<20} {}", toggle.name, toggle.word, toggle.meaning);
    }
    text
}

fn parts(rules: &Rules) -> Vec<String> {
    match rules {
        Rules::Brunei(rules) => brunei_parts(rules),
        Rules::Bell(rules) => bell_parts(rules),
    }
}

/// Opening, entry, main phase.
fn brunei_parts(rules: &brunei::Rules) -> Vec<String> {
    let reply = match rules.reply {
        Reply::Diagonal => "one on the other side of the middle column",
        Reply::DiagonalOrMiddle => "the middle one or one on the other side of it",
        Reply::AnyOther => "any but the one with the first player's letter",
        Reply::AnyButRotated => {
            "any but the one that the first player's becomes after half a turn of the board"
        }
    };
    let swap = match rules.swap_sides {
        true => {
            " Or the second player types `swap` and takes over the first one's column, with its points and \
             its half; the first player then replies."
        }
        false => "",
    };
    let opening = format!(
        "Opening. Take a whole column of stones from your own half of the board: type its letter. \
         Player 1 has the lower half, player 2 the upper one. The middle row stays. \
         The second player then takes {reply}; \
         when the first took the middle column, any other.{swap}"
    );
    let over = match rules.jump {
        Jump::Stone => "from two columns away, over a stone, which stays",
        Jump::Column => "from two columns away",
        Jump::Far => "from two columns away or more",
    };
    let way = match rules.entry {
        Entry::Slide => "Slide it in along its row, from the column beside the gap.".to_owned(),
        Entry::Jump => format!("Jump with it along its row, {over}."),
        Entry::Either => format!("Slide it in from the column beside the gap, or jump {over}."),
        Entry::FirstDecides => format!(
            "Slide it in from the column beside the gap, or jump {over}. \
             The second player enters in the way of the first."
        ),
    };
    let lines = match rules.entry_capture {
        EntryCapture::RowOrColumn => "in its row or in its column",
        EntryCapture::Row => "in its row",
    };
    let scored = match rules.ka_stone {
        KaStone::Unscored => "Nobody scores the stone itself.",
        KaStone::Scored => "You score the stone itself, too.",
    };
    let entry = format!(
        "Entry. The column that you emptied is your passage. Make one of your stones your ka, \
         your playing piece, and bring it into the passage. {way} \
         Where it lands it must take a line of 1, 3, 5 .. stones {lines}. {scored}"
    );
    let part = match rules.capture {
        Capture::Whole => {
            "A line of 1, 3, 5 .. stones is taken whole; one of 2, 4, 6 .. not at all."
        }
        Capture::Partial => {
            "Of a line of 1, 3, 5 .. stones you take any odd number, the nearest first; \
             one of 2, 4, 6 .. cannot be taken at all."
        }
    };
    let stuck = match rules.stuck {
        Stuck::Loses => "loses, whatever the score",
        Stuck::ScoreDecides => "ends the game, and the score decides",
    };
    let main = format!(
        "Main phase. Your ka moves any number of empty points along its row or column, and must \
         take a line across its way: left and right of where it lands after a move up or down, \
         above and below it after a move to the side. The nearest stone on a side sets the colour; \
         all behind it of that colour belong to the line, gaps or not. Equal colours on both sides \
         make one line. {part} \
         The hole in the middle and the kas block the way and the view. \
         No stone left: the higher score wins. Who cannot move while stones are left is stuck \
         (suntuk) and {stuck}."
    );
    vec![opening, entry, main]
}

/// The corner, and the hops.
fn bell_parts(rules: &bell::Rules) -> Vec<String> {
    let corner =
        "The first player takes one stone from a corner of the board: type its point, as a1."
            .to_owned();
    let diagonals = match rules.diagonals {
        Diagonals::Marked => "along a row, a column or one of the four marked diagonals",
        Diagonals::None => "along a row or a column",
    };
    let even = match rules.even_chain {
        EvenChain::Forbidden => "A turn takes an odd number of stones",
        EvenChain::Forfeited => {
            "A turn takes an odd number of stones: after an even number of hops the last one stays; \
             so many"
        }
    };
    let most = rules.max_chain;
    let hop = format!(
        "Hop with any stone over one right beside it, {diagonals}, \
         onto the empty point behind: the stone hopped over is yours. The same stone may hop on, \
         as c1-a1-a3-c3, and need not. {even}, {most} at most. \
         Nobody hops into the store in the middle. Who has no hop ends the game; the highest score \
         wins. {}",
        match rules.players {
            2 => "",
            _ => "The players take turns in order.",
        }
    );
    vec![corner, hop.trim_end().to_owned()]
}

/// What a player is told whose game has ended in an unexpected way.
pub fn of_stuck(rules: &Rules) -> Option<&'static str> {
    let Rules::Brunei(rules) = rules else { return None };
    Some(match rules.stuck {
        Stuck::Loses => {
            "Stuck (suntuk): the ka reaches no point from which a line of 1, 3, 5 .. stones can be \
             taken. By these rules a stuck player loses, whatever the score."
        }
        Stuck::ScoreDecides => {
            "Stuck (suntuk): the ka reaches no point from which a line of 1, 3, 5 .. stones can be \
             taken. By these rules the game ends there, and the score decides."
        }
    })
}

/// The rules in a line.
pub fn named(rules: &Rules) -> String {
    let named = crate::games::rules::presets().find(|named| named.rules == *rules);
    named.map_or_else(
        || {
            let words = rules.differences().into_iter();
            let words: Vec<String> =
                words.map(|toggle| format!("{}={}", toggle.name, toggle.word)).collect();
            format!("{} with {}", rules.kind().word(), words.join(" "))
        },
        |named| named.name,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rules::presets;

    #[test]
    fn each_part_is_told_once() {
        for named in presets() {
            let mut lessons = Lessons::of(&named.rules);
            for part in 0..named.rules.phases().len() {
                assert!(lessons.at(part).is_some(), "{} {part}", named.name);
                assert_eq!(lessons.at(part), None);
            }
            assert_eq!(lessons.at(named.rules.phases().len()), None);
        }
    }
}
