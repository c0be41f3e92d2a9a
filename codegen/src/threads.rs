//! Work on all cores, with results in order.

use std::thread;

/// How many threads to use.
#[must_use]
pub fn count() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(8)
}

/// What `work` gives for each item, in the order of the items. A panic of the work is passed on.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    // Neighbours go to one thread: work differs little from item to item, and results need no sorting.
    let stretch = items.len().div_ceil(count()).max(1);
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = items
            .chunks(stretch)
            .map(|items| scope.spawn(move || items.iter().map(work).collect::<Vec<R>>()))
            .collect();
        threads.into_iter().flat_map(join).collect()
    })
}

/// What a thread gives; its panic is passed on.
#[must_use]
pub fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        let items: Vec<usize> = (0..1000).collect();
        assert_eq!(super::map(&items, |item| item * 2), (0..2000).step_by(2).collect::<Vec<_>>());
        assert!(super::map(&[] as &[u8], |item| *item).is_empty());
    }
}
