//! `pasang setups` as it looks in a terminal.

use crate::support::Place;
use pasang::games::setup::builtin;

/// The eleven rows of catalogue-32, for the tests to spoil.
fn rows() -> Vec<String> {
    builtin("catalogue-32").unwrap().board().lines().map(str::to_owned).collect()
}

fn lines(rows: &[String]) -> String {
    rows.join("\n") + "\n"
}

/// Catalogue-32 with the sign on one point changed; rows counted from 11 down.
fn with_sign(row: usize, column: usize, sign: char) -> String {
    let mut rows = rows();
    rows[11 - row] = rows[11 - row]
        .chars()
        .enumerate()
        .map(|(index, old)| if index == column { sign } else { old })
        .collect();
    lines(&rows)
}

/// Wikipedia's article prints this form of the pattern: d1 is white.
fn misprint() -> String {
    let text = with_sign(1, 3, 'w');
    assert_eq!(text.lines().last(), Some("bbwwwwbbwwb"));
    text
}

#[test]
fn the_list_names_every_setup_and_its_twins() {
    let folder = Place::new();
    let seen = folder.shell("pasang setups list").to_string();
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(lines.len(), 1 + 40 + 1);
    assert_eq!(lines[0], "name          symmetry   black  white  same as");
    assert_eq!(lines[1], "catalogue-01  fourfold      60     60");
    assert_eq!(lines[4], "catalogue-04  diagonals     60     60");
    assert_eq!(lines[40], "bell-chequer  full          60     60  catalogue-39");
    assert_eq!(lines[41], "-- exit 0");
    // The list of patterns names these twins.
    for (twin, first) in [(33, 26), (36, 25), (37, 29), (38, 19)] {
        assert!(lines[twin].ends_with(&format!("  60  catalogue-{first}")), "{}", lines[twin]);
        assert!(lines[first].ends_with(&format!("  60  catalogue-{twin}")), "{}", lines[first]);
    }
    let json = folder.quiet("pasang setups list --json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 40);
    assert_eq!(json[32]["name"], "catalogue-33");
    assert_eq!(json[32]["same_as"], serde_json::json!(["catalogue-26"]));
    assert_eq!(json[39]["origin"], "bell");
}

#[test]
fn a_setup_is_shown_on_the_board() {
    Place::new().expect(
        "pasang setups show mirror:catalogue-32",
        "
mirror:catalogue-32
  source    carried as number 32 by computer versions of Pasang since 2017; also printed by Wikipedia
  origin    catalogue
  stones    60 black, 60 white
  symmetry  fourfold

11  b b w b w w b b w w b
10  w b b w w b b w w b b
 9  w w b w b b w w b b w
 8  b w w b b w w b w w b
 7  b b w w b w b b b w w
 6  w b b w w _ w w b b w
 5  w w b b b w b w w b b
 4  b w w b w w b b w w b
 3  w b b w w b b w b w w
 2  b b w w b b w w b b w
 1  b w w b b w w b w b b
    a b c d e f g h i j k
-- exit 0
",
    );
}

/// Signs that turn a line about, or that nobody sees, are no part of what a terminal is shown.
#[test]
fn a_strangers_words_are_shown_harmless() {
    let folder = Place::new();
    let (name, safe) = ("a\u{202e}b\u{200b}c\u{2066}", "a\u{fffd}b\u{fffd}c\u{fffd}");
    folder.write("mine.txt", format!("name: {name}\nsource: {name}\n{}", lines(&rows())));
    let shown = folder.quiet("pasang setups show mine.txt");
    assert!(shown.starts_with(&format!("{safe}\n  source    {safe}\n")), "{shown}");
    // In a file the name stays what it is.
    assert!(folder.quiet("pasang setups show --text mine.txt").contains(name));
    let experiment =
        "seed = 1\ngames = 1\nsetups = [\"mine.txt\"]\nrules = [\"bell\"]\nbots = [\"random\"]\n";
    folder.write("e.toml", format!("title = \"{name}\"\n{experiment}"));
    let cited = folder.shell("pasang run e.toml -q --out out && pasang cite out").stdout;
    assert!(cited.contains(&format!("experiment  {safe}\n")), "{cited}");
    assert!(cited.contains(&format!("setups      {safe}\n")), "{cited}");
}

#[test]
fn a_shown_setup_can_be_saved_edited_and_read_again() {
    let folder = Place::new();
    let text = folder.quiet("pasang setups show --text catalogue-32");
    folder.write("copy.txt", &text);
    let again = folder.quiet("pasang setups show --text copy.txt");
    assert_eq!(again, text);
    assert!(text.starts_with("name: catalogue-32\nsource: carried as"), "{text}");
    assert!(text.ends_with(&builtin("catalogue-32").unwrap().board()), "{text}");
}

#[test]
fn a_picture_is_printed_as_svg() {
    let picture = Place::new().shell("pasang setups show --svg catalogue-32").to_string();
    assert!(picture.starts_with("<svg xmlns="), "{picture}");
    assert!(picture.ends_with("</svg>\n-- exit 0\n"), "{picture}");
    assert!(picture.contains("<title>catalogue-32</title>"));
    // One path for the lines, one for the diagonals, one for the centre, one a colour.
    assert_eq!(picture.matches("<path").count(), 5);
    assert_eq!(picture.matches("a16 16").count(), 2 * 120);
}

#[test]
fn sound_setups_pass_the_check() {
    Place::new().expect(
        "pasang setups check catalogue-33 mirror:catalogue-01",
        "
catalogue-33
  stones    60 black, 60 white
  symmetry  fourfold
  known     catalogue-26, catalogue-33

mirror:catalogue-01
  stones    60 black, 60 white
  symmetry  fourfold
  known     catalogue-01 under the mirror along column f
-- exit 0
",
    );
}

/// Regression: the pattern as Wikipedia's article prints it.
#[test]
fn the_misprint_of_wikipedia_is_found_and_mended() {
    let folder = Place::new();
    folder.write("wikipedia.txt", misprint());
    folder.expect(
        "pasang setups check wikipedia.txt",
        "
wikipedia.txt
  name      wikipedia
  stones    59 black, 61 white: should be 60 and 60
  symmetry  none, but nearly fourfold: 1 point breaks it
            d1 is white, should be black
  known     with this change catalogue-32
-- exit 3
",
    );
    folder.expect(
        "pasang setups show wikipedia.txt",
        "
-- stderr
error: `wikipedia.txt` has 59 black and 61 white stones: expected 60 and 60
 |
 = help: `pasang setups check` shows where a pattern breaks; if these counts are meant, add the header `stones: any`
-- exit 2
",
    );
}

#[test]
fn broken_symmetry_is_said_even_where_the_counts_are_right_or_free() {
    let folder = Place::new();
    // Two neighbours that changed places: a11 was black, b11 white.
    let mut exchanged = rows();
    exchanged[0].replace_range(0..2, "wb");
    folder.write("exchanged.txt", lines(&exchanged)).expect(
        "pasang setups check exchanged.txt",
        "
exchanged.txt
  name      exchanged
  stones    60 black, 60 white
  symmetry  none, but nearly fourfold: 2 points break it
            a11 is white, should be black
            b11 is black, should be white
  known     with these changes catalogue-32
-- exit 3
",
    );
    // Half a turn alone leaves open which stone of a pair is wrong where the counts are free.
    let line = "pasang setups generate --symmetry half-turn --seed 1";
    let text = folder.quiet(line);
    let text = text.replace("origin:", "stones: any\norigin:");
    let (headers, board) = text.split_once("\n\n").unwrap();
    assert!(board.starts_with('b'), "{board}");
    folder.write("open.txt", format!("{headers}\n\nw{}", &board[1..])).expect(
        "pasang setups check open.txt",
        "
open.txt
  name      generated-half-turn-1-1
  stones    59 black, 61 white
  symmetry  none, but nearly half-turn: 1 point breaks it
            k1 black, a11 white: should be equal
  known     none
-- exit 3
",
    );
}

#[test]
fn boards_without_any_symmetry_are_sound() {
    let folder = Place::new();
    let line = "pasang setups generate --symmetry none --seed 1";
    let text = folder.quiet(line);
    folder.write("free.txt", &text).expect(
        "pasang setups check free.txt",
        "
free.txt
  name      generated-none-1-1
  stones    60 black, 60 white
  symmetry  none
  known     none
-- exit 0
",
    );
}

#[test]
fn broken_counts_are_said_of_a_board_without_any_symmetry() {
    let folder = Place::new();
    let line = "pasang setups generate --symmetry none --seed 1";
    let text = folder.quiet(line);
    let (headers, board) = text.split_once("\n\n").unwrap();
    folder.write("counts.txt", format!("{headers}\n\n{}", board.replacen('w', "b", 1))).expect(
        "pasang setups check counts.txt",
        "
counts.txt
  name      generated-none-1-1
  stones    61 black, 59 white: should be 60 and 60
  symmetry  none
  known     none
-- exit 3
",
    );
}

#[test]
fn every_file_is_checked_and_the_worst_decides() {
    let folder = Place::new();
    folder.write("short.txt", lines(&rows()[..10])).write("misprint.txt", misprint());
    folder.expect(
        "pasang setups check short.txt misprint.txt none.txt catalogue-05",
        "
misprint.txt
  name      misprint
  stones    59 black, 61 white: should be 60 and 60
  symmetry  none, but nearly fourfold: 1 point breaks it
            d1 is white, should be black
  known     with this change catalogue-32

catalogue-05
  stones    60 black, 60 white
  symmetry  full
  known     catalogue-05
-- stderr
error: the board has 10 rows
  --> short.txt:10:1
   |
10 | wbbwwbbwwbb
   | ^^^^^^^^^^^ expected 11 rows

error: cannot read `none.txt`: no such file or directory
-- exit 2
",
    );
}

#[test]
fn wrong_files_are_refused_with_the_place_of_each_fault() {
    let folder = Place::new();
    let mut long_row = rows();
    long_row[3].push('b');
    folder.write("long-row.txt", lines(&long_row)).expect(
        "pasang setups show long-row.txt",
        "
-- stderr
error: this row has 12 signs
 --> long-row.txt:4:1
  |
4 | bwwbwwbbwwbb
  | ^^^^^^^^^^^^ expected 11
-- exit 2
",
    );
    folder.write("foreign.txt", with_sign(11, 4, 'x')).expect(
        "pasang setups check foreign.txt",
        "
-- stderr
error: unknown sign `x`
 --> foreign.txt:1:5
  |
1 | bwwbxwwbwbb
  |     ^ expected `b`, `w` or `_`
-- exit 2
",
    );
    folder.write("empty-points.txt", with_sign(3, 2, '.')).expect(
        "pasang setups show empty-points.txt",
        "
-- stderr
error: 1 point is left empty
 --> empty-points.txt:9:3
  |
9 | ww.wbbwwbbw
  |   ^ expected `b` or `w`
  |
  = help: if empty points are meant, add the header `stones: any`
-- exit 2
",
    );
    folder.write("empty.txt", "").expect(
        "pasang setups show empty.txt",
        "
-- stderr
error: `empty.txt` holds no board: expected 11 rows of 11 signs, found none
-- exit 2
",
    );
    folder.write("huge.txt", vec![b'#'; (1 << 20) + 1]).expect(
        "pasang setups show huge.txt",
        "
-- stderr
error: `huge.txt` is larger than 1 MiB, the most that is read
-- exit 2
",
    );
    folder.write("latin.txt", [b"name: caf\xe9\n", lines(&rows()).as_bytes()].concat()).expect(
        "pasang setups show latin.txt",
        "
-- stderr
error: `latin.txt` is not UTF-8 text: byte 0xe9 at line 1, column 10
 |
 = help: save the file as UTF-8
-- exit 2
",
    );
}

#[test]
fn all_faults_of_a_file_are_shown_at_once() {
    let folder = Place::new();
    let headers = "nmae: mine\norigin: generatd\nsource: me\nsource: you\nname:\n\n";
    let mut rows = rows();
    rows[5].replace_range(3..6, "_wb");
    folder.write("many.txt", headers.to_owned() + &lines(&rows)).expect(
        "pasang setups show many.txt",
        "
-- stderr
error: unknown header `nmae`
 --> many.txt:1:1
  |
1 | nmae: mine
  | ^^^^ expected `name`, `source`, `origin` or `stones`
  |
  = help: did you mean `name`?

error: unknown origin `generatd`
 --> many.txt:2:9
  |
2 | origin: generatd
  |         ^^^^^^^^ expected `catalogue`, `bell`, `designed` or `generated`
  |
  = help: did you mean `generated`?

error: header `source` given twice
 --> many.txt:4:1
  |
4 | source: you
  | ^^^^^^ once is enough

error: the name is empty
 --> many.txt:5:1
  |
5 | name:
  | ^^^^ expected a name
  |
  = help: without this header a setup is called as its file is

error: no point on d6
  --> many.txt:12:4
   |
12 | wbb_wbwwbbw
   |    ^ expected `_` on f6
-- exit 2
",
    );
    // A header fault does not hide the counts.
    folder.write("counts.txt", "orign: designed\n".to_owned() + &misprint());
    let seen = folder.shell("pasang setups show counts.txt").to_string();
    assert!(seen.contains("unknown header `orign`"), "{seen}");
    assert!(seen.contains("has 59 black and 61 white stones"), "{seen}");
}

#[test]
fn byte_order_marks_windows_line_ends_and_comments_do_no_harm() {
    let folder = Place::new();
    let text = format!("name: mine # of course\n\n{}# end", lines(&rows()));
    folder.write("unix.txt", &text);
    folder.write("windows.txt", format!("\u{feff}{}", text.replace('\n', "\r\n")));
    let seen = folder.shell("pasang setups show --text windows.txt").to_string();
    assert!(seen.starts_with("name: mine\norigin: designed\n\nbwwbbww"), "{seen}");
    assert!(seen.ends_with("-- exit 0\n"), "{seen}");
    assert_eq!(seen, folder.shell("pasang setups show --text unix.txt").to_string());
}

#[test]
fn names_that_lead_nowhere_get_a_hint() {
    let folder = Place::new();
    folder.expect(
        "pasang setups show catalogue-5",
        "
-- stderr
error: unknown setup `catalogue-5`
 |
 = help: did you mean `catalogue-05`? `pasang setups list` names those there are; a file's name ends in `.txt`
-- exit 2
",
    );
    folder.expect(
        "pasang setups show catalogue",
        "
-- stderr
error: `catalogue` is a group of 39 setups
 |
 = help: name one of them, such as `catalogue-01`
-- exit 2
",
    );
    folder.expect(
        "pasang setups generate --symmetry fourfould --seed 1",
        "
-- stderr
error: invalid value 'fourfould' for '--symmetry <SYMMETRY>': expected `none`, `half-turn`, `mirror-column`, `mirror-row`, `mirror-rising`, `mirror-falling`, `axes`, `diagonals`, `fourfold` or `full`; did you mean `fourfold`?

For more information, try '--help'.
-- exit 2
",
    );
}

/// The seed fixes the setup for good: papers name setups by this command.
#[test]
fn a_generated_setup_is_the_same_for_ever() {
    Place::new().expect(
        "pasang setups generate --symmetry fourfold --seed 3",
        "
name: generated-fourfold-3-1
source: pasang setups generate --symmetry fourfold --seed 3
origin: generated

wbbbwwbwbbw
bbwwbbwbwbb
bwwwwbbwwwb
wbwwbbwwwwb
bwbwbwbbwbw
wbbbw_wbbbw
wbwbbwbwbwb
bwwwwbbwwbw
bwwwbbwwwwb
bbwbwbbwwbb
wbbwbwwbbbw
-- exit 0
",
    );
}

#[test]
fn several_setups_are_written_into_a_folder_and_never_over_others() {
    let folder = Place::new();
    folder.expect(
        "pasang setups generate --symmetry axes --seed 9 --count 2",
        "
-- stderr
error: `--count 2` without a folder
 |
 = help: add `--out DIR`: each setup becomes a file of its own there
-- exit 2
",
    );
    let line = |count: u32, out: &str| {
        format!("pasang setups generate --symmetry axes --seed 9 --count {count} --out {out}")
    };
    folder.expect(&line(2, "some/two"), "");
    folder.expect(&line(3, "three"), "");
    for number in 1..=2 {
        let file = format!("generated-axes-9-{number}.txt");
        assert_eq!(folder.text(&format!("some/two/{file}")), folder.text(&format!("three/{file}")));
    }
    let text = folder.text("three/generated-axes-9-3.txt");
    let source =
        "source: number 3 of `pasang setups generate --symmetry axes --seed 9 --count 3 --out DIR`";
    assert_eq!(text.lines().nth(1), Some(source));
    folder.expect(
        &line(3, "some/two"),
        "
-- stderr
error: `some/two/generated-axes-9-1.txt` is there already; nothing was written
 |
 = help: give another name, or move it away
-- exit 2
",
    );
    assert!(!folder.has("some/two/generated-axes-9-3.txt"));
    let files: Vec<String> =
        (1..=3).map(|number| format!("three/generated-axes-9-{number}.txt")).collect();
    let seen = folder.shell(&format!("pasang setups check {}", files.join(" "))).to_string();
    assert_eq!(seen.matches("  symmetry  axes\n").count(), 3, "{seen}");
    assert!(seen.ends_with("-- exit 0\n"), "{seen}");
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let folder = Place::new();
    let mut child = folder.start("setups list");
    child.leave();
    let ran = child.end();
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    assert_eq!(Place::new().shell("pasang setups list > /dev/full").status, 1);
}
