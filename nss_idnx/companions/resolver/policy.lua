-- SPDX-License-Identifier: LGPL-2.1-or-later
--
-- Tells what idnx.conf says of a DNS name in wire form, by libidnx.  Each resolver's script
-- loads this file once in each thread.
--
-- A name in wire form may hold any octet in a label, a full stop and NUL among them.  Such an
-- octet is escaped, as in \., and libidnx rejects a backslash in a name that it converts: so no
-- label is ever taken for two.

local ffi = require("ffi")
local bit = require("bit")

-- As in idnx_policy.h.
ffi.cdef [[
struct idnx_policy *idnx_policy_open(const char *path);
void idnx_policy_close(struct idnx_policy *policy);
struct idnx_verdict {
	int action, status;
	unsigned label, line;
	char setting[128];
	char ace[254];
};
void idnx_policy_check(struct idnx_policy *policy, const char *name,
                       struct idnx_verdict *verdict);
const char *idnx_status_code(int status);
const char *idnx_status_text(int status);
]]

local CONVERTED, REJECTED, NO_CONFIG = 0, 3, 4
local SERVFAIL, NXDOMAIN = 2, 3
local HYPHEN, FULL_STOP, BACKSLASH = 45, 46, 92

local library = ffi.load("libidnx.so.0")
local handle

-- Each of the 255 octets of a name (RFC 1035, 2.3.4) may become \000; a NUL follows.
local text = ffi.new("char[?]", 4 * 255 + 1)
local verdict = ffi.new("struct idnx_verdict")

local policy = {}

-- Takes the settings from the idnx.conf at path.  A file that is missing or faulty is no error
-- here, but decides on each name.  Returns a number for use() of other threads.
function policy.open(path)
	handle = ffi.gc(library.idnx_policy_open(path), library.idnx_policy_close)
	if handle == nil then
		error("idnx: no memory for " .. path)
	end
	return tonumber(ffi.cast("uintptr_t", handle))
end

-- Takes the settings of another thread, which has to outlive this one.
function policy.use(number)
	handle = ffi.cast("struct idnx_policy *", number)
end

local function begins_with_prefix(wire, at)
	return wire[at + 2] == HYPHEN and wire[at + 3] == HYPHEN and
	       bit.bor(wire[at], 32) == 120 and bit.bor(wire[at + 1], 32) == 110
end

-- Returns whether idnx.conf may concern a name, size octets: it has an octet that is not ASCII,
-- or a label that begins with "xn--".  All other names pass without a call of libidnx.
function policy.concerns(wire, size)
	local at = 0
	while at < size do
		local length = wire[at]
		if length >= 4 and begins_with_prefix(wire, at + 1) then
			return true
		end
		for i = at + 1, at + length do
			if wire[i] >= 128 then
				return true
			end
		end
		at = at + 1 + length
	end
	return false
end

-- Writes the octet to text, so that it ends no label; returns where the next one goes.
local function put(octet, at)
	if octet == 0 then
		ffi.copy(text + at, "\\000", 4)
		return at + 4
	end
	if octet == FULL_STOP or octet == BACKSLASH then
		text[at] = BACKSLASH
		at = at + 1
	end
	text[at] = octet
	return at + 1
end

-- Writes the name to text, without the root's full stop; returns the length.
local function put_name(wire, size)
	local at, length = 0, 0
	while at < size and wire[at] > 0 do
		if length > 0 then
			text[length] = FULL_STOP
			length = length + 1
		end
		for i = at + 1, at + wire[at] do
			length = put(wire[i], length)
		end
		at = at + 1 + wire[at]
	end
	text[length] = 0
	return length
end

-- RFC 6763, 4.1.1: the first label of a service instance, as "Büro 2._ipp._tcp.example.com",
-- is text in UTF-8, not a host name.  Only records of these types are under such a name: an
-- address would be that of a host.
local INSTANCE_TYPES = { [12] = true, [16] = true, [33] = true } -- PTR, TXT, SRV

-- Returns how many octets the text has, with its length; 0 if the name has none.
local function instance_size(wire, size, type)
	local at = wire[0] + 1
	if not INSTANCE_TYPES[type] or at >= size or begins_with_prefix(wire, 1) then
		return 0
	end
	local labels = ffi.string(wire + at, size - at)
	local service = labels:byte()
	local protocol = labels:sub(service + 2, service + 6):lower()
	local is_instance = labels:sub(2, 2) == "_" and
	                    (protocol == "\4_tcp" or protocol == "\4_udp")
	return is_instance and at or 0
end

-- Returns why a name has no answer: the rule, or what is wrong with idnx.conf; the setting; the
-- line.
local function reason()
	local words = "idnx.conf cannot be used"
	if verdict.status ~= 0 then
		words = ffi.string(library.idnx_status_code(verdict.status)) .. ": " ..
		        ffi.string(library.idnx_status_text(verdict.status))
	end
	if verdict.setting[0] ~= 0 then
		words = words .. " (" .. ffi.string(verdict.setting) .. ")"
	end
	return verdict.line > 0 and words .. ", line " .. verdict.line .. " of idnx.conf" or words
end

-- Returns the line to log of a name that is rejected but for "mode = report"; nil of any other.
-- An octet that could end or forge a line is escaped.
local function would_reject(name)
	if verdict.status == 0 then
		return nil
	end
	if verdict.action == CONVERTED then
		name = ffi.string(verdict.ace)
	end
	return "idnx: would reject " .. name:gsub("[^\33-\126]", function(octet)
		return string.format("\\%03d", octet:byte())
	end) .. ": " .. reason()
end

local function judge(wire, size)
	local length = put_name(wire, size)
	local name = ffi.string(text, length)
	library.idnx_policy_check(handle, text, verdict)
	if verdict.action == CONVERTED then
		return 0, ffi.string(verdict.ace), would_reject(name)
	elseif verdict.action == REJECTED then
		return NXDOMAIN, reason()
	elseif verdict.action >= NO_CONFIG then
		return SERVFAIL, reason()
	end
	return nil, nil, would_reject(name)
end

-- Returns what to do with a question of a type for a name that concerns() chose, size octets:
-- nil to pass it through unchanged; 0 and its ASCII form; or the RCODE of the answer, and the
-- reason in words.  The third value is the line to log, or nil.
function policy.check(wire, size, type)
	local text_size = instance_size(wire, size, type)
	local rcode, value, line = judge(wire + text_size, size - text_size)
	if text_size > 0 and rcode == 0 then
		return judge(wire, size)
	end
	return rcode, value, line
end

return policy
