//! Python's formats of texts and numbers, for writing and reading.
//!
//! [`push_repr`] and [`float_repr`] write as `repr()` does, [`is_space`] and [`ascii_digit`] know the characters that Python treats
//! as spaces and digits, and [`Natural`] is a natural number of any size, with Python's limit on the number of digits
//! ([`MAX_DIGITS`]).

mod characters;
mod natural;
mod repr;

pub use characters::{ascii_digit, is_printable, is_space};
pub use natural::Natural;
pub use repr::{float_repr, push_escape, push_repr, push_repr_where};

/// Maximum number of decimal digits that Python converts between integers and texts (`sys.set_int_max_str_digits`).
pub const MAX_DIGITS: usize = 4300;
