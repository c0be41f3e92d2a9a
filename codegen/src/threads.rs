//! Work on all cores.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder, ScopedJoinHandle};

/// The number of threads to use. Asking for it reads files of the system: it is asked for once.
fn count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| thread::available_parallelism().map_or(1, usize::from).min(8))
}

/// Applies `work` to each item and returns the results in the order of the items. A panic of the work is propagated.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    in_order(items, None, work)
}

/// Like [`map`], for work that recurses deeply: every thread has a stack of the given number of bytes.
pub fn map_with_stack<T: Sync, R: Send>(items: &[T], stack: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    in_order(items, Some(stack), work)
}

/// Does the same work on every thread, and returns the result of each. The threads divide the work among themselves.
pub fn on_all<R: Send>(work: impl Fn() -> R + Sync) -> Vec<R> {
    on_all_with(count(), None, work)
}

fn in_order<T: Sync, R: Send>(items: &[T], stack: Option<usize>, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = on_all_with(count().min(items.len()), stack, || {
        let mut own = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return own };
            own.push((index, work(item)));
        }
    });
    let mut done: Vec<(usize, R)> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn on_all_with<R: Send>(threads: usize, stack: Option<usize>, work: impl Fn() -> R + Sync) -> Vec<R> {
    // The current thread is one of them, unless it has a different stack size.
    let others = threads.saturating_sub(usize::from(stack.is_none()));
    thread::scope(|scope| {
        let builder = || stack.map_or_else(Builder::new, |size| Builder::new().stack_size(size));
        let started: Vec<_> = (0..others).filter_map(|_| builder().spawn_scoped(scope, &work).ok()).collect();
        // If no other thread can be started, this one does the work.
        let own = (stack.is_none() || started.is_empty()).then(&work);
        own.into_iter().chain(started.into_iter().map(join)).collect()
    })
}

/// The result of a thread; its panic is propagated.
#[must_use]
pub fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
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
    #[should_panic(expected = "of the work")]
    fn a_panic_is_propagated() {
        map(&[1, 2, 3], |item| assert!(*item != 2, "of the work"));
    }
}
