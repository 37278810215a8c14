-- SPDX-License-Identifier: LGPL-2.1-or-later
--
-- For kresd.conf: checks internationalized names for all clients; see idnx-resolver(7).
--
--     assert(dofile("/usr/share/idnx/kresd.lua"))
--
-- Knot Resolver cannot rename a question: a name that needs its ASCII form gets NXDOMAIN.

local ffi = require("ffi")

local directory = debug.getinfo(1, "S").source:match("^@(.*/)") or "/usr/share/idnx/"
local BLOCKED, OTHER = 15, 0 -- info codes of RFC 8914, 4

local counters = {}
local adapter = {}

function adapter.count(counter)
	counters[counter] = (counters[counter] or 0) + 1
	if stats then
		stats.set(counter .. " " .. counters[counter])
	end
end

function adapter.log(line)
	log_notice(ffi.C.LOG_GRP_MODULE, "%s", line)
end

function adapter.fault(number, line)
	if stats then
		stats.set("idnx-conf-error " .. number)
	end
	if line then
		log_error(ffi.C.LOG_GRP_MODULE, "%s", line)
	end
end

-- The names of this file's functions are not those of the module "policy" of Knot Resolver.
local idnx = dofile(directory .. "policy.lua")
idnx.open(idnx_conf or "/etc/idnx.conf", adapter)
event.recurrent(1 * sec, idnx.look_at_file)

local function answer(req, rcode, reason)
	req.answ_selected.len, req.auth_selected.len, req.add_selected.len = 0, 0, 0
	local message = req:ensure_answer()
	if message == nil then
		return kres.FAIL
	end
	message:clear_payload()
	req:ensure_edns()
	message:rcode(rcode)
	message:ad(false)
	req:set_extended_error(rcode == kres.rcode.NXDOMAIN and BLOCKED or OTHER,
	                       "idnx: " .. reason)
	return kres.DONE
end

local function check(name, type)
	return idnx.check(ffi.cast("const uint8_t *", name), #name, type)
end

-- Checks the target of each CNAME record.
local function find_target(req, type)
	for _, record in ipairs(req.answer:section(kres.section.ANSWER)) do
		if record.type == kres.type.CNAME then
			local rcode, reason = check(record.rdata, type)
			if rcode ~= nil and rcode > 0 then
				return rcode, "CNAME, " .. reason
			end
		end
	end
	return nil
end

local layer = {}

function layer.begin(state, req)
	local query = req:initial()
	local rcode, reason = check(query:name(), query.stype)
	if rcode == nil then
		return state
	elseif rcode == 0 then
		return answer(req, kres.rcode.NXDOMAIN, "this resolver cannot rename a question")
	end
	return answer(req, rcode, reason)
end

-- What an error in here would leave is the whole answer.
function layer.finish(state, req)
	local ended, rcode, reason = pcall(find_target, req, req:initial().stype)
	if not ended then
		return answer(req, kres.rcode.SERVFAIL, "a record cannot be read")
	end
	return rcode and answer(req, rcode, reason) or state
end

-- In front of all other modules, so that no rule of "policy" answers before it.
package.loaded["kres_modules.idnx"] = { layer = layer }
modules.load("idnx")
return true
