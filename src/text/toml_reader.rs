//! Reads TOML tables and reports every fault with its place.
//!
//! A [`Reader`] collects faults while values are read from tables; it does not stop at the first.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::diagnostic::{Diagnostic, Diagnostics, Source, floor_char};
use pasang_core::base::text::{Keyword, all_of, one_of};

pub type Value<'s> = Spanned<DeValue<'s>>;

/// A word of the source, with its place.
#[derive(Clone, Debug)]
pub struct Word<'w> {
    pub text: &'w str,
    pub span: Range<usize>,
}

/// A word alone, or a list of words.
#[derive(Clone, Debug)]
pub struct OneOrList<'w> {
    pub words: Vec<Word<'w>>,
    pub is_list: bool,
    pub span: Range<usize>,
}

/// Reads one text and collects its faults.
#[derive(Debug)]
pub struct Reader<'s> {
    source: &'s Source,
    faults: RefCell<Vec<Diagnostic>>,
    warnings: RefCell<Vec<Diagnostic>>,
    /// The places and messages of the faults: the same fault may be found repeatedly.
    said: RefCell<HashSet<(Option<Range<usize>>, String)>>,
    elsewhere: RefCell<Vec<Diagnostics>>,
}

/// A table whose keys are read one by one.
#[derive(Debug)]
pub struct Table<'t, 's> {
    reader: &'t Reader<'s>,
    table: &'t DeTable<'s>,
    /// A name for the table in messages: "an experiment", say.
    what: &'static str,
    /// The place of the table; `None` for the whole text.
    span: Option<Range<usize>>,
}

#[derive(Clone, Debug)]
pub struct Entry<'t, 's> {
    pub key: &'t str,
    pub key_span: Range<usize>,
    pub value: &'t Value<'s>,
}

impl<'s> Reader<'s> {
    /// Parses the text as TOML. `Err` with the syntax errors, the first of each line.
    pub fn parse(source: &'s Source) -> Result<(Reader<'s>, DeTable<'s>), Diagnostics> {
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let fault = |error: toml::de::Error| {
            Diagnostic::at(error.span().unwrap_or(0..0), error.message().to_owned(), "")
        };
        let mut faults: Vec<Diagnostic> = errors.into_iter().map(fault).collect();
        faults.sort_by_key(|fault| fault.span.clone().map(|span| span.start));
        let line = |fault: &mut Diagnostic| {
            let start = fault.span.clone().map_or(0, |span| floor_char(&source.text, span.start));
            source.text[..start].matches('\n').count()
        };
        faults.dedup_by_key(line);
        if !faults.is_empty() {
            return Err(source.faults(faults));
        }
        Ok((Reader::new(source), table.into_inner()))
    }

    /// Creates a reader of a text that is no TOML, whose words have other places.
    pub fn new(source: &'s Source) -> Reader<'s> {
        let (faults, warnings, said, elsewhere) = Default::default();
        Reader { source, faults, warnings, said, elsewhere }
    }

    pub fn source(&self) -> &'s Source {
        self.source
    }

    /// Reports a fault, once even if it is found repeatedly.
    pub fn fault(&self, fault: Diagnostic) {
        let says = (fault.span.clone(), fault.message.clone());
        if self.said.borrow_mut().insert(says) {
            self.faults.borrow_mut().push(fault);
        }
    }

    /// Reports a fault at a place, and what was expected there.
    pub fn fault_at(
        &self,
        span: Range<usize>,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) {
        self.fault(Diagnostic::at(span, what, expected));
    }

    /// Reports a fault as [`Reader::fault_at`] does, and returns `None` in place of a value.
    pub fn refuse<T>(
        &self,
        span: Range<usize>,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) -> Option<T> {
        self.fault_at(span, what, expected);
        None
    }

    pub fn warn(&self, fault: Diagnostic) {
        self.warnings.borrow_mut().push(fault);
    }

    pub fn warnings(&self) -> Diagnostics {
        self.source.warnings(self.warnings.borrow().clone())
    }

    /// Reports faults of another text, to which an entry at `span` refers: faults of that text as a
    /// whole are shown there.
    pub fn fault_elsewhere(&self, span: Range<usize>, other: Diagnostics) {
        let (whole, texts) = other.apart();
        for fault in whole {
            self.fault(Diagnostic { span: Some(span.clone()), ..fault });
        }
        let mut elsewhere = self.elsewhere.borrow_mut();
        for text in texts {
            if !elsewhere.contains(&text) {
                elsewhere.push(text);
            }
        }
    }

    pub fn sound(&self) -> bool {
        self.faults.borrow().is_empty() && self.elsewhere.borrow().is_empty()
    }

    /// Returns the value; `Err` if the text has any fault.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Diagnostics> {
        match value {
            Some(value) if self.sound() => Ok(value),
            _ => {
                let mut faults = self.source.faults(self.faults.into_inner());
                for other in self.elsewhere.into_inner() {
                    faults.push_elsewhere(other);
                }
                Err(faults)
            }
        }
    }

    /// Returns the place of a part of a word: of the whole word if the part is empty, or if the word
    /// is written with escapes.
    pub fn part(&self, word: &Word<'_>, part: Range<usize>) -> Range<usize> {
        let written = &self.source.text[word.span.clone()];
        // Without the quotes, which a word of the command line does not have.
        let start = (written.len() - word.text.len().min(written.len())) / 2;
        match written.get(start..start + word.text.len()) == Some(word.text) && !part.is_empty() {
            true => word.span.start + start + part.start..word.span.start + start + part.end,
            false => word.span.clone(),
        }
    }

    /// Reads a text with its place.
    pub fn word<'v>(&self, value: &'v Value<'_>, name: &str) -> Option<Word<'v>> {
        self.string(value, name).map(|text| Word { text, span: value.span() })
    }

    /// Reads a text, or a list of texts.
    pub fn one_or_list<'v>(&self, value: &'v Value<'_>, name: &str) -> Option<OneOrList<'v>> {
        let list = value.get_ref().as_array();
        let values = list.map_or(std::slice::from_ref(value), |list| list);
        let words: Vec<_> = values.iter().map(|value| self.word(value, name)).collect();
        let words = words.into_iter().collect::<Option<_>>()?;
        Some(OneOrList { words, is_list: list.is_some(), span: value.span() })
    }

    /// Reads a list of texts, each with its place.
    pub fn words<'v>(&self, value: &'v Value<'_>, name: &str) -> Option<Vec<Word<'v>>> {
        let list = self.list(value, name)?.iter();
        Some(list.filter_map(|value| self.word(value, name)).collect())
    }

    pub fn table<'t>(&'t self, table: &'t DeTable<'s>, what: &'static str) -> Table<'t, 's> {
        Table { reader: self, table, what, span: None }
    }

    fn expected<T>(&self, value: &Value<'_>, name: &str, expected: &str) -> Option<T> {
        let found = kind(value.get_ref());
        self.refuse(value.span(), format!("`{name}` is {found}"), format!("expected {expected}"))
    }

    pub fn string<'v>(&self, value: &'v Value<'_>, name: &str) -> Option<&'v str> {
        match value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.expected(value, name, "a text in quotes"),
        }
    }

    pub fn boolean(&self, value: &Value<'_>, name: &str) -> Option<bool> {
        match value.get_ref() {
            DeValue::Boolean(yes) => Some(*yes),
            _ => self.expected(value, name, "`true` or `false`"),
        }
    }

    pub fn integer(
        &self,
        value: &Value<'_>,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        let bounds = || format!("a whole number from {} to {}", range.start(), range.end());
        let DeValue::Integer(number) = value.get_ref() else {
            return self.expected(value, name, &bounds());
        };
        let parsed = u64::from_str_radix(number.as_str(), number.radix()).ok();
        let within = parsed.filter(|number| range.contains(number));
        let what = format!("`{name}` is out of range");
        within.or_else(|| self.refuse(value.span(), what, format!("expected {}", bounds())))
    }

    pub fn choice<C: Keyword>(&self, value: &Value<'_>) -> Option<C> {
        let expected = one_of(C::words());
        let DeValue::String(word) = value.get_ref() else {
            return self.expected(value, C::NAME, &expected);
        };
        C::from_word(word).or_else(|| {
            let what = format!("unknown value `{word}` for `{}`", C::NAME);
            let fault = Diagnostic::at(value.span(), what, format!("expected {expected}"));
            self.fault(fault.did_you_mean(word, C::words()));
            None
        })
    }

    pub fn list<'v, 'd>(&self, value: &'v Value<'d>, name: &str) -> Option<&'v [Value<'d>]> {
        match value.get_ref() {
            DeValue::Array(items) => Some(items),
            _ => self.expected(value, name, "a list"),
        }
    }

    /// Reads a list and reports an empty one.
    pub fn some_list<'v, 'd>(
        &self,
        value: &'v Value<'d>,
        name: &str,
        expected: &str,
    ) -> Option<&'v [Value<'d>]> {
        let list = self.list(value, name)?;
        if list.is_empty() {
            self.fault_at(value.span(), format!("`{name}` is an empty list"), expected);
        }
        Some(list)
    }

    pub fn subtable<'t>(
        &'t self,
        value: &'t Value<'s>,
        name: &str,
        what: &'static str,
    ) -> Option<Table<'t, 's>> {
        match value.get_ref() {
            DeValue::Table(table) => {
                Some(Table { reader: self, table, what, span: Some(value.span()) })
            }
            _ => self.expected(value, name, "a table"),
        }
    }
}

impl<'t, 's> Table<'t, 's> {
    pub fn reader(&self) -> &'t Reader<'s> {
        self.reader
    }

    /// Returns the place of the table; `None` for the whole text.
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }

    /// Returns all entries in the order of the text.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'t, 's>> {
        let entries = self.table.iter();
        entries.map(|(key, value)| Entry { key: key.get_ref(), key_span: key.span(), value })
    }

    pub fn entry(&self, key: &str) -> Option<Entry<'t, 's>> {
        self.entries().find(|entry| entry.key == key)
    }

    pub fn value(&self, key: &str) -> Option<&'t Value<'s>> {
        self.entry(key).map(|entry| entry.value)
    }

    /// Reads the value of a key; `None` if it is missing or invalid.
    pub fn read<T>(
        &self,
        key: &str,
        read: impl FnOnce(&'t Reader<'s>, &'t Value<'s>, &str) -> Option<T>,
    ) -> Option<T> {
        self.value(key).and_then(|value| read(self.reader, value, key))
    }

    pub fn integer(&self, key: &str, range: RangeInclusive<u64>) -> Option<u64> {
        self.read(key, |reader, value, key| reader.integer(value, key, range))
    }

    /// Reads the tables `[KIND.NAME]`, and returns them by their names; `None` for an invalid one.
    pub fn named<T>(
        &self,
        kind: &str,
        read: fn(&Entry<'t, 's>, &'t Reader<'s>) -> Option<T>,
    ) -> BTreeMap<String, Option<T>> {
        let tables = self.read(kind, |reader, value, kind| reader.subtable(value, kind, "tables"));
        let entries = tables.iter().flat_map(Table::entries);
        entries.map(|entry| (entry.key.to_owned(), read(&entry, self.reader))).collect()
    }

    /// Warns of every table `[KIND.NAME]` that is not used.
    pub fn warn_unused(&self, kind: &str, is_used: impl Fn(&str) -> bool, why: &str) {
        let Some(DeValue::Table(tables)) = self.value(kind).map(Spanned::get_ref) else { return };
        for name in tables.keys().filter(|name| !is_used(name.get_ref())) {
            let what = format!("`[{kind}.{}]` is not used", key(name.get_ref()));
            self.reader.warn(Diagnostic::at(name.span(), what, why));
        }
    }

    pub fn refuse_unknown(&self, known: &[&str]) {
        self.refuse_unknown_but(known, &[]);
    }

    /// Reports unknown keys but for those of a list, which have faults of their own.
    pub fn refuse_unknown_but(&self, known: &[&str], but: &[&str]) {
        let is_unknown = |key: &str| !known.contains(&key) && !but.contains(&key);
        for entry in self.entries().filter(|entry| is_unknown(entry.key)) {
            let key = entry.key;
            let expected = format!("{} has {}", self.what, all_of(known.iter().copied()));
            let fault = Diagnostic::at(entry.key_span, format!("unknown key `{key}`"), expected);
            self.reader.fault(fault.did_you_mean(key, known.iter().copied()));
        }
    }
}

/// Formats a name as a key of a table: bare if possible.
pub fn key(name: &str) -> String {
    let bare = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { quoted(name) }
}

pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            control if control.is_control() => out += &format!("\\u{:04X}", u32::from(control)),
            other => out.push(other),
        }
    }
    out + "\""
}

pub fn quoted_list(texts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}

/// Formats texts as a list; a single text as itself.
pub fn quoted_one_or_list(texts: &[String]) -> String {
    match texts {
        [only] => quoted(only),
        texts => quoted_list(texts),
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(true) => "`true`",
        DeValue::Boolean(false) => "`false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
