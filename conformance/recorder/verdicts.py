"""Heat's two verdicts on a template in a file: that of the request that validates it, and that of one that creates a stack.

The file is read as Heat's client reads it, and judged by the steps of `EngineService.validate_template` and of
`EngineService.create_stack`.
"""

import traceback

from heat.common import context, exception
from heat.engine import api, environment, stack, template
from heatclient.common import template_utils
from oslo_config import cfg
from oslo_serialization import jsonutils

from . import cloudless

# Code below the folder of the plug-ins that is not about one type: the stacks that resources create.
GENERAL = ('stack_resource.py', 'template_resource.py')
ACCEPTED = {'verdict': 'accepted'}
# The name of the stack that the request for validation uses, and another.
DUMMY, NAME = 'dummy', 'stack'


def of_file(path, environment_path=None):
    """Both verdicts."""
    try:
        sent = as_sent(path, environment_path)
    except Exception as error:
        refused = {'verdict': 'refused', 'by': 'client', **described(error)}
        return {'validate': refused, 'create': refused}
    return {'validate': verdict(validate, sent), 'create': verdict(create, sent)}


def as_sent(path, environment_path):
    """The template, its files and its environment, as the client sends them."""
    files, data = template_utils.get_template_contents(str(path))
    paths = [str(environment_path)] if environment_path else []
    more, given = template_utils.process_multiple_environments_and_files(paths)
    # The client reads files as bytes and sends JSON.
    return jsonutils.dumps([data, {**files, **more}, given])


def verdict(request, sent):
    """Whether a request accepts what was sent; if not, why, and who refused it."""
    cloudless.Skipped.names = []
    try:
        request(*jsonutils.loads(sent))
    except cloudless.AsksTheCloud:
        return {'verdict': 'unknown'}
    except Exception as error:
        return {'verdict': 'refused', 'by': refuser(error), **described(error)}
    return {**ACCEPTED, 'skipped': list(cloudless.Skipped.names)} if cloudless.Skipped.names else ACCEPTED


def parsed(data, files, given):
    read = template.Template(data, files=files, env=environment.Environment(given))
    try:
        read.validate()
    except Exception as error:
        raise exception.StackValidationFailed(message=str(error)) from error
    if len(read[read.RESOURCES]) > cfg.CONF.max_resources_per_stack:
        raise exception.RequestLimitExceeded(message=exception.StackResourceLimitExceeded.msg_fmt)
    return read


def validate(data, files, given):
    made = stack.Stack(asked(), DUMMY, parsed(data, files, given), strict_validate=False)
    made.validate(validate_res_tmpl_only=True)
    # What the answer shows.
    made.parameters.map(api.format_validate_parameter, filter_func=lambda parameter: parameter.name not in made.parameters.PSEUDO_PARAMETERS)


def create(data, files, given):
    stack.Stack(asked(), NAME, parsed(data, files, given)).validate()


def asked():
    return context.RequestContext(project_id='project', user_id='user')


def described(error):
    return {'error': type(error).__name__, 'message': str(error)[:300], 'raised': raised(error)}


def innermost(error):
    seen = set()
    while id(error) not in seen:
        seen.add(id(error))
        error = error.__cause__ or error.__context__ or error
    return error


def raised(error):
    """The place in Heat's code where an error came up first."""
    frames = traceback.extract_tb(innermost(error).__traceback__)
    places = [(frame.filename.split('site-packages/')[-1], frame.name) for frame in frames]
    own = [place for place in places if place[0].startswith('heat/')] or places
    return ':'.join(own[-1]) if own else ''


def reads_properties(error):
    """Whether a plug-in was reading a property: in stacks that resources create, Heat does not validate the values before."""
    while error is not None:
        files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
        if any(is_of_plug_in(caller) and called.endswith('heat/engine/properties.py') for caller, called in zip(files, files[1:])):
            return True
        error = error.__cause__ or error.__context__
    return False


def is_of_plug_in(file):
    return 'heat/engine/resources/' in file and not file.endswith(GENERAL)


def refuser(error):
    """Who refused a template: the code of a plug-in or a client, or Heat itself."""
    place = raised(error).partition(':')[0]
    if place.startswith('heat/engine/clients/'):
        return 'cloud'
    return 'plug-in' if is_of_plug_in(place) or reads_properties(error) else 'heat'
