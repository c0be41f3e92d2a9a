//! Types whose schemas contain more than the values of properties, in the test driver.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use heat_plugin::life_cycle::{Failure, Handled, LifeCycle, NotPolled, Progress, Resource as Worked};
use heat_plugin::testing::Resource;
use heat_plugin::{HeatResource, Value, resource_class, value};

#[derive(HeatResource)]
#[heat(schema = "tests/schemas/Ignoring.yaml")]
struct Ignoring;

impl LifeCycle for Ignoring {
    type Pending = NotPolled;
    type Data = i64;

    fn create(&self, properties: &ignoring::Properties, resource: &Worked<'_, i64>) -> Handled<Self> {
        resource.keep(&properties.size)?;
        resource.set_resource_id("one")?;
        Ok(Progress::Done)
    }

    fn delete(&self, _: &ignoring::StoredProperties, _: &Worked<'_, i64>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn attribute(
        &self,
        attribute: ignoring::Attribute,
        resource: &Worked<'_, i64>,
    ) -> Result<Value, Failure> {
        match attribute {
            ignoring::Attribute::Size => Ok(resource.data()?.map_or(Value::Null, Value::from)),
            ignoring::Attribute::Show => Ok(Value::Null),
        }
    }
}

#[derive(HeatResource)]
#[heat(schema = "tests/schemas/Grouped.yaml")]
struct Grouped;

impl LifeCycle for Grouped {
    type Pending = NotPolled;
    type Data = ();

    fn create(&self, _: &grouped::Properties, _: &Worked<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn delete(&self, _: &grouped::StoredProperties, _: &Worked<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }
}

#[test]
fn any_properties_are_accepted_and_ignored() {
    let mut ignoring = Resource::new(resource_class!(Ignoring));
    let definition = value!({"size": "no number", "colour": "red"});
    assert!(ignoring.validate(definition.clone(), &[]).is_ok());
    let _ = ignoring.create(definition).expect_state("CREATE_COMPLETE");
    assert_eq!(ignoring.attribute("size").unwrap(), value!(7));
    assert_eq!(ignoring.attribute("colour").unwrap(), Value::Null);
    let step = ignoring.update(value!({"size": 8})).expect_state("CREATE_COMPLETE").expect_replaced(false);
    assert_eq!(step.events().count(), 0, "nothing is done with the resource");
    let _ = ignoring.delete().expect_state("DELETE_COMPLETE");
}

#[test]
fn groups_are_checked_against_what_is_given() {
    let validated = |properties: Value, unknown: &[&str]| {
        let validated = Resource::new(resource_class!(Grouped)).validate(properties, unknown);
        validated.map_err(|refused| refused.message)
    };
    assert!(validated(value!({"user": "a"}), &[]).is_ok());
    assert!(validated(value!({"user": "a", "group": null}), &[]).is_ok());
    for wrong in [value!({}), value!({"user": "a", "group": "b"})] {
        assert_eq!(
            validated(wrong.clone(), &[]).unwrap_err(),
            "resources.resource.properties: exactly one of `user` and `group` must be given"
        );
        // As in an engine, in which only a request checks it.
        let _ = Resource::new(resource_class!(Grouped)).create(wrong).expect_state("CREATE_COMPLETE");
    }
}
