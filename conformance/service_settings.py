"""Settings and programs of the services that `services` starts.

Texts have gaps for the folders, the port and the databases of a service, which `Service.filled` fills.
"""

RELEASES = {'neutron': '29.0.0', 'cinder': '29.0.0', 'designate': '23.0.0', 'octavia': '19.0.0', 'manila': '23.0.1', 'nova': '34.0.0',
            'barbican': '23.0.0', 'keystone': '30.0.0', 'aodh': '23.0.0', 'mistral': '23.0.0'}
# What a service needs that its package does not name, and extensions of it.
MORE = {'nova': ['openstack-placement==16.0.0'], 'neutron': ['networking-sfc==23.0.0', 'neutron-vpnaas==29.0.0']}
COMMON = """
[DEFAULT]
transport_url = fake://
state_path = {state}
host = one
rpc_response_timeout = 10
rootwrap_config =
{default}
[oslo_concurrency]
lock_path = {state}/lock
[oslo_messaging_notifications]
driver = noop
[coordination]
backend_url = file://{state}
"""
NO_LIMIT = '-1'
SETTINGS = {
    'neutron': ("""
core_plugin = ml2
service_plugins = router,qos,trunk,port_forwarding,segments,metering,flow_classifier,sfc,vpnaas
api_paste_config = {folder}/api-paste.ini
notify_nova_on_port_status_changes = false
notify_nova_on_port_data_changes = false
dhcp_agent_notification = false
dns_domain = example.org.
""", """
[database]
connection = {database}
[quotas]
default_quota = -1
quota_network = -1
quota_subnet = -1
quota_port = -1
quota_router = -1
quota_floatingip = -1
quota_security_group = -1
quota_security_group_rule = -1
quota_rbac_policy = -1
quota_trunk = -1
[ml2]
type_drivers = local,flat,vlan,vxlan
tenant_network_types = vxlan
mechanism_drivers = openvswitch
extension_drivers = port_security,qos,dns,uplink_status_propagation,uplink_status_propagation_updatable
[ml2_type_flat]
flat_networks = *
[ml2_type_vlan]
network_vlan_ranges = physnet1:100:200,physnet2:100:200
[ml2_type_vxlan]
vni_ranges = 1:100000
[securitygroup]
enable_security_group = true
[sfc]
drivers = dummy
[flowclassifier]
drivers = dummy
[service_providers]
service_provider = VPN:ipsec:neutron_vpnaas.services.vpn.service_drivers.ipsec.IPsecVPNDriver:default
"""),
    'cinder': ("""
auth_strategy = noauth
report_interval = 3600
service_down_time = 100000
api_paste_config = {etc}/api-paste.ini
resource_query_filters_file = {etc}/resource_filters.json
enabled_backends = nothing
default_volume_type = __DEFAULT__
scheduler_driver_init_wait_time = 1
quota_volumes = -1
quota_snapshots = -1
quota_gigabytes = -1
""", """
[database]
connection = {database}
[nothing]
volume_driver = driver.Nothing
volume_backend_name = nothing
"""),
    'designate': ("""
quota_zones = 100000
quota_zone_recordsets = 100000
quota_zone_records = 100000
""", """
[service:api]
auth_strategy = noauth
enable_api_v2 = true
enable_api_admin = true
api_base_uri = http://127.0.0.1:{port}/
[service:producer]
enabled_tasks =
[storage:sqlalchemy]
connection = {database}
"""),
    'barbican': ("""
host_href = http://127.0.0.1:{port}
""", """
[database]
connection = {database}
[queue]
enable = false
[secretstore]
enabled_secretstore_plugins = store_crypto
[crypto]
enabled_crypto_plugins = simple_crypto
[simple_crypto_plugin]
kek = MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
"""),
    'keystone': ('', """
[database]
connection = {database}
[fernet_tokens]
key_repository = {state}/fernet
[fernet_receipts]
key_repository = {state}/fernet
[credential]
key_repository = {state}/credential
[identity]
password_hash_rounds = 4
[cache]
enabled = true
backend = oslo_cache.dict
"""),
    'aodh': ('', """
[database]
connection = {database}
[api]
auth_mode = noauth
"""),
    'mistral': ("""
auth_type = none
""", """
[database]
connection = {database}
[pecan]
auth_enable = false
[cron_trigger]
enabled = false
"""),
    'octavia': ('', """
[api_settings]
auth_strategy = noauth
enabled_provider_drivers = noop_driver:nothing,noop_driver-alt:nothing,amphora:nothing
default_provider_driver = noop_driver
allow_tls_terminated_listeners = true
[database]
connection = {database}
[controller_worker]
network_driver = network_noop_driver
compute_driver = compute_noop_driver
amphora_driver = amphora_noop_driver
image_driver = image_noop_driver
volume_driver = volume_noop_driver
[certificates]
cert_manager = noop_cert_manager
[driver_agent]
status_socket_path = {state}/status.sock
stats_socket_path = {state}/stats.sock
get_socket_path = {state}/get.sock
"""),
    'manila': ("""
auth_strategy = noauth
report_interval = 3600
service_down_time = 100000
api_paste_config = {etc}/api-paste.ini
default_share_type = default
enabled_share_protocols = NFS,CIFS
enabled_share_backends = nothing
""", """
[database]
connection = {database}
[quota]
shares = -1
gigabytes = -1
[nothing]
share_driver = manila.tests.share.drivers.dummy.DummyDriver
share_backend_name = nothing
driver_handles_share_servers = false
"""),
    'nova': ("""
my_ip = 127.0.0.1
enabled_apis = osapi_compute
""", """
[wsgi]
api_paste_config = {folder}/api-paste.ini
[api_database]
connection = {database}
[database]
connection = {database_of_cells}
[placement]
auth_type = none
endpoint_override = http://127.0.0.1:9
[neutron]
auth_type = none
endpoint_override = http://127.0.0.1:9
[keystone]
endpoint_override = http://127.0.0.1:{port_of_projects}
"""),
}
# How the settings are found: by the option `--config-file`, or by variables.
WITH_OPTION = ['cinder', 'manila', 'octavia']
VARIABLES = {
    'barbican': {'HOME': '{folder}'},
    'keystone': {'OS_KEYSTONE_CONFIG_DIR': '{folder}'},
    'mistral': {'MISTRAL_CONFIG_FILE': '{folder}/mistral.conf'},
    'neutron': {'OS_NEUTRON_CONFIG_DIR': '{folder}', 'OS_NEUTRON_CONFIG_FILES': 'neutron.conf'},
    'designate': {'OS_DESIGNATE_CONFIG_DIR': '{folder}'},
    'nova': {'OS_NOVA_CONFIG_DIR': '{folder}'},
    'cinder': {'OS_CINDER_DISABLE_EVENTLET_PATCHING': 'true'},
    'manila': {'OS_MANILA_DISABLE_EVENTLET_PATCHING': 'true'},
}
# Files with filters of requests that lie beside the settings. The filter that asks Keystone is left out, so that the headers are
# believed.
FILTERS = {'barbican': 'barbican-api-paste.ini', 'designate': 'api-paste.ini', 'neutron': 'api-paste.ini', 'nova': 'api-paste.ini'}

# Programs for the environments of the services: what makes the tables, and what answers.
TABLES = {
    # Migrations of these fail with SQLite.
    'neutron': """
import sqlalchemy
from networking_sfc.db.migration.models import head as more
from neutron_vpnaas.db.models import head
more.get_metadata()
head.get_metadata().create_all(sqlalchemy.create_engine(DATABASE))
""",
    'barbican': """
import sqlalchemy
from barbican.model import models
models.BASE.metadata.create_all(sqlalchemy.create_engine(DATABASE))
""",
    'mistral': """
import sqlalchemy
from mistral.db.v2.sqlalchemy import models
models.Workbook.metadata.create_all(sqlalchemy.create_engine(DATABASE))
""",
    'manila': """
import sqlalchemy
from manila.db.sqlalchemy import models
engine = sqlalchemy.create_engine(DATABASE)
models.BASE.metadata.create_all(engine)
# Constraints that only the migrations have.
with engine.begin() as connection:
    for table, columns in (('share_types', 'name, deleted'), ('availability_zones', 'name, deleted'), ('share_group_types', 'name, deleted')):
        connection.execute(sqlalchemy.text(f'create unique index unique_{table} on {table} ({columns})'))
""",
    'octavia': """
import sqlalchemy
from octavia.common import constants as c
from octavia.db import base_models, models as m
from sqlalchemy import orm
engine = sqlalchemy.create_engine(DATABASE)
base_models.BASE.metadata.create_all(engine)
LISTS = [
    (c.SUPPORTED_PROVISIONING_STATUSES, m.ProvisioningStatus), (c.SUPPORTED_OPERATING_STATUSES, m.OperatingStatus),
    (c.SUPPORTED_HEALTH_MONITOR_TYPES, m.HealthMonitorType), (c.SUPPORTED_LB_ALGORITHMS, m.Algorithm), (c.SUPPORTED_PROTOCOLS, m.Protocol),
    (c.SUPPORTED_SP_TYPES, m.SessionPersistenceType), (c.SUPPORTED_AMPHORA_ROLES, m.AmphoraRoles), (c.SUPPORTED_LB_TOPOLOGIES, m.LBTopology),
    (c.SUPPORTED_VRRP_AUTH, m.VRRPAuthMethod), (c.SUPPORTED_L7RULE_TYPES, m.L7RuleType),
    (c.SUPPORTED_L7RULE_COMPARE_TYPES, m.L7RuleCompareType), (c.SUPPORTED_L7POLICY_ACTIONS, m.L7PolicyAction),
    (c.SUPPORTED_CLIENT_AUTH_MODES, m.ClientAuthenticationMode)]
with orm.Session(engine) as session, session.begin():
    session.add_all(of_kind(name=name) for names, of_kind in LISTS for name in names)
    # What a deleted load balancer refers to.
    session.add(m.FlavorProfile(id=c.NIL_UUID, name='DELETED-PLACEHOLDER', provider_name=c.DELETED, flavor_data='{}'))
    session.flush()
    session.add(m.Flavor(id=c.NIL_UUID, flavor_profile_id=c.NIL_UUID, name='DELETED-PLACEHOLDER', enabled=False, description=''))
    session.add(m.AvailabilityZoneProfile(id=c.NIL_UUID, name='DELETED-PLACEHOLDER', provider_name=c.DELETED, availability_zone_data='{}'))
    session.flush()
    session.add(m.AvailabilityZone(availability_zone_profile_id=c.NIL_UUID, name=c.NIL_UUID, enabled=False, description=''))
""",
}
# Commands that make the tables of the others.
COMMANDS = {
    'aodh': [['aodh-dbsync']],
    'keystone': [['keystone-manage', 'db_sync'],
                 *(['keystone-manage', command, '--keystone-user', '{user}', '--keystone-group', '{group}']
                   for command in ('fernet_setup', 'credential_setup')),
                 ['keystone-manage', 'bootstrap', '--bootstrap-password', 'admin', '--bootstrap-region-id', 'RegionOne',
                  '--bootstrap-public-url', 'http://127.0.0.1:{port}/v3']],
    'cinder': [['cinder-manage', 'db', 'sync']],
    'designate': [['designate-manage', 'database', 'sync']],
    'nova': [['nova-manage', 'api_db', 'sync'],
             ['nova-manage', 'cell_v2', 'map_cell0', '--database_connection', '{database_of_failed}'],
             ['nova-manage', 'db', 'sync'], ['nova-manage', 'cell_v2', 'create_cell', '--name', 'cell1']],
}
# Says of every project that it is there.
PROJECTS = """
import http.server, threading
class Projects(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{}')
threading.Thread(target=http.server.HTTPServer(('127.0.0.1', PORT + 100), Projects).serve_forever, daemon=True).start()
"""
SERVE = """
import waitress
waitress.serve(application, host='127.0.0.1', port=PORT, threads=1)
"""
# Some work goes on beside requests, in turns: SQLite lets only one write at a time.
IN_TURNS = """
import sqlite3, threading, time
turn, unlocked = threading.Lock(), application
def application(environ, start_response):
    with turn:
        return list(unlocked(environ, start_response))
def settle():
    while True:
        time.sleep(0.1)
        with turn, sqlite3.connect(DATABASE_FILE) as connection:
            for statement in STATEMENTS:
                connection.execute(statement)
        connection.close()
threading.Thread(target=settle, daemon=True).start()
"""
PROGRAMS = {
    'aodh': """
from aodh.api import app
application = app.build_wsgi_app(argv=['--config-file', 'aodh.conf'])
""" + SERVE,
    'barbican': """
import os
from paste import deploy
application = deploy.loadapp(f'config:{os.getcwd()}/api-paste.ini')
""" + SERVE,
    'keystone': """
from keystone.wsgi.api import application
""" + SERVE,
    'mistral': """
from mistral.api import app
application = app.init_wsgi()
from mistral.db.v2 import api
api.setup_db()
""" + SERVE,
    'neutron': 'from neutron.wsgi.api import application' + SERVE,
    'nova': 'from nova.wsgi.osapi_compute import application' + PROJECTS + SERVE,
    'cinder': """
from cinder import monkey_patch; monkey_patch.patch()
import os_brick
import cinder.cmd.volume as command  # It registers options, so it comes first.
from cinder.wsgi import wsgi
application = wsgi.initialize_application()
from cinder import service
CONF = command.CONF
os_brick.setup(CONF)
service.Service.create(binary='cinder-scheduler').start()
for name in CONF.enabled_backends:
    CONF.register_opt(command.host_opt, group=name)
    service.Service.create(host=f'{CONF.host}@{name}', service_name=name, binary='cinder-volume', coordination=True).start()
""" + SERVE,
    'manila': """
from manila import monkey_patch; monkey_patch.patch()
from manila.wsgi import wsgi
application = wsgi.initialize_application()
from manila import service
from oslo_config import cfg
service.Service.create(binary='manila-scheduler', coordination=True).start()
for name in cfg.CONF.enabled_share_backends:
    service.Service.create(host=f'{cfg.CONF.host}@{name}', service_name=name, binary='manila-share', coordination=True).start()
""" + SERVE,
    'designate': """
from designate.wsgi.api import application
import designate.conf
from designate import context, objects
from designate.central import rpcapi, service
service.Service().start()
asked, central = context.DesignateContext.get_admin_context(), rpcapi.CentralAPI.get_instance()
pool = central.get_pool(asked, designate.conf.CONF['service:central'].default_pool_id)
if not len(pool.ns_records):
    pool.ns_records = objects.PoolNsRecordList(objects=[objects.PoolNsRecord(priority=1, hostname='ns.example.org.')])
    central.update_pool(asked, pool)
# No worker tells a name server, and reports that it did.
STATEMENTS = [
    "delete from records where action = 'DELETE' and status = 'PENDING'",
    "delete from recordsets where type not in ('SOA', 'NS') and id not in (select recordset_id from records)",
    "update records set status = 'ACTIVE', action = 'NONE' where status = 'PENDING'",
    "update zones set status = 'DELETED', action = 'NONE', deleted = id, deleted_at = datetime('now') where status = 'PENDING' and action = 'DELETE'",
    "update zones set status = 'ACTIVE', action = 'NONE' where status = 'PENDING'"]
""" + IN_TURNS + SERVE,
    'octavia': """
import sys
from octavia.api import app
from oslo_config import cfg
import octavia.common.config
cfg.CONF.set_override('pool_timeout', None, group='database')
application = app.setup_app(argv=sys.argv)
# The provider never reports that something is done.
OF_POOL = "pool_id in (select id from pool where provisioning_status = 'PENDING_DELETE')"
STATEMENTS = [
    "delete from l7rule where provisioning_status = 'PENDING_DELETE'", "delete from l7policy where provisioning_status = 'PENDING_DELETE'",
    f"delete from session_persistence where {OF_POOL}", f"delete from health_monitor where {OF_POOL}", f"delete from member where {OF_POOL}",
    f"update listener set default_pool_id = null where default_{OF_POOL}",
    *(f"delete from {table} where provisioning_status = 'PENDING_DELETE'" for table in ('member', 'health_monitor', 'listener', 'pool')),
    "update load_balancer set provisioning_status = 'DELETED' where provisioning_status = 'PENDING_DELETE'",
    *(f"update {table} set provisioning_status = 'ACTIVE', operating_status = 'ONLINE'"
      " where provisioning_status in ('PENDING_CREATE', 'PENDING_UPDATE')"
      for table in ('l7rule', 'l7policy', 'member', 'health_monitor', 'listener', 'pool', 'load_balancer'))]
""" + IN_TURNS + SERVE,
}
# A driver of volumes that does nothing.
DRIVER = """
from cinder.volume import driver

class Nothing(driver.VolumeDriver):
    VERSION = '1'
    CI_WIKI_NAME = 'none'

    def nothing(self, *asked, **more):
        pass

    do_setup = check_for_setup_error = create_volume = delete_volume = extend_volume = create_snapshot = delete_snapshot = nothing
    create_volume_from_snapshot = create_cloned_volume = ensure_export = create_export = remove_export = nothing
    terminate_connection = copy_image_to_volume = nothing

    def retype(self, *asked, **more):
        return True, None

    def initialize_connection(self, *asked, **more):
        return {'driver_volume_type': 'nothing', 'data': {}}

    def get_volume_stats(self, refresh=False):
        return {'volume_backend_name': 'nothing', 'vendor_name': 'none', 'driver_version': '1', 'storage_protocol': 'nothing', 'pools': [{
            'pool_name': 'pool', 'total_capacity_gb': 10000, 'free_capacity_gb': 10000, 'reserved_percentage': 0, 'QoS_support': True,
            'multiattach': True}]}
"""
