//! "Is it fair?" of any game in the page: a table of results, answered as `pasang balance TABLE` does.

use pasang_balance::Direction;
use pasang_balance::table::gate::round;
use pasang_balance::table::{Answer, Share, Table, TableError, TableOptions, csv_file};
use pasang_core::base::markup::escaped;
use pasang_core::base::text::{Keyword, decimal, rounded};

/// Most patterns, options and openings that are shown.
const MOST: usize = 12;

// Texts in English and, after a bar, in Malay; values stand in place of `{}`.
const CLASS: &str = "class|kelas";
const SEAT: &str = "seat|tempat";
const SHOWN: &str = "shown|ditunjukkan";
const GAMES: &str = "games|permainan";
const POINTS: &str = "points for the first|mata bagi yang pertama";
const BEGIN: &str = "<h3>Patterns: {}. Games: {}. Seats: {}.</h3><p>Left out: {} games without result, {} without rating. Even is {} %. Intervals hold with 95 %.</p>|<h3>Corak: {}. Permainan: {}. Tempat: {}.</h3><p>Diketepikan: {} permainan tanpa keputusan, {} tanpa penarafan. Seri ialah {} %. Selang benar dengan 95 %.</p>";
const OPEN: &str = "The size of {} of {} is open: |Jarak {} daripada {} belum pasti: ";
const ENOUGH: &str = "about {} games would decide half of them.|kira-kira {} permainan akan menentukan separuh daripadanya.";
const ENOUGH_BY: &str = "about {} games by {} players would decide half of them.|kira-kira {} permainan oleh {} pemain akan menentukan separuh daripadanya.";
const PLAYERS: &str = "more players would tell, more games hardly.|lebih banyak pemain akan menunjukkannya, permainan lagi hampir tidak.";
const LIMIT: &str = "more games would hardly decide it, at the limit.|permainan lagi hampir tidak menentukannya, di sempadan.";
const FORM: [&str; 5] = [
    "Is another game fair? Bring its results|Adilkah permainan lain? Bawa keputusannya",
    "Choose a table (CSV), or drop it here: a row a game, with columns as map, class, bot, first, winner, score or games. Nothing leaves this device. The command pasang balance gives the same answer.|Pilih jadual (CSV), atau lepaskan di sini: satu baris satu permainan, dengan lajur seperti map, class, bot, first, winner, score atau games. Tiada apa-apa meninggalkan peranti ini. Arahan pasang balance memberikan jawapan yang sama.",
    "Table of results|Jadual keputusan",
    "What columns are called otherwise|Nama lain bagi lajur",
    "Columns that are options of the rules|Lajur yang merupakan pilihan peraturan",
];
/// Parts of the core's sentences, with the Malay ones.
const OF_CORE: [&str; 8] = [
    "games; about 100 tell|Permainan terlalu sedikit: sekurang-kurangnya 5, dan kira-kira 100 menunjukkan mata hingga 10 mata peratusan.",
    "one seat only|Setiap pemain duduk di satu tempat sahaja, jadi tempat dan kemahiran tidak dapat dibezakan: biar mereka bertukar tempat.",
    "`0` is read as a draw|`0` dibaca sebagai seri, dan tiada permainan dimenangi tempat kedua: jika tempat dikira dari 0, tulis first dan second.",
    "Not read, as other columns|Lajur yang maknanya sudah ada pada lajur lain tidak dibaca.",
    "One player: |Seorang pemain: yang lain mungkin berbeza lebih daripada yang ditunjukkan; empat pemain menunjukkannya.",
    "Seats rotate: |Tempat bergilir: setiap pemain duduk di setiap tempat sama kerap.",
    "Openings are left out|Pembukaan diketepikan: terlalu banyak.",
    "Each score is a mean over the values|Setiap mata ialah purata bagi semua nilai pilihan peraturan.",
];

/// Returns the form in a language, `en` or `ms`, as HTML.
pub fn form(language: &str) -> String {
    let [title, about, table, columns, factors] = FORM.map(|it| Language::of(language).word(it));
    let field = |label: &str, input: &str| format!("<label><span>{label}</span>{input}</label>");
    format!(
        "<summary>{title}</summary><p>{about}</p><div class=\"form\">{}{}{}</div><div class=\"result\"></div>",
        field(table, "<input type=\"file\" accept=\".csv,.tsv,.txt,text/csv\">"),
        field(
            &format!("{columns} (--columns)"),
            "<input placeholder=\"pattern=where,winner=who\">"
        ),
        field(&format!("{factors} (--factor)"), "<input>"),
    )
}

/// Answers on a table: the order is a line with the language, one with names of columns and one with
/// options, both as the command has them, and then a file. Returns HTML.
pub fn told(order: &[u8]) -> String {
    let mut parts = order.splitn(4, |it| *it == b'\n');
    let mut line = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let (language, columns, factors) = (line(), line(), line());
    let words = |line: &str| -> Vec<String> {
        line.split(',').map(str::to_owned).filter(|it| !it.trim().is_empty()).collect()
    };
    let options = TableOptions::of(&words(&columns), words(&factors), Vec::new());
    match options.and_then(|it| answered(parts.next().unwrap_or_default(), &it)) {
        Ok(answer) => Language::of(&language).answer(&answer),
        Err(TableError { row, what, help }) => {
            let row = row.map_or(String::new(), |row| format!("line {row}: "));
            let told = escaped(&format!("{row}{what}; {help}"));
            format!("<p class=\"wrong\" lang=\"en\">{told}</p>")
        }
    }
}

fn answered(file: &[u8], options: &TableOptions) -> Result<Answer, TableError> {
    let mut games = None;
    // Reading from memory does not fail.
    csv_file::read(&mut games, file, options).unwrap_or(Ok(()))?;
    games.map_or_else(|| unreachable!("no columns are refused"), Table::answer)
}

fn percent(share: f64) -> String {
    // Half away from zero, as the command.
    rounded(100.0 * share, 1)
}

fn signed(share: f64) -> String {
    format!("{}{}", if share < 0.0 { "-" } else { "+" }, percent(share.abs()))
}

fn range([low, high]: [f64; 2], of: fn(f64) -> String) -> String {
    format!("{} – {}", of(low), of(high))
}

fn score(it: &Share, lack: &Option<String>) -> String {
    let ends = || format!(" ({})", range([it.low, it.high], percent));
    percent(it.mean) + &if lack.is_none() { ends() } else { String::new() }
}

/// A language of the page, by its place in a word.
struct Language(usize);

impl Language {
    fn of(word: &str) -> Language {
        Language(usize::from(word == "ms"))
    }

    fn word<'w>(&self, words: &'w str) -> &'w str {
        words.split('|').nth(self.0).unwrap_or(words)
    }

    fn say<T: ToString>(&self, words: &str, values: &[T]) -> String {
        let fill = |text: String, it: &T| text.replacen("{}", &it.to_string(), 1);
        values.iter().fold(self.word(words).to_owned(), fill)
    }

    fn answer(&self, answer: &Answer) -> String {
        let patterns = answer.pattern_count();
        let Answer { seats, games, without_result, without_rating, .. } = *answer;
        let counts = [patterns as u64, games, seats as u64, without_result, without_rating];
        let mut values = counts.map(|it| it.to_string()).to_vec();
        values.push(decimal(100.0 / seats as f64, 1));
        let mut html = self.say(BEGIN, &values) + &self.classes(answer);
        if patterns > 1 {
            html += &self.patterns(answer);
        }
        if !answer.options.is_empty() {
            html += &self.options(answer);
        }
        if !answer.openings.is_empty() {
            html += &self.openings(answer);
        }
        html + &self.unknown(answer)
    }

    /// Writes a table, a row of cells for each thing; a column without any text is left out.
    fn table<T, const N: usize>(
        &self,
        heads: [&str; N],
        of: &[T],
        row: impl Fn(&T) -> [String; N],
    ) -> String {
        let heads = heads.map(|it| self.word(it).to_owned());
        let rows: Vec<[String; N]> = of.iter().map(row).collect();
        let shown: Vec<usize> =
            (0..N).filter(|&at| rows.iter().any(|row| !row[at].is_empty())).collect();
        let line = |cells: &[String; N], tag: &str| {
            let cell = |&at: &usize| format!("<{tag}>{}</{tag}>", escaped(&cells[at]));
            format!("<tr>{}</tr>", shown.iter().map(cell).collect::<String>())
        };
        format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table class=\"classes\"><thead>{}</thead><tbody>{}</tbody></table></div>",
            heads[0],
            line(&heads, "th"),
            rows.iter().map(|it| line(it, "td")).collect::<String>()
        )
    }

    fn classes(&self, answer: &Answer) -> String {
        let ends = |it: Option<[f64; 2]>| it.map_or(String::new(), |it| range(it, percent));
        let more = |[mean, low, high]: [f64; 3]| {
            format!("{} ({})", signed(mean), range([low, high], signed))
        };
        let heads = [
            CLASS,
            SEAT,
            head(answer.seats),
            SHOWN,
            "one player more|seorang pemain lagi",
            "over such patterns|pada corak seperti ini",
            "than the first class|berbanding kelas pertama",
            GAMES,
        ];
        self.table(heads, &answer.classes, |it| {
            [
                it.class.clone(),
                seat(it.seat, answer.seats),
                score(&it.score, &it.lack),
                self.statement(&it.score, &it.lack, answer.seats),
                ends(it.score.one_more),
                ends(it.over_such),
                it.more_than_first.map_or(String::new(), more),
                it.games.to_string(),
            ]
        })
    }

    fn patterns(&self, answer: &Answer) -> String {
        let farthest = "farthest from even|paling jauh daripada seri";
        let mut all = answer.farthest();
        all.truncate(MOST);
        self.table([farthest, CLASS, SEAT, head(answer.seats), SHOWN, GAMES], &all, |it| {
            [
                it.pattern.clone(),
                it.class.clone(),
                seat(it.seat, answer.seats),
                score(&it.score, &it.lack),
                self.statement(&it.score, &it.lack, answer.seats),
                it.games.to_string(),
            ]
        })
    }

    fn options(&self, answer: &Answer) -> String {
        let mut all = answer.strongest_options();
        all.truncate(MOST);
        let heads = [
            "option|pilihan",
            "instead of|menggantikan",
            CLASS,
            POINTS,
            "with all others|bersama yang lain",
            GAMES,
        ];
        self.table(heads, &all, |it| {
            [
                format!("{} {}", it.option, it.value),
                it.than.clone(),
                it.class.clone(),
                format!("{} ({})", signed(it.effect), range(it.interval, signed)),
                range(it.joint, signed),
                it.games.to_string(),
            ]
        })
    }

    fn openings(&self, answer: &Answer) -> String {
        let mut all = answer.surest_openings();
        all.truncate(MOST);
        let best = "probably the best %|mungkin yang terbaik %";
        let heads = ["opening|pembukaan", "pattern|corak", CLASS, POINTS, best];
        self.table(heads, &all, |it| {
            let [mean, ends @ ..] = it.effect;
            let effect = format!("{} ({})", signed(mean), range(ends, signed));
            let [word, pattern, class] = [it.word, it.pattern, it.class].map(str::to_owned);
            [word, pattern, class, effect, percent(it.best)]
        })
    }

    /// Writes size and direction in a few words.
    fn statement(&self, score: &Share, lack: &Option<String>, seats: usize) -> String {
        let say = |words: &str| self.word(words).to_owned();
        let size = score.statement.size().map(|it| match self.0 {
            0 => it.word().to_owned(),
            _ => it.word().replace("within", "dalam").replace("beyond", "lebih"),
        });
        let direction = score.statement.direction().map(|it| match (it, seats) {
            (Direction::First, 2) => say("first|pertama"),
            (Direction::Second, 2) => say("second|kedua"),
            (Direction::First, _) => say("above|lebih daripada seri"),
            (Direction::Second, _) => say("below|kurang daripada seri"),
        });
        let told: Vec<String> = [size, direction].into_iter().flatten().collect();
        match (lack, told.is_empty()) {
            (Some(_), _) => say("no interval|tiada selang"),
            (None, true) => say("open|belum pasti"),
            (None, false) => told.join(", "),
        }
    }

    /// Says what is unknown, and what else a reader should know.
    fn unknown(&self, answer: &Answer) -> String {
        let mut lacks: Vec<_> = answer.classes.iter().filter_map(|it| it.lack.as_ref()).collect();
        lacks.sort_unstable();
        lacks.dedup();
        let (open, needed) = answer.open_sizes();
        let mut html = String::new();
        if lacks.is_empty() && open > 0 {
            let enough = match needed {
                None => self.word(LIMIT).to_owned(),
                Some([_, f64::INFINITY]) => self.word(PLAYERS).to_owned(),
                Some([games, 0.0]) => self.say(ENOUGH, &[round(games)]),
                Some([games, players]) => self.say(ENOUGH_BY, &[round(games), players as u64]),
            };
            html = format!("<p>{}{enough}</p>", self.say(OPEN, &[open, answer.rows.len()]));
        }
        for told in lacks.into_iter().chain(&answer.notes) {
            let mut malay = OF_CORE.iter().filter_map(|it| it.split_once('|'));
            html += &match malay.find(|it| self.0 == 1 && told.contains(it.0)) {
                Some((_, malay)) => format!("<p>{malay}</p>"),
                None => format!("<p lang=\"en\">{}</p>", escaped(told)),
            };
        }
        html
    }
}

fn head(seats: usize) -> &'static str {
    if seats == 2 { "first player %|pemain pertama %" } else { "score %|mata %" }
}

fn seat(seat: usize, seats: usize) -> String {
    if seats == 2 { String::new() } else { seat.to_string() }
}
