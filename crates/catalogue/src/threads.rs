//! Work on all cores, by threads that live as long as the process: a command has many short steps, and starting threads for each
//! of them would take as long as some of the steps.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder, ScopedJoinHandle};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The stack of each thread: templates and their nested stacks are resolved recursively.
const STACK_SIZE: usize = 8 << 20;

/// The maximum number of threads.
const MAX_THREADS: usize = 8;

/// The thread pool; `None` if the system does not start any threads. While a thread waits for others, it does other work: it must
/// not hold a lock then, nor be initializing something that other work needs.
fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let start = || ThreadPoolBuilder::new().num_threads(count()).stack_size(STACK_SIZE).build().ok();
    POOL.get_or_init(start).as_ref()
}

/// The number of threads to use.
fn count() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

/// Applies `work` to each item and returns the results in the order of the items. A panic of the work is propagated.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    match pool() {
        // Some items take much longer than others: each is a task of its own.
        Some(pool) => pool.install(|| items.par_iter().with_max_len(1).map(work).collect()),
        None => items.iter().map(work).collect(),
    }
}

/// Like [`map`], for work that recurses more deeply: on separate threads with stacks of this size in bytes. They block where two
/// need the same thing; threads of the pool would do other work meanwhile, and could deadlock with themselves.
pub fn map_with_stack<T: Sync, R: Send>(items: &[T], stack: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let share = || {
        let mut own = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return own };
            own.push((index, work(item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let start = |_| Builder::new().stack_size(stack).spawn_scoped(scope, share).ok();
        let started: Vec<_> = (0..count().min(items.len())).filter_map(start).collect();
        // If no other thread can be started, this one does the work.
        let own = if started.is_empty() { share() } else { Vec::new() };
        own.into_iter().chain(started.into_iter().flat_map(join)).collect()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The result of a thread; its panic is propagated.
fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Does the same work on every thread, and returns the result of each. The threads divide the work among themselves.
pub fn on_all<R: Send>(work: impl Fn() -> R + Sync) -> Vec<R> {
    match pool() {
        Some(pool) => pool.broadcast(|_| work()),
        None => vec![work()],
    }
}

/// Runs two closures, in parallel if a thread is free.
pub fn both<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    match pool() {
        Some(pool) => pool.join(first, second),
        None => (first(), second()),
    }
}

/// Drops a value with many parts in the background.
pub fn drop_later(parts: impl Send + 'static) {
    match pool() {
        Some(pool) => pool.spawn(move || drop(parts)),
        None => drop(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(items: &[usize]) {
        let expect: Vec<usize> = items.iter().map(|item| item * 2).collect();
        assert_eq!(map(items, |item| item * 2), expect);
        assert_eq!(map_with_stack(items, 1 << 20, |item| item * 2), expect);
    }

    #[test]
    fn results_come_in_order() {
        check(&(0..1000).collect::<Vec<_>>());
        check(&[7]);
        check(&[]);
    }

    #[test]
    fn work_can_be_divided_again() {
        let rows = map(&[1, 2, 3], |row| map(&[10, 20], |column| row * column));
        assert_eq!(rows, [[10, 20], [20, 40], [30, 60]]);
        assert_eq!(both(|| on_all(|| 1).len(), || map(&[5], |item| item + 1)).1, [6]);
    }

    #[test]
    fn deep_work_can_initialize_with_all_threads() {
        let known = OnceLock::new();
        let read = || map(&(0..100).collect::<Vec<usize>>(), |item| item * 2).len();
        let results =
            map_with_stack(&[1, 2, 3, 4, 5, 6, 7, 8], 1 << 20, |item| item + *known.get_or_init(read));
        assert_eq!(results, [101, 102, 103, 104, 105, 106, 107, 108]);
    }

    #[test]
    fn all_work_has_a_deep_stack() {
        fn depth(left: usize) -> usize {
            let room = std::hint::black_box([0_u8; 1024]);
            if left == 0 { room.len() } else { depth(left - 1) + usize::from(room[0]) }
        }
        // In tests without optimization, a call takes several times the size of its array.
        assert_eq!(map(&[1000], |calls| depth(*calls)), [1024]);
        assert_eq!(map_with_stack(&[6000], STACK_SIZE * 4, |calls| depth(*calls)), [1024]);
    }

    #[test]
    #[should_panic(expected = "of the work")]
    fn a_panic_is_propagated() {
        map(&[1, 2, 3], |item| assert!(*item != 2, "of the work"));
    }
}
