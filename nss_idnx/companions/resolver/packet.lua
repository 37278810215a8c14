-- SPDX-License-Identifier: LGPL-2.1-or-later
--
-- What dnsdist.lua does with a question and with its response, in one thread of dnsdist.  A
-- question under a non-ASCII name goes to the servers under its ASCII form, and the response
-- back to the client under the name in the question.

local ffi = require("ffi")
local bit = require("bit")
local C = ffi.C

-- This heap is small, and most of it are verdicts: going through it whenever it has doubled costs
-- an xn-- question 5 % of its CPU time.
collectgarbage("setpause", 400)

local HEADER = 12 -- octets of a header (RFC 1035, 4.1.1)
local QUERY, CNAME, OPT = 0, 5, 41
-- RFC 6891, 6.1.2: for answers of 1232 octets, without flags or options.
local OPT_RECORD = "\0\0\41\4\208\0\0\0\0\0\0"
local SERVFAIL, NXDOMAIN = 2, 3
local BLOCKED, OTHER = 15, 0 -- info codes of RFC 8914, 4
local TAG, ASKED, FAULT = "idnx", "idnx-asked", "idnx-conf-error"

-- dnsdist calls a rule with light userdata, and LuaJIT does not compile what uses that: an xn--
-- question would take 15 % more CPU time.
local POINTER = ffi.typeof("void *")

local policy
local asked = ffi.new("char[256]")
local expanded = ffi.new("uint8_t[256]")
local name, name_size = ffi.new("const char *[1]"), ffi.new("size_t[1]")

-- Returns a function of dnsdist's, or nil if this dnsdist does not have it.
local function lookup(name)
	local found, address = pcall(function() return C[name] end)
	return found and address or nil
end

local increment = lookup("dnsdist_ffi_metric_inc") -- 1.8
local get_metric = lookup("dnsdist_ffi_metric_get") -- 1.8
local set_metric = lookup("dnsdist_ffi_metric_set") -- 1.8
local set_name = lookup("dnsdist_ffi_dnsquestion_set_alternate_name") -- 1.9
local set_extended_error = lookup("dnsdist_ffi_dnsquestion_set_extended_dns_error") -- 1.9

-- A per-thread script of dnsdist 1.7 can neither count nor log.
local adapter = {}

function adapter.count(counter)
	if increment then
		increment(counter, #counter)
	end
end

function adapter.log(line)
	if infolog then
		infolog(line)
	end
end

-- The first thread that finds a fault logs it.
function adapter.fault(number, line)
	if not set_metric or get_metric(FAULT, #FAULT, false) == number then
		return
	end
	set_metric(FAULT, #FAULT, number)
	if line and errlog then
		errlog(line)
	end
end

-- --- Messages -------------------------------------------------------------------

local function message(dq)
	return ffi.cast("uint8_t *", C.dnsdist_ffi_dnsquestion_get_header(dq)),
	       C.dnsdist_ffi_dnsquestion_get_len(dq)
end

local function u16(octets, at)
	return octets[at] * 256 + octets[at + 1]
end

-- Returns what follows the name at this place, or nil if the message ends before.
local function after_name(octets, size, at)
	while at < size do
		local length = octets[at]
		if length == 0 then
			return at + 1
		elseif length >= 192 then
			return at + 2
		end
		at = at + 1 + length
	end
	return nil
end

-- Writes the name at this place to expanded, without compression; returns its size, or nil.
-- A pointer leads to an earlier place (RFC 1035, 4.1.4), or this would not end.
local function expand(octets, size, at)
	local length, limit = 0, at
	while at < size do
		local octet = octets[at]
		if octet >= 192 then
			if at + 1 >= size then
				return nil
			end
			at = u16(octets, at) - 192 * 256
			if at >= limit then
				return nil
			end
			limit = at
		else
			if length + 1 + octet > 255 or at + 1 + octet > size then
				return nil
			end
			ffi.copy(expanded + length, octets + at, octet + 1)
			length, at = length + 1 + octet, at + 1 + octet
			if octet == 0 then
				return length
			end
		end
	end
	return nil
end

-- Calls each(type, place) for count records from this place on, with the place of the record's
-- type, until it returns a value, and returns that; nil if it does not, and false if a record
-- does not fit into the message.
local function find_record(octets, size, at, count, each)
	for _ = 1, count do
		at = after_name(octets, size, at)
		if at == nil or at + 10 > size then
			return false
		end
		local found, more = each(u16(octets, at), at)
		if found ~= nil then
			return found, more
		end
		at = at + 10 + u16(octets, at + 8)
	end
	return at > size and false or nil
end

local function after_question(octets, size)
	local at = u16(octets, 4) == 1 and after_name(octets, size, HEADER)
	return at and at + 4 <= size and at + 4 or nil
end

-- RFC 8914: the reason, as the error's text.  dnsdist adds it if the client uses EDNS.
local function explain(dq, rcode, reason)
	if set_extended_error then
		reason = "idnx: " .. reason
		set_extended_error(dq, rcode == NXDOMAIN and BLOCKED or OTHER, reason, #reason)
	end
end

local function is_opt(type)
	return type == OPT or nil
end

-- Removes all records of a response but OPT, and sets its RCODE.  One without a question has
-- nothing to hide.  The cache keeps no such response: it would outlive a change of idnx.conf.
local function clear(dr, rcode, reason)
	C.dnsdist_ffi_dnsquestion_set_skip_cache(dr, true)
	local octets, size = message(dr)
	local edge = after_question(octets, size)
	if edge == nil then
		return
	end
	local count = u16(octets, 6) + u16(octets, 8) + u16(octets, 10)
	local has_opt = find_record(octets, size, edge, count, is_opt)
	C.dnsdist_ffi_dnsquestion_set_size(dr, edge + (has_opt and #OPT_RECORD or 0))
	octets = message(dr)
	octets[2] = bit.band(octets[2], 0xF9) -- not AA, not TC
	octets[3] = bit.bor(bit.band(octets[3], 0xD0), rcode) -- not AD
	ffi.fill(octets + 6, 6)
	if has_opt then
		octets[11] = 1
		ffi.copy(octets + edge, OPT_RECORD, #OPT_RECORD)
	end
	explain(dr, rcode, reason)
end

-- --- What the rules call --------------------------------------------------------

local rules = {}

local function reject(dq, rcode, reason)
	local octets = message(dq)
	octets[3] = bit.bor(bit.band(octets[3], 0xDF), 0x80) -- RA, not AD
	explain(dq, rcode, reason)
	return rcode == NXDOMAIN and DNSAction.Nxdomain or DNSAction.ServFail
end

local function to_wire(name)
	return name:gsub("([^.]+)%.?", function(label)
		return string.char(#label) .. label
	end) .. "\0"
end

local function convert(dq, value)
	local ace = to_wire(value)
	if not set_name or not set_name(dq, ace, #ace, TAG, #TAG, "1", 1, ASKED, #ASKED) then
		return reject(dq, NXDOMAIN, "this dnsdist cannot rename a question")
	end
	return DNSAction.None
end

function rules.question(dq)
	C.dnsdist_ffi_dnsquestion_get_qname_raw(dq, name, name_size)
	local wire, size = ffi.cast("const uint8_t *", name[0]), tonumber(name_size[0])
	if C.dnsdist_ffi_dnsquestion_get_opcode(dq) ~= QUERY then
		return DNSAction.None
	end
	local type = C.dnsdist_ffi_dnsquestion_get_qtype(dq)
	local rcode, value = policy.check(wire, size, type)
	if rcode == nil then
		return DNSAction.None
	end
	if rcode == 0 then
		return convert(dq, value)
	end
	return reject(dq, rcode, value)
end

-- Checks the target of each CNAME record.  What this cannot read, a client may.
function rules.targets(dr)
	local octets, size = message(dr)
	local edge = after_question(octets, size)
	local asked_type = C.dnsdist_ffi_dnsquestion_get_qtype(dr)
	local function reject_target(type, at)
		local length = type ~= CNAME or expand(octets, size, at + 10)
		if length == nil then
			return false
		elseif length == true then
			return nil
		end
		local rcode, value = policy.check(expanded, length, asked_type)
		return rcode ~= 0 and rcode or nil, value
	end
	local rcode, reason = nil, nil
	if edge ~= nil then
		rcode, reason = find_record(octets, size, edge, u16(octets, 6), reject_target)
	end
	if rcode == false then
		clear(dr, SERVFAIL, "a record cannot be read")
	elseif rcode ~= nil then
		clear(dr, rcode, "CNAME, " .. reason)
	end
	return DNSResponseAction.None
end

-- Puts the name that was asked for in the place of its ASCII form.  Not even a validated answer
-- is authentic under another name.  dnsdist does not rename records of a type that it does not
-- know; then the client gets SERVFAIL.
function rules.rename(dr)
	local size = C.dnsdist_ffi_dnsquestion_get_tag_raw(dr, ASKED, asked, ffi.sizeof(asked))
	if not C.dnsdist_ffi_dnsresponse_rebase(dr, asked, size) then
		clear(dr, SERVFAIL, "a record cannot be renamed")
		C.dnsdist_ffi_dnsresponse_rebase(dr, asked, size)
	end
	local octets = message(dr)
	octets[3] = bit.band(octets[3], 0xDF) -- AD
	return DNSResponseAction.None
end

return function(policy_of_thread, handle, conf)
	policy = policy_of_thread
	policy.use(handle, conf, adapter)
	local entries = {}
	for call, rule in pairs(rules) do
		entries[call] = function(dq)
			return rule(ffi.cast(POINTER, dq))
		end
	end
	return entries
end
