//! Fifty types of twenty properties, to measure how long a plug-in takes to load.

use heat_plugin::HeatResource;
use heat_plugin::life_cycle::{Handled, LifeCycle, NotPolled, Progress, Resource};

use crate::{Empty, Reads};

does_nothing! {
    /// One of them.
    Type01 type01 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type02 type02 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type03 type03 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type04 type04 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type05 type05 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type06 type06 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type07 type07 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type08 type08 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type09 type09 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type10 type10 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type11 type11 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type12 type12 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type13 type13 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type14 type14 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type15 type15 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type16 type16 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type17 type17 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type18 type18 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type19 type19 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type20 type20 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type21 type21 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type22 type22 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type23 type23 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type24 type24 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type25 type25 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type26 type26 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type27 type27 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type28 type28 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type29 type29 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type30 type30 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type31 type31 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type32 type32 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type33 type33 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type34 type34 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type35 type35 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type36 type36 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type37 type37 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type38 type38 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type39 type39 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type40 type40 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type41 type41 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type42 type42 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type43 type43 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type44 type44 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type45 type45 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type46 type46 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type47 type47 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type48 type48 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type49 type49 = "schemas/My/Bench/RustReads.yaml",
    /// One of them.
    Type50 type50 = "schemas/My/Bench/RustReads.yaml",
}

heat_plugin_python::export!(bench, [
    Empty,
    Reads,
    Type01 => ["My::Bench::Type01"],
    Type02 => ["My::Bench::Type02"],
    Type03 => ["My::Bench::Type03"],
    Type04 => ["My::Bench::Type04"],
    Type05 => ["My::Bench::Type05"],
    Type06 => ["My::Bench::Type06"],
    Type07 => ["My::Bench::Type07"],
    Type08 => ["My::Bench::Type08"],
    Type09 => ["My::Bench::Type09"],
    Type10 => ["My::Bench::Type10"],
    Type11 => ["My::Bench::Type11"],
    Type12 => ["My::Bench::Type12"],
    Type13 => ["My::Bench::Type13"],
    Type14 => ["My::Bench::Type14"],
    Type15 => ["My::Bench::Type15"],
    Type16 => ["My::Bench::Type16"],
    Type17 => ["My::Bench::Type17"],
    Type18 => ["My::Bench::Type18"],
    Type19 => ["My::Bench::Type19"],
    Type20 => ["My::Bench::Type20"],
    Type21 => ["My::Bench::Type21"],
    Type22 => ["My::Bench::Type22"],
    Type23 => ["My::Bench::Type23"],
    Type24 => ["My::Bench::Type24"],
    Type25 => ["My::Bench::Type25"],
    Type26 => ["My::Bench::Type26"],
    Type27 => ["My::Bench::Type27"],
    Type28 => ["My::Bench::Type28"],
    Type29 => ["My::Bench::Type29"],
    Type30 => ["My::Bench::Type30"],
    Type31 => ["My::Bench::Type31"],
    Type32 => ["My::Bench::Type32"],
    Type33 => ["My::Bench::Type33"],
    Type34 => ["My::Bench::Type34"],
    Type35 => ["My::Bench::Type35"],
    Type36 => ["My::Bench::Type36"],
    Type37 => ["My::Bench::Type37"],
    Type38 => ["My::Bench::Type38"],
    Type39 => ["My::Bench::Type39"],
    Type40 => ["My::Bench::Type40"],
    Type41 => ["My::Bench::Type41"],
    Type42 => ["My::Bench::Type42"],
    Type43 => ["My::Bench::Type43"],
    Type44 => ["My::Bench::Type44"],
    Type45 => ["My::Bench::Type45"],
    Type46 => ["My::Bench::Type46"],
    Type47 => ["My::Bench::Type47"],
    Type48 => ["My::Bench::Type48"],
    Type49 => ["My::Bench::Type49"],
    Type50 => ["My::Bench::Type50"],
]);
