//! `pasang page`: the page to play in a browser, which the feature `page` embeds.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::text::failure::{CommandResult, wrong};
use crate::text::messages::print;
use crate::text::new_files::write_new;
use pasang_core::base::markup::escaped;
use pasang_core::games::game_record::GameRecord;

#[cfg(feature = "page")]
const PAGE: Option<&str> = Some(include_str!(env!("PASANG_PAGE")));
#[cfg(not(feature = "page"))]
const PAGE: Option<&str> = None;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang page --out pasang.html")]
pub struct Page {
    /// New file for the page; `-` for stdout
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Returns the page with the review of a game, for which it searches `positions` positions of each of
/// its own; `None` if the program was built without the page.
pub(super) fn with_review(game: &GameRecord, positions: u64) -> Option<String> {
    let (head, rest) = PAGE?.split_once("</head>")?;
    let game = escaped(&game.to_string());
    let meta = format!("<meta name=\"game\" data-positions=\"{positions}\" content=\"{game}\">");
    Some(format!("{head}{meta}\n</head>{rest}"))
}

impl Page {
    pub fn run(self) -> CommandResult {
        let help = "releases have it; or `crates/web/build.sh` builds it as `target/pasang.html`";
        let page = PAGE.ok_or_else(|| wrong("this program was built without the page", help))?;
        if self.out == Path::new("-") { print(page) } else { write_new(&self.out, page.as_bytes()) }
    }
}
