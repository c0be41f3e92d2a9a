// What people type for words that the reference writes out: an abbreviation, and the words that it stands for. A query with one
// of them also finds what the query with the words finds (`search-engine.js`). Other names of a single type are not here but in
// the `keywords` of its schema.
(function (global) {
  "use strict";

  global.heatSearchAbbreviations = {
    // Compute.
    vm: "virtual machine", vms: "virtual machine", srv: "server", svr: "server", inst: "instance",
    kp: "key pair", pubkey: "public key", privkey: "private key", sshkey: "ssh key",
    bdm: "block device mapping", ud: "user data", userdata: "user data", cfgdrive: "config drive",
    az: "availability zone", azs: "availability zone", agg: "host aggregate", img: "image", imgs: "image", bm: "bare metal",
    // Network.
    net: "network", nets: "network", subnetpool: "subnet pool",
    sg: "security group", sgs: "security group", secgroup: "security group", secgroups: "security group", secgrp: "security group", sec: "security", sgr: "security group rule",
    fip: "floating ip", fips: "floating ip", floatingip: "floating ip", pf: "port forwarding", dnat: "floating ip",
    aap: "allowed address pairs", aaps: "allowed address pairs",
    nic: "port", iface: "interface", intf: "interface",
    rtr: "router", gw: "gateway", gws: "gateway", addr: "address", addrs: "address", dvr: "distributed router",
    fw: "firewall", fwaas: "firewall", vpnaas: "vpn", sfc: "service function chaining", l2gw: "l2 gateway",
    // Load balancing and names.
    lb: "load balancer", lbs: "load balancer", lbaas: "load balancer", vip: "load balancer", hm: "health monitor",
    dnsaas: "dns", ns: "nameserver", rrset: "record set",
    // Storage and data.
    vol: "volume", vols: "volume", snap: "snapshot", snaps: "snapshot", dbaas: "database", db: "database",
    // Clusters, messages, identity and secrets.
    k8s: "kubernetes", kaas: "kubernetes", coe: "kubernetes", mq: "message queue", wf: "workflow", cert: "certificate", certs: "certificate",
    proj: "project", usr: "user", pw: "password", pwd: "password", passwd: "password",
    // Heat.
    asg: "auto scaling group", rg: "resource group", sp: "scaling policy", sd: "software deployment", sc: "software config",
    wc: "wait condition", env: "environment", envs: "environment", cfg: "config", conf: "config", tmpl: "template", tpl: "template",
    param: "parameter", params: "parameter", prop: "property", props: "property", attr: "attribute", attrs: "attribute",
    cond: "condition", cfn: "cloudformation", func: "function", grp: "group", pol: "policy", ha: "high availability",
  };
})(globalThis);
