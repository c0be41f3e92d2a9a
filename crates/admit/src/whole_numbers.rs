//! The whole numbers that ranges and modulos admit together.

use heat_model::{Constraint, ConstraintKind, Value};

/// Maximum absolute value of an end. Ends further out are replaced by it, and [`Between::is_exact`] reports that.
const MAX_END: i128 = i128::MAX / 4;

/// Numbers or lengths between two ends, either of which may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Between {
    pub(super) min: Option<i128>,
    pub(super) max: Option<i128>,
}

impl Between {
    pub(super) const ANY: Self = Self { min: None, max: None };

    /// Returns the numbers that all ranges among some constraints admit.
    pub(super) fn ranges<'a>(constraints: impl IntoIterator<Item = &'a Constraint>) -> Self {
        Self::of(constraints.into_iter().filter_map(|constraint| match &constraint.kind {
            ConstraintKind::Range { min, max } => Some((min.as_ref(), max.as_ref())),
            _ => None,
        }))
    }

    /// Returns the lengths that all length constraints among some constraints admit: at least 0.
    pub(super) fn lengths<'a>(constraints: impl IntoIterator<Item = &'a Constraint>) -> Self {
        let between = Self::of(constraints.into_iter().filter_map(|constraint| match &constraint.kind {
            ConstraintKind::Length { min, max } => Some((min.as_ref(), max.as_ref())),
            _ => None,
        }));
        between.and(Self { min: Some(0), max: None })
    }

    fn of<'a>(ends: impl Iterator<Item = (Option<&'a Value>, Option<&'a Value>)>) -> Self {
        ends.fold(Self::ANY, |between, (min, max)| {
            let open = |end: &&Value, infinity: f64| !end.python_eq(&Value::from(infinity));
            let min = min.filter(|end| open(end, f64::NEG_INFINITY)).and_then(|end| whole(end, f64::ceil));
            let max = max.filter(|end| open(end, f64::INFINITY)).and_then(|end| whole(end, f64::floor));
            between.and(Self { min, max })
        })
    }

    /// Intersection of two ranges.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            min: self.min.max(other.min),
            max: match (self.max, other.max) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            },
        }
    }

    /// Returns whether the range's ends are exactly those of the constraints.
    pub(super) fn is_exact(self) -> bool {
        [self.min, self.max].into_iter().flatten().all(|end| end.abs() < MAX_END)
    }

    /// Returns whether a number lies within the range.
    pub(super) fn admits(self, number: i128) -> bool {
        self.min.is_none_or(|min| min <= number) && self.max.is_none_or(|max| number <= max)
    }

    pub(super) fn is_empty(self) -> bool {
        matches!((self.min, self.max), (Some(min), Some(max)) if min > max)
    }

    /// Returns the parts of the range that are not in `other`: the part above it, and the part below.
    pub(super) fn without(self, other: Self) -> [Option<Self>; 2] {
        if other.is_empty() {
            return [Some(self), None];
        }
        let above = other.max.map(|max| self.and(Self { min: Some(max + 1), max: None }));
        let below = other.min.map(|min| self.and(Self { min: None, max: Some(min - 1) }));
        [above, below].map(|part| part.filter(|part| !part.is_empty()))
    }
}

/// Converts a number to an end: the first whole number within it, computed by `rounded`.
fn whole(end: &Value, rounded: fn(f64) -> f64) -> Option<i128> {
    match end {
        Value::Bool(flag) => Some((*flag).into()),
        Value::Integer(integer) => {
            let far = if integer.is_negative() { -MAX_END } else { MAX_END };
            let whole = integer.to_string().parse::<i128>().unwrap_or(far);
            Some(whole.clamp(-MAX_END, MAX_END))
        }
        Value::Float(float) if float.is_nan() => None,
        #[expect(
            clippy::cast_possible_truncation,
            reason = "values that are too large are clamped below anyway"
        )]
        Value::Float(float) => Some((rounded(*float) as i128).clamp(-MAX_END, MAX_END)),
        _ => None,
    }
}

/// Every `step`th whole number: those with the remainder `offset` when divided by `step`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Progression {
    step: i128,
    offset: i128,
}

/// Error for steps too large for the arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLarge;

impl Progression {
    /// All whole numbers.
    const ALL: Self = Self { step: 1, offset: 0 };

    /// Returns the numbers that all modulo constraints among some constraints admit; `None` if they contradict each other.
    pub(super) fn of<'a>(
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Option<Self>, TooLarge> {
        let mut all = Self::ALL;
        for constraint in constraints {
            let ConstraintKind::Modulo { step: Some(step), offset: Some(offset) } = &constraint.kind else {
                continue;
            };
            let small = |value: &Value| {
                let whole = whole(value, f64::floor).filter(|whole| whole.abs() < 1 << 62);
                whole.filter(|whole| value.python_eq(&number(*whole))).ok_or(TooLarge)
            };
            let (step, offset) = (small(step)?, small(offset)?);
            // Python's remainder has the sign of the step, and is smaller than it.
            let possible = offset == 0 || (offset.abs() < step.abs() && (offset < 0) == (step < 0));
            if step == 0 || !possible {
                return Ok(None);
            }
            let Some(both) = all.and(Self { step: step.abs(), offset: offset.rem_euclid(step.abs()) })?
            else {
                return Ok(None);
            };
            all = both;
        }
        Ok(Some(all))
    }

    /// Intersection of two progressions, by the Chinese remainder theorem.
    fn and(self, other: Self) -> Result<Option<Self>, TooLarge> {
        let (divisor, inverse) = divide(self.step, other.step);
        let apart = other.offset - self.offset;
        if apart % divisor != 0 {
            return Ok(None);
        }
        let others = other.step / divisor;
        let turns = (apart / divisor).rem_euclid(others);
        let turns = turns.checked_mul(inverse.rem_euclid(others)).ok_or(TooLarge)?.rem_euclid(others);
        let step = self.step.checked_mul(others).filter(|step| *step < MAX_END).ok_or(TooLarge)?;
        Ok(Some(Self { step, offset: (self.offset + self.step * turns).rem_euclid(step) }))
    }

    /// Returns whether the other progression contains all numbers of this one.
    pub(super) fn is_within(self, other: Self) -> bool {
        self.step % other.step == 0 && (self.offset - other.offset) % other.step == 0
    }

    /// Returns the numbers of the progression between two ends, those nearest to 0 first.
    pub(super) fn between(self, ends: Between) -> impl Iterator<Item = i128> {
        let from = |least: i128| least + (self.offset - least).rem_euclid(self.step);
        let up = from(ends.min.unwrap_or(0).max(0));
        let down = from(ends.max.unwrap_or(-1).min(-1) - (self.step - 1));
        let within = move |number: &i128| {
            ends.min.is_none_or(|min| min <= *number) && ends.max.is_none_or(|max| *number <= max)
        };
        let ups = std::iter::successors(Some(up), move |number| number.checked_add(self.step));
        let downs = std::iter::successors(Some(down), move |number| number.checked_sub(self.step));
        ups.take_while(within).chain(downs.take_while(within))
    }
}

/// Returns the greatest common divisor of two numbers, and the factor by which the first must be multiplied to give the divisor
/// modulo the second.
fn divide(one: i128, other: i128) -> (i128, i128) {
    let (mut rest, mut next) = (one, other);
    let (mut factor, mut next_factor) = (1, 0);
    while next != 0 {
        let times = rest / next;
        (rest, next) = (next, rest - times * next);
        (factor, next_factor) = (next_factor, factor - times * next_factor);
    }
    (rest, factor)
}

/// Converts a whole number to a value.
pub(super) fn number(whole: i128) -> Value {
    heat_model::Integer::from_decimal(&whole.to_string()).map_or(Value::Null, Value::Integer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraints(json: &str) -> Vec<Constraint> {
        serde_json::from_str(json).unwrap()
    }

    fn check(json: &str, expect: &[i128]) {
        let constraints = constraints(json);
        let found = Progression::of(&constraints).unwrap();
        let numbers: Vec<_> = found
            .into_iter()
            .flat_map(|progression| progression.between(Between::ranges(&constraints)))
            .take(4)
            .collect();
        assert_eq!(numbers, expect, "{json}");
    }

    #[test]
    fn numbers_satisfy_all_constraints() {
        check(r#"[{"range":{"min":5}}]"#, &[5, 6, 7, 8]);
        check(r#"[{"range":{"max":-5}}]"#, &[-5, -6, -7, -8]);
        check(r#"[{"range":{"min":-2,"max":1}}]"#, &[0, 1, -1, -2]);
        check(r#"[{"range":{"min":1.5,"max":3.5}}]"#, &[2, 3]);
        check(r#"[{"modulo":{"step":4,"offset":1}},{"modulo":{"step":6,"offset":3}}]"#, &[9, 21, 33, 45]);
        check(r#"[{"modulo":{"step":4,"offset":1}},{"modulo":{"step":6,"offset":2}}]"#, &[]);
        check(r#"[{"modulo":{"step":-3,"offset":-1}},{"range":{"min":-5,"max":3}}]"#, &[2, -1, -4]);
        check(r#"[{"range":{"min":9,"max":10}},{"modulo":{"step":8,"offset":0}}]"#, &[]);
        check(r#"[{"range":{"min":3,"max":2}}]"#, &[]);
        check(r#"[{"modulo":{"step":2,"offset":3}}]"#, &[]);
    }

    #[test]
    fn steps_that_are_too_large_are_reported() {
        let huge = constraints(r#"[{"modulo":{"step":100000000000000000000000,"offset":0}}]"#);
        assert_eq!(Progression::of(&huge), Err(TooLarge));
        let coprime = constraints(
            r#"[{"modulo":{"step":4611686018427387901,"offset":0}},{"modulo":{"step":4611686018427387899,"offset":1}},
                {"modulo":{"step":4611686018427387897,"offset":1}}]"#,
        );
        assert_eq!(Progression::of(&coprime), Err(TooLarge));
    }

    #[test]
    fn differences_of_ranges() {
        let between = |min: i128, max: i128| Between { min: Some(min), max: Some(max) };
        assert_eq!(between(1, 9).without(between(3, 5)), [Some(between(6, 9)), Some(between(1, 2))]);
        assert_eq!(between(1, 9).without(between(0, 9)), [None, None]);
        assert_eq!(between(1, 9).without(between(5, 3)), [Some(between(1, 9)), None]);
    }
}
