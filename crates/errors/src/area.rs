//! The areas of errors: the subject of a message, in the order of the overview. Each folder of pages is an area.

/// Declares the areas: the variant, the name of its folder, its title, and the subject of its errors.
macro_rules! areas {
    ($($(#[$doc:meta])* $name:ident = $folder:literal, $title:literal, $about:literal;)*) => {
        /// The subject of an error: a part of the template, or a phase in the life of a stack.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Area {
            $($(#[$doc])* $name,)*
        }

        impl Area {
            /// The areas in the order of the overview.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The folder with the pages of the area; also its anchor in the overview.
            #[must_use]
            pub const fn folder(self) -> &'static str {
                match self {
                    $(Self::$name => $folder,)*
                }
            }

            /// The title of the area.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }

            /// A sentence about the errors of the area.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => $about,)*
                }
            }
        }
    };
}

areas! {
    /// The text of a template, and its sections.
    Structure = "structure", "Text and sections", "The template cannot be read, or has another form than a template.";
    /// Parameters, their definitions, values and groups.
    Parameters = "parameters", "Parameters", "Definitions of parameters, their constraints, and the values that are given.";
    /// Definitions of conditions, and the functions in them.
    Conditions = "conditions", "Conditions", "Definitions of conditions, and the functions in them.";
    /// Resources and the references between them.
    Resources = "resources", "Resources", "Types, keys, references and dependencies of resources.";
    /// Properties of resources.
    Properties = "properties", "Properties", "Names and values of properties, and which of them belong together.";
    /// Values that a custom constraint rejects.
    Values = "values", "Values", "What custom constraints say about names, addresses and dates.";
    /// Function calls and their arguments.
    Functions = "functions", "Functions", "Arguments of functions, and what they are called with.";
    /// Definitions of outputs, and their values.
    Outputs = "outputs", "Outputs", "Definitions of outputs, and their values.";
    /// Environment files.
    Environments = "environments", "Environments", "Files that are given with `-e`.";
    /// Nested stacks: templates used as resource types.
    NestedStacks = "nested-stacks", "Nested stacks", "Templates that are used as types of resources.";
    /// Requests to the API.
    Requests = "requests", "Requests", "What the service says about a request before it does anything, such as about the name of a stack.";
    /// Failures while something is created, updated or deleted.
    Failures = "failures", "Failures of resources", "Reasons for which a resource is `CREATE_FAILED`, `UPDATE_FAILED` and so on.";
    /// Messages of other services that Heat passes on.
    Services = "services", "Words of other services", "Heat passes on why Neutron, Nova, Cinder and others refuse or fail.";
    /// Python errors that Heat passes on.
    Python = "python", "Words of Python", "Heat passes on what its own code ran into.";
    /// Errors in the schemas of plug-ins.
    PlugIns = "plug-ins", "Plug-ins", "What Heat says about the types of plug-ins, to those who write them.";
}

impl Area {
    /// Returns the area of a folder.
    pub(crate) fn of_folder(folder: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|area| area.folder() == folder)
    }
}
