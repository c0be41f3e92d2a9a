//! The schema and the life cycle do not agree on the deletion policy `Snapshot`.

use heat_plugin::life_cycle::{
    Failure, Handled, LifeCycle, NotPolled, Progress, Resource, SnapshotDelete, State,
};
use heat_plugin::{HeatResource, Value, resource_class};

#[derive(HeatResource)]
#[heat(schema = "schemas/Deletion.yaml")]
struct Deletion;

impl LifeCycle for Deletion {
    type Pending = NotPolled;
    type Data = ();

    fn create(&self, _: &deletion::Properties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn delete(&self, _: &deletion::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }
}

#[derive(HeatResource)]
#[heat(schema = "schemas/Token.yaml")]
struct Token;

impl LifeCycle for Token {
    type Pending = NotPolled;
    type Data = ();

    fn create(&self, _: &token::Properties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn delete(&self, _: &token::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn attribute(&self, _: token::Attribute, _: &Resource<'_>) -> Result<Value, Failure> {
        Ok(Value::Null)
    }
}

impl SnapshotDelete for Token {
    fn snapshot_delete(&self, _: State, _: &token::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }
}

fn main() {
    let _ = resource_class!(Deletion);
    let _ = resource_class!(Token);
}
