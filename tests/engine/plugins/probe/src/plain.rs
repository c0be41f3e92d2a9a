//! A type that can only be created and deleted: Heat's defaults for everything else.

use heat_plugin::life_cycle::{CheckComplete, Completion, Failure, Handled, LifeCycle, Progress, Resource};
use heat_plugin::{HeatResource, Value};

/// `My::Custom::Plain`
#[derive(HeatResource)]
#[heat(schema = "schemas/My/Custom/Plain.yaml")]
pub(crate) struct Plain;

/// How many polls are left.
pub(crate) struct Polls(i64);

impl CheckComplete<Plain> for Polls {
    fn check_complete(&mut self, _: &Plain, _: &Resource<'_>) -> Result<Completion, Failure> {
        self.0 -= 1;
        Ok(Completion::done_if(self.0 < 0))
    }
}

impl LifeCycle for Plain {
    type Pending = Polls;
    type Data = ();

    fn create(&self, properties: &plain::Properties, resource: &Resource<'_>) -> Handled<Self> {
        resource.set_resource_id(resource.physical_resource_name().unwrap_or_default())?;
        Ok(Progress::poll(Polls(properties.polls)))
    }

    fn delete(&self, _: &plain::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn attribute(&self, attribute: plain::Attribute, resource: &Resource<'_>) -> Result<Value, Failure> {
        match attribute {
            plain::Attribute::Value => Ok(plain::StoredProperties::of(resource)?.value.to_value()),
            plain::Attribute::Show => Ok(Value::Null),
        }
    }
}
