//! Order of the members of a set in `CPython` 3.11 if it does not differ between runs: for numbers and tuples of numbers.

use num_bigint::BigInt;

use super::{Int, Key, Val};

/// Number of neighbours that are tried before the search continues at another index.
const LINEAR_PROBES: usize = 9;

/// Prime modulus of the hashes of numbers in `CPython`.
const PRIME: i64 = (1 << 61) - 1;

/// Indexes of the members in `CPython`'s order if they are added in this order; `None` if the order depends on hashes that differ
/// between runs.
pub(super) fn order(members: &[Key]) -> Option<Vec<usize>> {
    let hashes: Option<Vec<u64>> = members.iter().map(|member| hash(member.val())).collect();
    let hashes = hashes?;
    let mut table: Vec<Option<usize>> = vec![None; 8];
    for index in 0..members.len() {
        insert(&mut table, &hashes, index);
        let used = index + 1;
        if used * 5 >= (table.len() - 1) * 3 {
            let wanted = if used > 50_000 { used * 2 } else { used * 4 };
            let mut larger = vec![None; (wanted + 1).next_power_of_two().max(8)];
            for index in table.into_iter().flatten() {
                insert(&mut larger, &hashes, index);
            }
            table = larger;
        }
    }
    Some(table.into_iter().flatten().collect())
}

fn insert(table: &mut [Option<usize>], hashes: &[u64], index: usize) {
    let mask = table.len() - 1;
    let mut perturb = hashes[index];
    let mut place = low(perturb) & mask;
    loop {
        let probes = if place + LINEAR_PROBES <= mask { LINEAR_PROBES } else { 0 };
        if let Some(free) = table[place..=place + probes].iter_mut().find(|slot| slot.is_none()) {
            *free = Some(index);
            return;
        }
        perturb >>= 5;
        place = place.wrapping_mul(5).wrapping_add(1).wrapping_add(low(perturb)) & mask;
    }
}

/// Part of a hash that determines the index in the table.
fn low(hash: u64) -> usize {
    usize::try_from(hash & 0xffff_ffff).unwrap_or(0)
}

fn hash(value: &Val) -> Option<u64> {
    let signed = match value {
        Val::Bool(bool) => i64::from(*bool),
        Val::Int(Int::Small(small)) => small % PRIME,
        Val::Int(int @ Int::Big(_)) => {
            let rest = int.to_big() % BigInt::from(PRIME);
            i64::try_from(&rest).ok()?
        }
        Val::Float(float) => float_hash(*float)?,
        Val::Str(text) if text.is_empty() => 0,
        Val::List(list) => return list.is_tuple.then(|| tuple_hash(&list.items)).flatten(),
        _ => return None,
    };
    Some((if signed == -1 { -2 } else { signed }).cast_unsigned())
}

/// Hashes a float. Fractions are hashed as the quotient of two numbers modulo the prime.
fn float_hash(float: f64) -> Option<i64> {
    if !float.is_finite() {
        return float.is_infinite().then_some(if float > 0.0 { 314_159 } else { -314_159 });
    }
    let bits = float.abs().to_bits();
    let (fraction, exponent) = (bits & ((1 << 52) - 1), bits >> 52);
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let exponent = i64::try_from(exponent.max(1)).ok()? - 1075;
    // Multiplying by two modulo the prime rotates the 61 bits.
    let shift = u32::try_from(exponent.rem_euclid(61)).ok()?;
    let rotated = (u128::from(mantissa) << shift) % u128::try_from(PRIME).ok()?;
    let hash = i64::try_from(rotated).ok()?;
    Some(if float < 0.0 { -hash } else { hash })
}

fn tuple_hash(items: &[Val]) -> Option<u64> {
    const PRIME_1: u64 = 11_400_714_785_074_694_791;
    const PRIME_2: u64 = 14_029_467_366_897_019_727;
    const PRIME_5: u64 = 2_870_177_450_012_600_261;
    let mut total = PRIME_5;
    for item in items {
        total = total.wrapping_add(hash(item)?.wrapping_mul(PRIME_2));
        total = total.rotate_left(31).wrapping_mul(PRIME_1);
    }
    total = total.wrapping_add(items.len() as u64 ^ PRIME_5 ^ 0x35_d373);
    Some(if total == u64::MAX { 1_546_275_796 } else { total })
}

#[cfg(test)]
mod tests {
    use super::super::{Int, Key, Val};

    fn check(members: &[Val], expect: &[usize]) {
        let members: Vec<Key> = members.iter().map(|member| Key::new(member.clone()).unwrap()).collect();
        assert_eq!(super::order(&members).unwrap(), expect);
    }

    #[test]
    fn numbers_are_in_the_order_of_their_hashes() {
        check(&[Val::int(3), Val::int(1), Val::int(2)], &[1, 2, 0]);
        check(&[Val::int(9), Val::int(1)], &[0, 1]);
        check(&[Val::int(1), Val::int(9)], &[0, 1]);
    }

    #[test]
    fn hashes_are_those_of_python() {
        fn check(value: &Val, expect: i64) {
            assert_eq!(super::hash(value).unwrap().cast_signed(), expect);
        }
        check(&Val::int(-1), -2);
        check(&Val::Int(Int::parse("1000000000000000000000").unwrap()), 1_569_977_010_470_519_217);
        check(&Val::Float(0.5), 1_152_921_504_606_846_976);
        check(&Val::Float(-2.75), -1_729_382_256_910_270_466);
        check(&Val::tuple(vec![Val::int(1), Val::int(2)]).unwrap(), -3_550_055_125_485_641_917);
    }
}
