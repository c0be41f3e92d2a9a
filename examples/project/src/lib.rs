//! A plug-in that acts as the user: `My::Identity::Project`, a project of Keystone.
//!
//! Each request has the token of the user of the stack, so Keystone decides what the user may do. The tests run the plug-in
//! without Heat, against a small Keystone of their own; `tests/engine/as_user.py` runs it in a real Heat with a real Keystone.

use heat_plugin::life_cycle::{
    Check, CheckComplete, Completion, ContextFacts, Failure, FailureKind, Handled, LifeCycle, Progress,
    RequestContext, Resource, Update,
};
use heat_plugin::resolve::{Query, ResolveError};
use heat_plugin::{HeatResource, Value};
use heat_plugin_openstack::{Client, segment};
use serde::Deserialize;
use serde_json::json;

use self::project::{Attribute, Properties, StoredProperties, Updatable};

/// `My::Identity::Project`.
#[derive(HeatResource, Debug)]
#[heat(schema = "schemas/My/Identity/Project.yaml")]
pub struct Project;

/// The project waits for a tag.
#[derive(Debug)]
pub struct Preparing {
    id: String,
    tag: String,
}

#[derive(Deserialize)]
struct Shown {
    project: ProjectInfo,
}

#[derive(Deserialize)]
struct Listed {
    projects: Vec<ProjectInfo>,
}

/// A project, as Keystone shows it.
#[derive(Deserialize)]
struct ProjectInfo {
    id: String,
    name: String,
    domain_id: String,
    #[serde(default)]
    tags: Vec<String>,
}

fn identity(context: RequestContext<'_>) -> Client<'_> {
    Client::new(context, "identity").version("v3")
}

/// The description of a project that has none: who creates it.
fn created_by(facts: &ContextFacts) -> String {
    let known = |name: &Option<String>| name.clone().unwrap_or_else(|| "somebody".to_owned());
    let mut roles = facts.roles.clone();
    roles.sort_unstable();
    format!(
        "Created by {} of {} as {}.",
        known(&facts.user_name),
        known(&facts.project_name),
        roles.join(", ")
    )
}

fn path(id: &str) -> String {
    format!("projects/{}", segment(id))
}

fn shown(context: RequestContext<'_>, id: &str) -> Result<ProjectInfo, Failure> {
    Ok(identity(context).get(&path(id))?.json::<Shown>()?.project)
}

impl CheckComplete<Project, ()> for Preparing {
    fn check_complete(&mut self, _: &Project, resource: &Resource<'_>) -> Result<Completion, Failure> {
        let project = shown(resource.context(), &self.id)?;
        Ok(Completion::done_if(project.tags.contains(&self.tag)))
    }
}

impl LifeCycle for Project {
    type Pending = Preparing;
    type Data = ();

    fn create(&self, properties: &Properties, resource: &Resource<'_>) -> Handled<Self> {
        let own = resource.physical_resource_name().unwrap_or_default();
        let name = properties.name.as_deref().unwrap_or(own);
        let facts = resource.context().facts()?;
        let description = properties.description.clone().unwrap_or_else(|| created_by(&facts));
        let mut project = json!({"name": name, "description": description});
        let domain = properties.domain.clone().or(facts.project_domain_id);
        for (key, value) in [("domain_id", domain), ("parent_id", properties.parent.clone())] {
            if let Some(value) = value {
                project[key] = value.into();
            }
        }
        let body = json!({"project": project});
        let id = identity(resource.context()).post("projects", &body)?.json::<Shown>()?.project.id;
        resource.set_resource_id(&id)?;
        Ok(match properties.ready_tag.clone() {
            Some(tag) => Progress::poll(Preparing { id, tag }),
            None => Progress::Done,
        })
    }

    fn update(&self, update: &Update<'_, Self>, resource: &Resource<'_>) -> Handled<Self> {
        let mut project = json!({});
        for changed in update.changed {
            match changed {
                Updatable::Name => {
                    let own = resource.physical_resource_name().unwrap_or_default();
                    project["name"] = update.new.name.as_deref().unwrap_or(own).into();
                }
                Updatable::Description => {
                    let description = match update.new.description.clone() {
                        Some(given) => given,
                        None => created_by(&resource.context().facts()?),
                    };
                    project["description"] = description.into();
                }
            }
        }
        let id = resource.require_resource_id()?;
        identity(resource.context()).patch(&path(&id), &json!({"project": project}))?;
        Ok(Progress::Done)
    }

    fn delete(&self, _: &StoredProperties, resource: &Resource<'_>) -> Handled<Self> {
        resource.delete_entity()?; // as Heat's base class does
        Ok(Progress::Done)
    }

    fn attribute(&self, attribute: Attribute, resource: &Resource<'_>) -> Result<Value, Failure> {
        let Some(id) = resource.resource_id() else { return Ok(Value::Null) };
        Ok(match attribute {
            Attribute::Name => shown(resource.context(), &id)?.name.into(),
            Attribute::Domain => shown(resource.context(), &id)?.domain_id.into(),
            Attribute::Show => Value::Null, // Heat shows the entity
        })
    }
}

impl Check for Project {
    fn check(&self, _: &StoredProperties, resource: &Resource<'_>) -> Handled<Self> {
        shown(resource.context(), &resource.require_resource_id()?)?;
        Ok(Progress::Done)
    }
}

/// The custom constraint `my.domain`: a domain that the user can see.
///
/// # Errors
/// There is no such domain, or Keystone cannot be asked.
pub fn check_domain(value: &Value, context: &RequestContext<'_>) -> Result<(), String> {
    let Some(id) = value.as_str() else { return Err("A domain is named by its ID.".to_owned()) };
    identity(*context).get(&format!("domains/{}", segment(id)))?;
    Ok(())
}

/// The finder of projects, by name or ID.
///
/// # Errors
/// There is no such project, or several, or Keystone cannot be asked.
pub fn find_project(query: &Query<'_>, context: &RequestContext<'_>) -> Result<Value, ResolveError> {
    let Some(name) = query.value.as_str() else { return Ok(query.value.clone()) };
    let client = identity(*context);
    match client.get(&path(name)) {
        Ok(answer) => return Ok(answer.json::<Shown>()?.project.id.into()),
        Err(failure) if failure.kind == FailureKind::Gone => {} // it is a name, then
        Err(failure) => return Err(failure.into()),
    }
    let named: Listed = client.get(&format!("projects?name={}", segment(name)))?.json()?;
    match named.projects.as_slice() {
        [project] => Ok(project.id.as_str().into()),
        [] => Err(ResolveError::new(format!("There is no project {name}."))),
        _ => Err(ResolveError::new(format!("There are several projects {name}: use an ID."))),
    }
}

heat_plugin_python::export!(
    project,
    [Project],
    constraints: ["my.domain" = check_domain],
    finders: ["find_project" = find_project],
);
