//! Tests of a plug-in without Heat: one resource, driven as by Heat. Needs the feature `testing`.
//!
//! ```
//! # use heat_plugin::HeatResource;
//! # use heat_plugin::life_cycle::*;
//! # #[derive(HeatResource)]
//! # #[heat(schema = "schemas/My/Custom/Token.yaml")]
//! # pub struct Token;
//! # pub struct Job(u32);
//! # impl CheckComplete<Token, ()> for Job {
//! #     fn check_complete(&mut self, _: &Token, _: &Resource<'_>) -> Result<Completion, Failure> {
//! #         self.0 -= 1;
//! #         Ok(Completion::done_if(self.0 == 0))
//! #     }
//! # }
//! # impl LifeCycle for Token {
//! #     type Pending = Job;
//! #     type Data = ();
//! #     fn create(&self, _: &token::Properties, resource: &Resource<'_>) -> Handled<Self> {
//! #         resource.set_resource_id("token-1")?;
//! #         Ok(Progress::poll(Job(3)))
//! #     }
//! #     fn delete(&self, _: &token::StoredProperties, _: &Resource<'_>) -> Handled<Self> { Ok(Progress::Done) }
//! # }
//! use heat_plugin::engine::Handler;
//! use heat_plugin::testing::{self, Fault};
//! use heat_plugin::{resource_class, value};
//!
//! let mut token = testing::Resource::new(resource_class!(Token));
//! token.create(value!({"length": 8})).expect_state("CREATE_COMPLETE").expect_resource_id(Some("token-1"));
//! token.update(value!({"length": 9})).expect_replaced(true).expect_state("CREATE_COMPLETE");
//! token.clean_up();
//!
//! token.inject(Fault::fails(Handler::Delete, Failure::failed("The service is down.")));
//! token.delete().expect_state("DELETE_FAILED").expect_reason("Error: resources.resource: The service is down.");
//! token.delete().expect_state("DELETE_COMPLETE");
//!
//! let mut slow = testing::Resource::new(resource_class!(Token));
//! slow.timeout_after(1.0).create(value!({"length": 8})).expect_state("CREATE_FAILED");
//! ```
//!
//! The clock is virtual: it advances when Heat would sleep between two polls or before another attempt, and when a [`Fault`]
//! blocks. A delay that is random in Heat, before another attempt, has its mean value.
//!
//! Every [`Step`] contains the resource as in Heat's database after an event, and the [`Event`]s that users see. The results
//! match those of Heat's own base class, including the texts. Only the reason why a custom constraint refuses a value is
//! worded differently.

mod cloud;
mod definition;
mod fault;
mod machine;
mod resource;
mod settings;
mod shown;
mod step;

pub use cloud::Cloud;
pub use definition::Definition;
pub use fault::Fault;
pub use machine::{Datum, Event};
pub use resource::{Elsewhere, Resource};
pub use settings::{Breakpoint, Restricted, Settings};
pub use step::{Exception, Part, Seen, Step};
