//! Work that several threads do, handed on in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use pasang_core::base::halt::Halt;

/// Does pieces of work by their places, lets `take` have what comes of each, in the order of the
/// places, and ends where a piece comes to nothing or somebody wants it. Where a piece cannot be
/// taken, all work is stopped.
///
/// # Errors
/// When a piece cannot be taken.
pub fn in_order<T: Send, E>(
    places: &[usize],
    (threads, halt): (usize, &Halt),
    work: impl Fn(usize) -> Option<T> + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, places.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !halt.is_set() {
                    let number = next.fetch_add(1, Relaxed);
                    let Some(&place) = places.get(number) else { return };
                    let Some(done) = work(place) else { return };
                    if sender.send((number, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut taken) = (BTreeMap::new(), 0);
        for (number, done) in receiver {
            waiting.insert(number, done);
            while let Some(done) = waiting.remove(&taken) {
                take(places[taken], done).inspect_err(|_| halt.set())?;
                taken += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_in_the_order_of_their_places_and_a_refusal_stops_all() {
        let places: Vec<usize> = (0..200).map(|number| 3 * number).collect();
        for threads in [1, 4] {
            let (halt, mut seen) = (Halt::default(), Vec::new());
            let taken = in_order(&places, (threads, &halt), Some, |place, done| {
                seen.push((place, done));
                Ok::<(), ()>(())
            });
            assert_eq!(taken, Ok(()));
            assert!(seen.iter().copied().eq(places.iter().map(|&place| (place, place))));
            assert!(!halt.is_set());
            let refuse = |place, _| if place < 30 { Ok(()) } else { Err(place) };
            assert_eq!(in_order(&places, (threads, &halt), Some, refuse), Err(30));
            assert!(halt.is_set());
        }
    }
}
