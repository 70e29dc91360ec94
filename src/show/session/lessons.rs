//! Explanations for beginners, one for each phase of a game. Toggles explain their own effects.

use pasang_core::games::Setting;
use pasang_core::games::rules::Game;

/// A phase of the game: its explanation, and the toggles that belong to it.
type Part = (&'static str, &'static [&'static str]);

/// Opening, entry, main phase.
const BRUNEI: [Part; 3] = [
    (
        "Opening. Take a whole column of stones from your own half of the board: type its letter. \
         Player 1 has the lower half, player 2 the upper one. The middle row stays. \
         The second player's choice depends on the first one's column:",
        &["reply", "swap-sides"],
    ),
    (
        "Entry. The column that you emptied is your passage. Make one of your stones your ka, \
         your playing piece, and bring it into the passage along its row: `b4-c4xn3` goes from b4 to \
         c4 and takes three stones north of c4, up the board (e: right, s: down, w: left). \
         Where it lands it must take a line of 1, 3, 5 .. stones:",
        &["entry", "jump", "entry-capture", "ka-stone"],
    ),
    (
        "Main phase. Your ka moves any number of empty points along its row or column, and must \
         take a line across its way: left and right of where it lands after a move up or down, \
         above and below it after a move to the side: `c4-c7xe1w2` takes one stone to the right of c7 and two \
         to the left. The nearest stone on a side sets the colour; \
         all behind it of that colour belong to the line, gaps or not. Equal colours on both sides \
         make one line. Lines of 1, 3, 5 .. stones can be taken, those of 2, 4, 6 .. not at all. \
         The hole in the middle and the kas block the way and the view. \
         No stone left: the higher score wins. Who cannot move while stones are left is stuck \
         (suntuk):",
        &["capture", "stuck", "handicap"],
    ),
];

/// The corner, and the hops.
const BELL: [Part; 2] = [
    ("The first player takes one stone from a corner of the board: type its point, as a1.", &[]),
    (
        "Hop with any stone over one right beside it onto the empty point behind: the stone hopped \
         over is yours. The same stone may hop on, as c1-a1-a3-c3, and need not. A turn takes an odd \
         number of stones. No stone hops into the store in the middle. Players take turns in order; who \
         has no hop ends the game, and the highest score wins:",
        &["players", "diagonals", "even-chain", "max-chain", "handicap"],
    ),
];

pub fn parts(rules: &Game) -> Vec<String> {
    let parts: &[Part] = match rules {
        Game::Brunei(_) => &BRUNEI,
        Game::Bell(_) => &BELL,
    };
    let toggles = rules.effective_toggles();
    let lesson = |(text, names): &Part| {
        let about = toggles.iter().filter(|it| names.contains(&it.name) && !it.is_omitted);
        let about = about
            .map(|Setting { name, word, meaning, .. }| format!("\n{name} = {word}: {meaning}"));
        format!("{text}{}", about.collect::<String>())
    };
    parts.iter().map(lesson).collect()
}

/// Explains the notation of moves.
pub fn notation(rules: &Game) -> &'static str {
    match rules {
        Game::Brunei(_) => {
            "\nBehind the x stands what is taken, seen from where the ka lands: `xn2s1` is two stones north of it (up \
             the board) and one south; e is right, w left."
        }
        Game::Bell(_) => {
            "\nA move names every point that the stone comes to: `c1-a1-a3` hops twice."
        }
    }
}

/// Explains the stones, then each phase.
pub fn whole(rules: &Game) -> String {
    format!("{}\n\n{}", stones(rules), parts(rules).join("\n\n"))
}

pub fn stones(rules: &Game) -> String {
    let values = rules.values();
    format!(
        "The stones belong to neither player: both colours are there to be taken. A black stone is worth {}, \
         a white one {}.",
        values.black, values.white
    )
}
