//! "Is it fair?" in the page: the games that `pasang run --setup` plays with the same seed.
//!
//! What a game is drawn from is written down a second time here, for the program's way to it goes through files and
//! threads. The gate holds the two against each other.

use pasang_core::base::random::{HIGHEST_SEED, Key};
use pasang_core::games::rules::{Kind, Rules};
use pasang_core::games::setup::Setup;
use pasang_core::games::{Chosen, Seat, Winners, score_words};
use pasang_core::players::bots::BotSpec;
use pasang_core::players::play::{Seating, Watch};
use pasang_core::players::{Game, Work};
use pasang_core::protocol::{Desk, bot};

/// Plays the games with these indices, between players of one kind in all seats: a line `game INDEX WINNER SCORES
/// MOVES` each, and before them `pairs N`, how many pairs of first moves take turns: in Brunei's game all.
///
/// # Errors
/// When there is no such bot, or a number is none.
pub fn games(desk: &Desk, word: &str, numbers: [&str; 3]) -> Result<String, String> {
    let read = |text: &str| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
    let [seed, from, to] = numbers.map(read);
    let (seed, from, to) = (seed?.min(HIGHEST_SEED), from?, to?);
    let (rules, setup, _) = desk.table();
    Ok(rules.play(Games { rules, setup, bot: bot(word)?, seed, indices: from..to }))
}

struct Games<'a> {
    rules: &'a Rules,
    setup: &'a Setup,
    bot: BotSpec,
    seed: u64,
    indices: std::ops::Range<u64>,
}

impl Work for Games<'_> {
    type Output = String;

    fn with<G: Game>(self, game: &G) -> String {
        let Ok(start) = self.setup.start(game) else { unreachable!("the desk has seen it") };
        let bots = vec![self.bot; game.seats().into()];
        let words: Vec<String> = bots.iter().map(|bot| bot.to_full()).collect();
        let stones = self.setup.stones;
        let [black, white] = [stones.black, stones.white].map(|it| format!("{:x}", it.bits()));
        let (rules, words) = (self.rules.identity(), words.join("/"));
        let purpose = ["game", &black, &white, &rules, &words].map(str::as_bytes);
        let key = Key::new(self.seed, &purpose);
        let pairs = match self.rules.kind() {
            Kind::Brunei => pairs(game, &start),
            Kind::Bell => Vec::new(),
        };
        let mut table = Seating::<G>::new(&bots);
        let mut lines = vec![format!("pairs {}", pairs.len().max(1))];
        for index in self.indices {
            let first = pairs.get(index as usize % pairs.len().max(1));
            let first = first.map_or(&[][..], |pair| pair.as_slice());
            let mut moves = Words(Vec::new());
            let Some(played) = table.play(game, &start, (&key, index), first, &mut moves) else {
                unreachable!("nobody stops it")
            };
            let scores = score_words(&played.scores[..game.seats().into()]);
            let winner = winner(played.outcome.winners);
            lines.push(format!("game {index} {winner} {scores} {}", moves.0.join(" ")));
        }
        lines.join("\n")
    }
}

/// Every pair of first moves, in order.
fn pairs<G: Game>(game: &G, start: &G::Position) -> Vec<[G::Move; 2]> {
    let (mut firsts, mut replies, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    game.moves(start, &mut firsts);
    for &first in &firsts {
        game.moves(&game.play(start, first), &mut replies);
        pairs.extend(replies.iter().map(|&reply| [first, reply]));
    }
    pairs
}

/// As the journal has it: `first`, `draw`, `second/third`.
fn winner(winners: Winners) -> String {
    match winners.seats().map(Seat::word).collect::<Vec<_>>() {
        all if all == ["first", "second"] => "draw".to_owned(),
        all => all.join("/"),
    }
}

struct Words(Vec<String>);

impl<G: Game> Watch<G> for Words {
    fn ply(&mut self, game: &G, position: &G::Position, chosen: &Chosen<G::Move>) {
        self.0.push(game.word(position, chosen.mv));
    }
}
