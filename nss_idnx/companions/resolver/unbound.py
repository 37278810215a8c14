# SPDX-License-Identifier: LGPL-2.1-or-later
#
# For unbound.conf beside this file: checks internationalized names for all clients; see
# idnx-resolver(7).
#
# Unbound runs this file with its own functions and constants as global names.  policy.lua runs
# in LuaJIT, as in other resolvers.  Unbound cannot rename a question: a name that needs its
# ASCII form gets NXDOMAIN.

import os

import lupa

CNAME, EDE = 5, 15
BLOCKED = 15  # info code of RFC 8914, 4
CANNOT_RENAME = b'this resolver cannot rename a question'
LUA = b"""
local policy, conf, log, fail = ...
local ffi = require("ffi")
policy = dofile(policy)
policy.open(conf, { count = function() end, log = log,
                    fault = function(_, line) if line then fail(line) end end })
return function(wire, type)
    local rcode, reason = policy.check(ffi.cast("const uint8_t *", wire), #wire, type)
    return rcode, reason
end
"""


def closed(wire, kind):
    return RCODE_SERVFAIL, b"the resolver's script cannot be loaded"


# If a script fails to load, Unbound ends.  So this one does not fail: if policy.lua or libidnx
# cannot be loaded, all names that idnx.conf may concern get SERVFAIL.
def load(script):
    try:
        lua = lupa.LuaRuntime(encoding=None)
        return lua.execute(LUA, os.path.dirname(script).encode() + b'/policy.lua',
                           b'/etc/idnx.conf', lambda line: log_info(line.decode()),
                           lambda line: log_err(line.decode()))
    except Exception as error:
        log_err('idnx: xn-- and non-ASCII names fail: %s' % error)
        return closed


ask_policy = closed
reasons = {}  # of answers that are on their way


def concerns(wire):
    return not wire.isascii() or b'xn--' in wire.lower()


def check(wire, kind):
    """Returns the RCODE, None if the name passes, and the reason."""
    rcode, reason = ask_policy(wire, kind) if concerns(wire) else (None, None)
    return (RCODE_NXDOMAIN, CANNOT_RENAME) if rcode == 0 else (rcode, reason)


def targets(message):
    """Returns the target of each CNAME record of an answer."""
    if not message or not message.rep:
        return []
    rrsets = (message.rep.rrsets[i] for i in range(message.rep.an_numrrsets))
    return [rrset.entry.data.rr_data[0][2:] for rrset in rrsets if ntohs(rrset.rk.type) == CNAME]


def answer(qstate, id, rcode, reason):
    if len(reasons) > 1000:
        reasons.clear()
    reasons[qstate.qinfo.qname] = reason
    qstate.return_msg = None
    qstate.return_rcode = rcode
    qstate.ext_state[id] = MODULE_FINISHED


def begin(id, qstate):
    rcode, reason = check(qstate.qinfo.qname, qstate.qinfo.qtype)
    if rcode is not None:
        answer(qstate, id, rcode, reason)
    else:
        qstate.ext_state[id] = MODULE_WAIT_MODULE


def end(id, qstate):
    qstate.ext_state[id] = MODULE_FINISHED
    for target in targets(qstate.return_msg):
        rcode, reason = check(target, qstate.qinfo.qtype)
        if rcode is not None:
            answer(qstate, id, rcode, b'CNAME, ' + reason)
            return


# Unbound answers from its cache without a call of this script.  So its cache does not get what
# depends on idnx.conf.  There is no response if Unbound cannot read it.
def before_cache(qstate, response, **more):
    if (not response or concerns(response.qinfo.qname)
            or any(map(concerns, targets(response)))):
        qstate.no_cache_store = 1
    return True


# RFC 8914: the reason, as the error's text.
def explain(qinfo, qstate, reply, rcode, edns, options, region, **more):
    reason = reasons.pop(qinfo.qname, None)
    if reason is not None and rcode == RCODE_NXDOMAIN:
        edns_opt_list_append(options, EDE, bytearray([0, BLOCKED]) + b'idnx: ' + reason, region)
    return True


def init_standard(id, env):
    global ask_policy
    ask_policy = load(mod_env['script'])
    return (register_inplace_cb_query_response(before_cache, env, id)
            and register_inplace_cb_reply(explain, env, id))


def deinit(id):
    return True


def inform_super(id, qstate, superqstate, qdata):
    return True


def operate(id, event, qstate, qdata):
    if event in (MODULE_EVENT_NEW, MODULE_EVENT_PASS):
        begin(id, qstate)
    elif event == MODULE_EVENT_MODDONE:
        end(id, qstate)
    else:
        qstate.ext_state[id] = MODULE_ERROR
    return True
