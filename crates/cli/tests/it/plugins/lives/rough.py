import os
import sys
import time

from heat.engine import resource


class Prints(resource.Resource):
    """Leaves nothing as it was."""

    properties_schema = {}

    def handle_create(self):
        print("{")
        os.chdir("/")
        os.environ["HEAT"] = "x"
        sys.path.clear()


class Waits(resource.Resource):
    properties_schema = {}

    def handle_create(self):
        while True:
            pass


class Recurses(resource.Resource):
    properties_schema = {}

    def handle_create(self):
        return self.handle_create()


class Sleeps(resource.Resource):
    properties_schema = {}

    def handle_create(self):
        while True:
            time.sleep(60)


def resource_mapping():
    return {"My::Prints": Prints, "My::Recurses": Recurses, "My::Sleeps": Sleeps, "My::Waits": Waits}
