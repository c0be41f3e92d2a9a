//! A record as the field of another: a map in a map.

use heat_model::Value;
use heat_model::evaluate::Resolved;

use super::Record;
use super::field::{Field, plain};
use super::run::Run;
use super::sequence::{Checker, Reader, Writer};

impl<T: Record> Field for T {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Members(values) => T::read(&mut Reader::new(values, T::MEMBERS, run)),
            other => {
                let mut values = unread_members::<T>(other, run);
                T::read(&mut Reader::new(&mut values, T::MEMBERS, run))
            }
        }
    }

    fn check(value: &Resolved, run: &mut Run) {
        if !T::HAS_OWN_TYPES {
            return;
        }
        match value {
            Resolved::Members(values) => T::check(&mut Checker::new(values, T::MEMBERS, run)),
            other => {
                let values = unread_members::<T>(other, &mut Run::default());
                T::check(&mut Checker::new(&values, T::MEMBERS, run));
            }
        }
    }

    fn plain(value: Resolved) -> Value {
        match value {
            Resolved::Members(values) => {
                let entries = T::MEMBERS.iter().zip(values);
                let entries = entries.filter(|(_, value)| !value.is_null());
                entries.map(|(member, value)| (member.name.to_owned(), plain(value))).collect()
            }
            other => plain(other),
        }
    }

    fn to_value(&self) -> Value {
        Value::from(Writer::data(self))
    }

    fn to_resolved(&self) -> Resolved {
        Resolved::Members(Writer::resolved(self))
    }
}

/// The values of the members of a map that was not read with their schemas, such as a map that serde reads.
#[cold]
fn unread_members<T: Record>(value: &Resolved, run: &mut Run) -> Vec<Resolved> {
    let Resolved::Plain(Value::Map(map)) = value else {
        let _: () = run.misfit("a map", value);
        return vec![Resolved::NULL; T::MEMBERS.len()];
    };
    let given = |name| map.get(name).cloned().unwrap_or(Value::Null);
    T::MEMBERS.iter().map(|member| Resolved::Plain(given(member.name))).collect()
}
