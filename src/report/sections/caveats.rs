//! How much of it to believe.

use crate::experiment::{NextStart, Openings};
use crate::report::material::Material;
use crate::report::words::{count, paragraph};
use crate::stats::summary::honesty;

/// What a reader must know before believing any of it.
pub(super) fn caveats(material: &Material<'_>) -> Vec<String> {
    let experiment = material.experiment;
    let mut caveats = vec![
        "These are games between bots. They say how setups and rules treat such players, not how \
         people, or stronger bots, would fare."
            .to_owned(),
    ];
    if material.cells.len() > 1 {
        let named = match material.all.decider {
            Some(_) => "",
            None => ", so this report names no most balanced setup",
        };
        caveats.push(format!(
            "The highest and the lowest of many scores look more extreme than they are{named}."
        ));
    }
    if let Some(rounds) = experiment.rounds {
        caveats.push(format!(
            "These are matches of {} rounds. The first player, seat 1, starts round 1; {}. A match \
             goes to the highest sum of its rounds' scores, and scores as a round does. Scores, \
             intervals and margins are of matches, all else is of rounds.",
            rounds.count(),
            match rounds.next_start {
                NextStart::Alternate => "then the seats take turns",
                NextStart::LastCapturer =>
                    "whoever captured the last stone of a round starts the next",
            }
        ));
    }
    caveats.extend(honesty::words(material.all).iter().map(|words| paragraph(words)));
    if experiment.openings != Openings::AsChosen {
        caveats.push(
            "The first two moves were given, each pair equally often: no bot chose them."
                .to_owned(),
        );
    }
    if experiment.common_random {
        caveats.push(
            "All cells drew the same random numbers, game by game, so that they can be compared; \
             their scores are not independent of one another."
                .to_owned(),
        );
    }
    if material.games() < material.of {
        caveats.push(format!(
            "Unfinished: {} of {} {} are played.",
            count(material.games()),
            count(material.of),
            material.all.units()
        ));
    }
    caveats
}
