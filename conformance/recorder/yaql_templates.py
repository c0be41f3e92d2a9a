"""Expressions as templates have them, with data like those that a deployment gives them."""

ROLES = [
    {'service_name': 'keystone', 'config_settings': {'a': 1, 'b': {'c': 2}}, 'upgrade_tasks': [{'name': 'stop', 'when': 'step|int == 1'}], 'monitoring': 'key-mon'},
    {'service_name': 'nova', 'config_settings': {'b': {'d': 3}}, 'upgrade_tasks': [{'name': 'stop', 'when': 'step|int == 1'}, {'name': 'sync'}], 'monitoring': None},
    None,
    {'service_name': 'ntp', 'config_settings': {}, 'upgrade_tasks': []},
]
SERVERS = [
    {'name': 'web-0', 'flavor': 'small', 'ip': '10.0.0.10', 'roles': ['web', 'log'], 'disk': 20, 'zone': 'a'},
    {'name': 'web-1', 'flavor': 'small', 'ip': '10.0.0.11', 'roles': ['web'], 'disk': 40, 'zone': 'b'},
    {'name': 'db-0', 'flavor': 'large', 'ip': '10.0.1.20', 'roles': ['db', 'log'], 'disk': 200, 'zone': 'a'},
]
NETWORKS = {'external': {'cidr': '10.0.0.0/24', 'vlan': 10, 'vip': True}, 'internal_api': {'cidr': '172.16.2.0/24', 'vlan': 20, 'vip': True},
            'tenant': {'cidr': '172.16.0.0/24', 'vlan': 50, 'vip': False}}
METADATA = [{'type': 'vip', 'service': 'haproxy', 'network': 'internal_api'}, {'type': 'node', 'service': 'HTTP', 'network': 'internal_api'},
            {'type': 'node', 'service': 'HTTP', 'network': 'external'}, None]
STORES = {'ceph1': {'CephClusterName': 'ceph1', 'GlanceBackend': 'rbd', 'CephClientUserName': 'openstack1'},
          'ceph2': {'CephClusterName': 'ceph2', 'GlanceBackend': 'rbd'}, 'swift': {'GlanceBackend': 'swift'}}

# Each with data; several lists of data for one expression are several cases.
CASES = [
    (['$.data.ports.select(str($)).join(",")', '$.data.ports.max()', '$.data.ports.min()', '$.data.ports.sum()', '$.data.ports.len()', '$.data.ports.first()',
      '$.data.ports.last()', '$.data.ports.orderBy($)', '$.data.ports.orderByDescending($)', '$.data.ports.where($ > 100)', '80 in $.data.ports',
      '$.data.ports.contains(443)', '$.data.ports.any($ = 22)', '$.data.ports.all($ > 0)', '$.data.ports.indexOf(443)', '$.data.ports + [1]', '$.data.ports.reverse()',
      '$.data.ports.distinct()', '$.data.ports.skip(1)', '$.data.ports.limit(1)', '$.data.ports.enumerate()', '$.data.ports.select({port => $})', '$.data.ports[0]',
      '$.data.ports.zip($.data.ports.select($ + 1))', 'dict($.data.ports.select([str($), $]))', '$.data.ports.toDict(str($), $)', '$.data.ports.slice(2)',
      '$.data.ports.reduce($1 + $2)', '$.data.ports.reduce($1 + $2, 0)', '$.data.ports.toSet().len()', 'switch($.data.ports.len() > 2 => many, true => few)'],
     [{'ports': [80, 443, 22, 80]}, {'ports': []}, {'ports': [8080]}]),
    (['coalesce($.data.roles, []).where($ != null).select($.get(upgrade_tasks)).where($ != null).flatten().distinct()',
      'coalesce($.data.roles, []).where($ != null).select($.get("config_settings")).where($ != null).reduce($1.mergeWith($2), {})',
      'list(coalesce($.data.roles, []).where($ != null).select($.get("monitoring")).where($ != null)).flatten()',
      'coalesce($.data.roles, []).where($ != null).service_name', 'coalesce($.data.roles, []).where($ != null).select($.service_name).orderBy($)',
      'coalesce($.data.roles, []).first(null)', '$.data.roles.where($ != null).select([$.service_name, $.get(monitoring, none)])',
      'dict(coalesce($.data.roles, []).where($ != null).select([$.service_name, $.config_settings]))',
      'coalesce($.data.roles, []).where($ != null).groupBy($.get(monitoring) != null, $.service_name)',
      '$.data.roles.where($ != null and $.upgrade_tasks.len() > 0).select($.service_name).join("\\n")',
      'coalesce($.data.roles, []).where($ != null).select($.upgrade_tasks.len()).sum()',
      'coalesce($.data.roles, []).where($ != null).selectMany($.upgrade_tasks).where($.containsKey(when)).select($.name)',
      'let(mon => $.data.roles.where($ != null).select($.get(monitoring))) -> $mon.where($)'],
     [{'roles': ROLES}, {'roles': None}, {'roles': ROLES[:1]}]),
    (['$.data.servers.select($.name)', '$.data.servers.name', '$.data.servers.where($.flavor = small).select($.ip)', '$.data.servers.select([$.name, $.ip]).toDict($[0], $[1])',
      'dict($.data.servers.select([$.name, $.ip]))', '$.data.servers.select($.disk).sum()', '$.data.servers.orderBy($.disk).first().name',
      '$.data.servers.orderBy($.zone).thenByDescending($.disk).name', '$.data.servers.groupBy($.zone).select([$[0], $[1].len()])',
      '$.data.servers.groupBy($.flavor, $.name)', '$.data.servers.groupBy($.zone, $.disk, $.sum())', 'dict($.data.servers.groupBy($.zone, $.name))',
      '$.data.servers.where(web in $.roles).name', '$.data.servers.select($.roles).flatten().distinct().orderBy($)', '$.data.servers.selectMany($.roles).toSet().len()',
      '$.data.servers.select($.ip + " " + $.name).join("\\n")', '$.data.servers.select($.name.split("-")[0]).distinct()', '$.data.servers.any($.disk > 100)',
      '$.data.servers.all($.disk > 100)', '$.data.servers.where($.name.startsWith(web)).len()', '$.data.servers.where($.ip.matches("^10\\.0\\.0\\.")).name',
      '$.data.servers.where($.name =~ "^db").ip', '$.data.servers.select($.set(ip, null))', '$.data.servers.select($.delete(ip, roles))',
      '$.data.servers.select($ + {state => up}).select($.state)', '$.data.servers.toDict($.name)', '$.data.servers.select({name => $.name, big => $.disk > 50})',
      '$.data.servers.indexWhere($.name = "db-0")', '$.data.servers.select(len($.roles))', '$.data.servers.single().name', '$.data.servers.where($.zone = c).first({}).get(name)',
      '$.data.servers.where($.disk > 30).select($.disk / 10 * 1.5)', '$.data.servers.select("host-" + $.name.toUpper())', '$.data.servers.select($?.missing)'],
     [{'servers': SERVERS}, {'servers': SERVERS[:1]}, {'servers': []}]),
    (['$.data.nets.items().where($[1].vip).select($[0])', 'dict($.data.nets.items().select([$[0].replace("_", "-"), $[1].cidr]))', '$.data.nets.keys().orderBy($)',
      '$.data.nets.values().select($.vlan).max()', '$.data.nets.values().vlan', '$.data.nets.keys().toList()', '$.data.nets.len()',
      'let(n => $.data.nets) -> $n.keys().where($n.get($).vlan > 15)', '$.data.nets.items().orderBy($[1].vlan).select($[0] + "=" + str($[1].vlan)).join(";")',
      '$.data.nets.get(external, {}).get(cidr, "0.0.0.0/0")', '$.data.nets.external.cidr.split("/")[0]', '$.data.nets.containsKey(tenant)',
      '$.data.nets.mergeWith({external => {mtu => 1500}})', '$.data.nets.deleteAll($.data.nets.keys().where($ != external))', '$.data.nets.items().first()[0]',
      '$.data.nets.items().toDict($[1].get(vlan), $[0])', 'let(root => $) -> $.data.nets.items().where($[0] in [external, tenant]).select($root.data.nets.get($[0]).cidr)',
      '$.data.nets.values().select($.cidr.split("/").last()).select(int($)).distinct()', '$.data.nets.set(storage => {cidr => "10.9.0.0/24"}).keys().len()'],
     [{'nets': NETWORKS}, {'nets': {}}, {'nets': {'external': {'cidr': '10.0.0.0/24', 'vlan': 1, 'vip': False}}}]),
    (['let(fqdns => $.data.fqdns) -> dict(coalesce($.data.metadata, []).where($ != null and $.type = "vip").select([concat("managed_service_", $.service, $.network), concat($.service, "/", $fqdns.get($.network))]))',
      'dict(coalesce($.data.metadata, []).where($ != null and $.type = "node").groupBy(concat("compact_service_", $.service), $.network.replace("_", "")))',
      'coalesce($.data.metadata, []).where($ != null).select($.network).distinct().where($ in $.data)',
      'let(root => $) -> coalesce($.data.metadata, []).where($ != null and $.network in $root.data.fqdns.keys()).service'],
     [{'metadata': METADATA, 'fqdns': {'internal_api': 'overcloud.internalapi.local'}}, {'metadata': None, 'fqdns': {}}]),
    (['$.data.values().any($.get("GlanceBackend", "") = "rbd")', '$.data.values().where($.get("CephClusterName")).select($.CephClusterName + ".client." + $.get("CephClientUserName", "openstack") + ".keyring")',
      'let(k => ceph1) -> $.data.get($k, {}).get("CephClientUserName", "openstack")', '$.data.keys().last(default => "")', '$.data.values().where($ != null).GlanceBackend.contains("rbd")',
      'let(u => "openstack") -> $.data.values().select("{0}:{1}".format($.GlanceBackend, $u))', '$.data.items().orderBy($[0]).first()[1].GlanceBackend'],
     [STORES, {}]),
    (['$.data.rightSplit(separator => ":", maxSplits => 1)[0]', 'concat($.data.rightSplit(":", 1)[0], ":pcmklatest")', 'let(l => $.data.rightSplit(":", 1)[0]) -> regex("(?:https?://)?(.*?)/(.*)").split($l)[1]',
      '$.data.split("/")[0].matches("(\\.|:)")', '$.data.split("/").last()', '$.data.toUpper()', '$.data.len()', '$.data.split("/").skip(1).join("/")', '$.data.replace("/", "_")',
      '$.data.substring(0, 5)', '$.data.indexOf(":")', 'regex(`([a-z0-9])([A-Z])`).replace($.data, "\\\\1_\\\\2").toLower()', 'not $.data.isEmpty()', '$.data.trim("/")', 'bool($.data)',
      'isString($.data)', 'switch(isList($.data) => $.data, isString($.data) => [$.data])', 'str($.data)', '[$.data] * 3', '$.data.toCharArray().distinct().len()'],
     ['docker.io/tripleo/centos-binary-novaCompute:current', '', 'localhost:8787']),
    (['let(hz => regex("([0-9]+[KMG])").search($.data.kernel)) -> let(size => switch($hz = "4K" => 4, $hz = "2M" => 2048, $hz = "1G" => 1048576, true => 2048)) -> $.data.pages.select(int($) * 1024 / $size).join(",")',
      'range(0, len($.data.pages)).join(",").split(",")', '$.data.pages.select(int($)).sum() / len($.data.pages)', 'max($.data.pages.len(), 3)', '$.data.pages.select(float($)).max(0)'],
     [{'kernel': 'default_hugepagesz=1G hugepages=8', 'pages': ['1024', '2048']}, {'kernel': '', 'pages': ['1']}]),
    (['let(root => $) -> $.data.extra.items().where($[0] in coalesce($root.data.enabled, [])).select($[1]).flatten() + coalesce($root.data.enabled, [])',
      'let(root => $) -> distinct($.data.extra.items().where($[0] in $root.data.enabled).select($[1]).flatten() + $root.data.enabled)',
      'let(root => $) -> $.data.extra.items().where($[0] in coalesce($root.data.enabled, [])).select($[1]).reduce($1 + $2, [])',
      '$.data.enabled.toSet().union($.data.extra.keys().toSet()).orderBy($)', '$.data.enabled.where(not ($ in $.data))'],
     [{'extra': {'nova': ['nova-api', 'nova-cpu'], 'swift': ['proxy']}, 'enabled': ['keystone', 'nova']}, {'extra': {}, 'enabled': []}]),
    (['let(servers => switch(isDict($.data.servers) => $.data.servers, true => {})) -> $servers.deleteAll($servers.keys().where($servers[$] = null))',
      'switch($.data.servers = {} => no_bootstrap_server, $.data.servers != {} => $.data.servers.items().orderBy($[0]).first()[1])',
      '$.data.servers.values().where($).len()', 'dict($.data.servers.items().where($[1] != null).select([$[1], $[0]]))', 'coalesce($.data.servers.get(a), $.data.servers.get(b), none)'],
     [{'servers': {'b': 'id-2', 'a': None, 'c': 'id-1'}}, {'servers': {}}, {'servers': {'a': 'x'}}]),
]


def cases():
    for expressions, data in CASES:
        for expression in expressions:
            for one in data:
                yield {'expression': expression, 'data': one}
