-- SPDX-License-Identifier: LGPL-2.1-or-later
--
-- For recursor.conf: converts and checks internationalized names for all clients; see
-- idnx-resolver(7).
--
--     lua-dns-script=/usr/share/idnx/recursor.lua
--
-- This file defines preresolve(), postresolve() and maintenance().  A script that loads it and has
-- its own calls these.

local ffi = require("ffi")

local BLOCKED, OTHER = 15, 0 -- info codes of RFC 8914, 4
local TTL = 60 -- seconds of the CNAME record from the name in the question to its ASCII form

local counters = {}
for _, name in ipairs({ "converted", "rejected", "would-reject", "failed" }) do
	counters["idnx-" .. name] = getMetric("idnx-" .. name)
end
local conf_error = getMetric("idnx-conf-error")
conf_error:set(0)

local adapter = {}

function adapter.count(counter)
	counters[counter]:inc()
end

function adapter.log(line)
	pdnslog(line, pdns.loglevels.Notice)
end

-- The first thread that finds a fault logs it.
function adapter.fault(number, line)
	if line and conf_error:get() ~= number then
		pdnslog(line, pdns.loglevels.Error)
	end
	conf_error:set(number)
end

-- The Recursor does not tell a script where it lies; dofile() does.
local directory = debug.getinfo(1, "S").source:match("^@(.*/)") or "/usr/share/idnx/"

-- If a script fails to load, the Recursor answers without any script.  So this one does not fail:
-- if policy.lua or libidnx cannot be loaded, all names that idnx.conf may concern get SERVFAIL.
local policy
local loaded, failure = pcall(function()
	policy = dofile(directory .. "policy.lua")
	policy.open(idnx_conf or "/etc/idnx.conf", adapter)
end)
if not loaded then
	pdnslog("idnx: xn-- and non-ASCII names fail: " .. tostring(failure), pdns.loglevels.Error)
end

-- Returns what policy.check() says of a name, or nil if idnx.conf does not concern the name.
-- Most names have neither a backslash, which stands before what is not ASCII, nor "--".
-- The packet cache keeps no answer that depends on idnx.conf, so a change takes effect at once.
local function check(dq, name)
	local text = name:toString()
	if not text:find("\\", 1, true) and not text:find("--", 1, true) then
		return nil
	end
	if not loaded then
		dq.variable = true
		counters["idnx-failed"]:inc()
		return pdns.SERVFAIL, "the resolver's script cannot be loaded"
	end
	local wire = ""
	for _, label in ipairs(name:getRawLabels()) do
		wire = wire .. string.char(#label) .. label
	end
	local octets = ffi.cast("const uint8_t *", wire)
	if not policy.concerns(octets, #wire) then
		return nil
	end
	dq.variable = true
	return policy.check(octets, #wire, dq.qtype)
end

-- The Recursor calls this in each thread once a second.
function maintenance()
	if loaded then
		policy.look_at_file()
	end
end

local function reject(dq, rcode, reason)
	dq.rcode = rcode
	dq.extendedErrorCode = rcode == pdns.NXDOMAIN and BLOCKED or OTHER
	dq.extendedErrorExtra = "idnx: " .. reason
	return true
end

function preresolve(dq)
	local rcode, value = check(dq, dq.qname)
	if rcode == nil then
		return false
	elseif rcode > 0 then
		return reject(dq, rcode, value)
	end
	dq:addAnswer(pdns.CNAME, value, TTL)
	dq.rcode = 0
	dq.followupFunction = "followCNAMERecords"
	return true
end

-- Checks the target of each CNAME record.
function postresolve(dq)
	for _, record in ipairs(dq:getRecords()) do
		local rcode, reason = nil, nil
		if record.type == pdns.CNAME then
			rcode, reason = check(dq, newDN(record:getContent()))
		end
		if rcode and rcode > 0 then
			dq:setRecords({})
			return reject(dq, rcode, "CNAME, " .. reason)
		end
	end
	return false
end
