//! The derive macro `HeatResource`.
