//! Typed Heat resources from schemas.
