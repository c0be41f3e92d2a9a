"""What a service makes of a resource with given properties: created by Heat's plug-in, and deleted again."""

import sys
import time
import traceback

from . import outcomes
from . import real_services
from . import real_updates

# Seconds until a service that has failed is asked again.
PAUSE = 5


def of_data(given):
    """Whether the service accepts the properties, or with which words it, or its client, refuses them."""
    one = real_updates.recorder()
    with one.cloud.used():
        for _ in range(real_updates.ATTEMPTS):
            properties = prepared(one, given)
            since = len(one.cloud.requests)
            output = created_or_refused(one, given['type'], properties)
            if not one.failed(since):
                break
            time.sleep(PAUSE)
    if output.get('by') == 'plug-in' or output.get('status', 0) >= 500:
        # Heat knows the rule itself, the resource needs what is not there, or the service fails.
        print(f'left out: {given["type"]}, {given["properties"]}: {output["message"]}', file=sys.stderr)
        raise outcomes.NotOne
    return output


def prepared(recorder, given):
    """The properties, with the IDs of what they refer to, which is made. SQLite lets a service fail now and then."""
    for attempt in range(real_updates.ATTEMPTS):
        try:
            recorder.prepare(given['type'])
            return recorder.fixtures.filled(given['properties'])
        except Exception:
            recorder.fixtures = None
            if attempt + 1 == real_updates.ATTEMPTS:
                raise
    return None


def created_or_refused(recorder, type_name, properties):
    since = len(recorder.cloud.requests)
    try:
        made = real_services.created(type_name, properties)
    except real_services.Incomplete:
        # Nobody refuses it: a driver does nothing.
        return {'accepted': True}
    except Exception as error:
        refusal = recorder.refusal(error, since, {})
        return {**refusal, 'by': 'client'} if refusal['by'] == 'plug-in' and is_by_client(error) else refusal
    recorder.delete(made)
    return {'accepted': True}


def is_by_client(error):
    """Whether the client of a service raised an error, or one that a plug-in wraps."""
    frames = []
    while error is not None:
        frames += traceback.extract_tb(error.__traceback__)
        error = error.__context__
    return any('client' in frame.filename.rpartition('site-packages/')[2].split('/')[0] for frame in frames)
