//! Usage counts of resource types: the number of public template repositories, and of templates in them.

/// The counts, as `conformance/count_types.py` writes them: most used types first.
const COUNTS: &str = include_str!("../../site/used-types.txt");

/// The rank of a type by usage, starting with 0 for the most used type. All unused types have the same rank, after the others.
pub(crate) fn place(name: &str) -> usize {
    used_types().position(|used| used == name).unwrap_or(usize::MAX)
}

/// The types that public templates use, most used first.
pub(crate) fn used_types() -> impl Iterator<Item = &'static str> {
    COUNTS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.rsplit('\t').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_in_the_order_of_their_counts() {
        assert_eq!(used_types().next(), Some("OS::Nova::Server"));
        assert!(place("OS::Octavia::LoadBalancer") < place("OS::Octavia::AvailabilityZone"));
        assert_eq!(place("ACME::Thing"), usize::MAX);
        let counts: Vec<Vec<usize>> = COUNTS
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split('\t').take(2).map(|count| count.parse().unwrap()).collect())
            .collect();
        assert!(counts.len() > 50 && counts.is_sorted_by(|one, other| one >= other));
    }
}
