//! A field of a schedule.
//!
//! A field is a comma-separated list of items: `*`, a number or a name, or a range, each range with or
//! without a step. A day of the month can be `l` for the last one or `15w` for the working day nearest to the
//! 15th; a day of the week can be `fri#2` for the second Friday or `l5` for the last one. `r` is a random
//! number, in place of the whole field.
//!
//! The text is lowercase at this point. The details of how croniter expands a range matter in one place only:
//! days of the week with and without `#` cannot be combined unless all seven are there.

use heat_python::MAX_DIGITS;

use crate::custom_constraint::text::quote;

/// A field and its valid values.
pub(super) struct Field {
    /// The name, for messages.
    pub(super) name: &'static str,
    least: u64,
    most: u64,
    /// The names for numbers.
    names: &'static [&'static str],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    DayOfMonth,
    DayOfWeek,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/// A number or all numbers.
#[derive(Clone, Copy, PartialEq)]
enum Item {
    All,
    One(u64),
}

/// Numbers from one to another. If the second is smaller, the range wraps around.
struct Range {
    low: u64,
    high: u64,
    step: u64,
    /// `true` if the range is written only as a start and a step, `10/5`.
    open: bool,
}

impl Field {
    /// The fields, in order.
    pub(super) const ALL: [Self; 7] = [
        Self::plain("the minute", 0, 59),
        Self::plain("the hour", 0, 23),
        Self { kind: Kind::DayOfMonth, ..Self::plain("the day of the month", 1, 31) },
        Self { names: &MONTHS, ..Self::plain("the month", 1, 12) },
        Self { names: &WEEKDAYS, kind: Kind::DayOfWeek, ..Self::plain("the day of the week", 0, 6) },
        Self::plain("the second", 0, 59),
        Self::plain("the year", 1970, 2099),
    ];

    const fn plain(name: &'static str, least: u64, most: u64) -> Self {
        Self { name, least, most, names: &[], kind: Kind::Plain }
    }

    /// Reads the field.
    pub(super) fn read(&self, text: &str) -> Result<(), String> {
        if let Some(numbers) = random(text) {
            return self.check_random(&numbers);
        }
        if text.contains('?') {
            return match (text, self.kind) {
                ("?", Kind::DayOfMonth | Kind::DayOfWeek) => Ok(()),
                ("?", Kind::Plain) => Err("`?` is only allowed for days".to_owned()),
                _ => Err(format!("`?` stands alone, found {}", quote(text))),
            };
        }
        match self.kind {
            Kind::Plain => text.split(',').try_for_each(|item| self.item(item).map(|_| ())),
            Kind::DayOfMonth => {
                let alone = !text.contains(',');
                text.split(',').try_for_each(|item| self.day_of_month(item, alone))
            }
            Kind::DayOfWeek => self.days_of_week(text),
        }
    }

    fn day_of_month(&self, text: &str, alone: bool) -> Result<(), String> {
        let nearest = text.strip_suffix('w').or_else(|| text.strip_prefix('w')).filter(|day| is_digits(day));
        match nearest {
            Some(day) if !(1..=31).contains(&number(day)?) => {
                Err(format!("the day next to `w` must be between 1 and 31, found {}", quote(day)))
            }
            Some(_) if alone => Ok(()),
            Some(_) => Err(format!("{} cannot be combined with other items", quote(text))),
            None if text == "l" => Ok(()),
            None => self.item(text).map(|_| ()),
        }
    }

    fn days_of_week(&self, text: &str) -> Result<(), String> {
        // Seven days, and whether there is a star, because croniter counts them together.
        let mut found = [false; 8];
        let mut counted = [false; 8];
        for item in text.split(',') {
            let (plain, is_counted) = match (item.split_once('#'), item.strip_prefix('l')) {
                (Some((days, count)), _) => {
                    check_counted(days, count, item)?;
                    (days, true)
                }
                (None, Some(day)) if is_digits(day) => (day, true),
                _ => (item, false),
            };
            for day in self.item(plain)? {
                let index = match day {
                    Item::All => 7,
                    Item::One(day) => usize::try_from(day).unwrap_or(usize::MAX),
                };
                if let (Some(found), Some(counted)) = (found.get_mut(index), counted.get_mut(index)) {
                    *found = true;
                    *counted |= is_counted;
                }
            }
        }
        let uncounted = found[..7].iter().zip(counted).any(|(found, counted)| *found && !counted);
        let all = found.iter().filter(|found| **found).count() == 7;
        if uncounted && counted.contains(&true) && !all {
            return Err("days with and without `#` or `l` cannot be combined".to_owned());
        }
        Ok(())
    }

    /// The numbers of an item. Only days of the week need all of them; the other fields use the first.
    fn item(&self, text: &str) -> Result<Vec<Item>, String> {
        if let Some(range) = self.range(text)? {
            return self.expand(&range, text);
        }
        if text == "*" {
            return Ok(vec![Item::All]);
        }
        let number = self.alias(self.number_or_name(text)?);
        if (self.least..=self.most).contains(&number) {
            return Ok(vec![Item::One(number)]);
        }
        Err(self.out_of_range(text))
    }

    fn out_of_range(&self, text: &str) -> String {
        // For days of the week, 7 is read as 0.
        let most = if self.kind == Kind::DayOfWeek { 7 } else { self.most };
        format!("{} is not between {} and {most}", quote(text), self.least)
    }

    /// The item as a range, if it has the form of one.
    fn range(&self, text: &str) -> Result<Option<Range>, String> {
        if let Some(step) = text.strip_prefix("*/")
            && is_digits(step)
        {
            return Ok(Some(Range { low: self.least, high: self.most, step: step_of(step)?, open: false }));
        }
        let (bounds, step) = match text.rsplit_once('/') {
            Some((bounds, step)) if is_digits(step) => (bounds, Some(step)),
            _ => (text, None),
        };
        match (bounds.split_once('-'), step) {
            (Some((low, high)), _) if !low.is_empty() && !high.is_empty() && !high.contains(['-', '/']) => {
                let high = if high == "l" && self.kind == Kind::DayOfMonth { "31" } else { high };
                self.bounds(low, high, step, false).map(Some)
            }
            (None, Some(_)) if !bounds.is_empty() => {
                self.bounds(bounds, &self.most.to_string(), step, true).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn bounds(&self, low: &str, high: &str, step: Option<&str>, open: bool) -> Result<Range, String> {
        let texts = [low, high];
        let [low, high] =
            [self.number_or_name(low)?, self.number_or_name(high)?].map(|bound| self.alias(bound));
        let step = step.map_or(Ok(1), step_of)?;
        // Compared as written: a number that does not fit in 64 bits is saturated.
        let beyond = texts.into_iter().zip([low, high]).filter(|(_, bound)| *bound > self.most);
        if let Some((text, _)) = beyond.max_by_key(|(_, bound)| *bound) {
            return Err(self.out_of_range(text));
        }
        Ok(Range { low, high, step, open })
    }

    /// The numbers of a range. Both ends are at most the field's maximum; the start may be too small.
    fn expand(&self, range: &Range, text: &str) -> Result<Vec<Item>, String> {
        let Range { mut low, mut high, step, open } = *range;
        // The same number twice means the whole cycle, whatever the number is: even `0-0` for a month.
        if low == high && !open {
            (low, high) = (self.least, self.most);
        }
        if low < self.least {
            return Err(self.out_of_range(text));
        }
        if self.kind != Kind::DayOfWeek {
            return Ok(vec![Item::One(low)]);
        }
        if low <= high {
            return Ok(steps(low, high, step).collect());
        }
        // After the end, the range continues at the beginning. croniter skips as many numbers as the step has
        // left, but only if the step goes beyond the field by more than one.
        let last = low + (self.most - low) / step * step;
        let remaining = self.most - last;
        let over = last.saturating_add(step) > self.most + 1 && remaining < step;
        let skipped = if over { step - remaining } else { 0 };
        Ok(steps(low, self.most, step).chain(steps(skipped, high, step)).collect())
    }

    /// Maps 7 to 0 for days of the week: Sunday is both.
    fn alias(&self, number: u64) -> u64 {
        if self.kind == Kind::DayOfWeek && number == 7 { 0 } else { number }
    }

    fn number_or_name(&self, text: &str) -> Result<u64, String> {
        if is_digits(text) {
            return number(text);
        }
        if let Some(index) = self.names.iter().position(|name| *name == text) {
            return Ok(self.least + index as u64);
        }
        if text.is_empty() {
            return Err("there is nothing before or after a comma".to_owned());
        }
        let kind = if self.names.is_empty() { "a number" } else { "a number or a name of three letters" };
        Err(format!("{} is not {kind}", quote(text)))
    }

    fn check_random(&self, text: &Random<'_>) -> Result<(), String> {
        if text.hashed {
            return Err("`h` is not supported, because there is nothing to hash".to_owned());
        }
        if let Some((low, high)) = text.bounds {
            for bound in [low, high] {
                if !(self.least..=self.most).contains(&self.alias(number(bound)?)) {
                    return Err(self.out_of_range(bound));
                }
            }
            if number(low)? >= number(high)? {
                return Err(format!("there is no number between {} and {}", quote(low), quote(high)));
            }
        }
        text.step.map_or(Ok(()), |step| step_of(step).map(|_| ()))
    }
}

/// `r` or `h`, of all numbers or those between two, with or without a step: `r(0-29)/10`.
struct Random<'a> {
    hashed: bool,
    bounds: Option<(&'a str, &'a str)>,
    step: Option<&'a str>,
}

fn random(text: &str) -> Option<Random<'_>> {
    let hashed = text.starts_with('h');
    let mut rest = text.strip_prefix(['h', 'r'])?;
    let mut bounds = None;
    if let Some((between, after)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        bounds = Some(between.split_once('-').filter(|(low, high)| is_digits(low) && is_digits(high))?);
        rest = after;
    }
    let step = match rest.strip_prefix('/') {
        Some(step) => Some(Some(step).filter(|step| is_digits(step))?),
        None if rest.is_empty() => None,
        None => return None,
    };
    Some(Random { hashed, bounds, step })
}

/// Days of the week with `#`: a range of them can only have names.
fn check_counted(days: &str, count: &str, item: &str) -> Result<(), String> {
    let is_word = !days.is_empty() && days.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_range = days
        .split_once('-')
        .is_some_and(|(first, last)| WEEKDAYS.contains(&first) && WEEKDAYS.contains(&last));
    if !is_word && !is_range {
        return Err(format!("expected a day or a range of two names before `#`, found {}", quote(item)));
    }
    if !is_digits(count) || !(1..=5).contains(&number(count)?) {
        return Err(format!("expected 1 to 5 after `#`, found {}", quote(item)));
    }
    Ok(())
}

fn steps(low: u64, high: u64, step: u64) -> impl Iterator<Item = Item> {
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    (low..=high).step_by(step.max(1)).map(Item::One)
}

fn step_of(text: &str) -> Result<u64, String> {
    match number(text)? {
        0 => Err("a step cannot be 0".to_owned()),
        step => Ok(step),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number from digits; saturated if it is too large.
fn number(digits: &str) -> Result<u64, String> {
    if digits.len() > MAX_DIGITS {
        return Err(format!("a number has more than {MAX_DIGITS} digits"));
    }
    // A parse of digits can fail only if there are too many.
    Ok(digits.parse().unwrap_or(u64::MAX))
}
