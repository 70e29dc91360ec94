//! The feature `serde`: positions and records are written as their text and read from it; moves are
//! written only, because their notation needs a position to be read.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};

use crate::{GameRecord, Move, Position};

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for GameRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameRecord, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use ::serde::de::IntoDeserializer;
    use ::serde::de::value::{Error, StrDeserializer};

    use super::*;
    use crate::{Game, Setup};

    #[test]
    fn positions_and_records_are_read_from_their_text() {
        fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Error> {
            let text: StrDeserializer<'t, Error> = text.into_deserializer();
            T::deserialize(text)
        }
        let setup = Setup::builtin("catalogue-05").unwrap();
        let mut position = Game::preset("brunei-jump").unwrap().start(&setup).unwrap();
        let record = GameRecord::new(position, vec![position.legal_moves()[2]]).unwrap();
        assert_eq!(read::<GameRecord>(&record.to_string()).unwrap().moves, record.moves);
        position.play(record.moves[0]).unwrap();
        assert_eq!(read(&position.to_string()), Ok(position));
        assert!(read::<Position>("nowhere").is_err());
    }
}
