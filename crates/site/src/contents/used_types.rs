//! How much each resource type is used: in how many public repositories of templates, and in how many templates of these.

/// The counts, as `conformance/count_types.py` writes them: most used types first.
const COUNTS: &str = include_str!("../../site/used-types.txt");

/// The place of a type among those that are used, the most used one first; types that nobody used are equal, after the others.
pub(crate) fn place(name: &str) -> usize {
    used_types().position(|used| used == name).unwrap_or(usize::MAX)
}

/// The types that public templates use, the most used one first.
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
