//! Reading the facts of resource types from an installed Heat, or from a file of such facts.
