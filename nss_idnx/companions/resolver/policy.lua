-- SPDX-License-Identifier: LGPL-2.1-or-later
--
-- Tells what idnx.conf says of a DNS name in wire form, by libidnx.  Each resolver's script
-- loads this file once in each thread, with an adapter: a table of three functions.
--
--     count(counter)      adds 1 to one of the counters of idnx-resolver(7)
--     log(line)           logs which name is rejected, or would be
--     fault(number, line) logs what is wrong with idnx.conf, in that line; 0 and nil: nothing
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
	char ace[255];
};
void idnx_policy_check(struct idnx_policy *policy, const char *name,
                       struct idnx_verdict *verdict);
struct idnx_file {
	int state;
	unsigned changes, line;
	const char *error;
	char setting[128];
};
void idnx_policy_file(struct idnx_policy *policy, struct idnx_file *file);
const char *idnx_status_code(int status);
const char *idnx_status_text(int status);
]]

local CONVERTED, REJECTED, NO_CONFIG = 0, 3, 4
local FILE_READ, FILE_MISSING, FILE_KEPT = 0, 1, 3
local SERVFAIL, NXDOMAIN = 2, 3
local HYPHEN, FULL_STOP, BACKSLASH = 45, 46, 92

-- Verdicts of so many names are kept, some 2 MB, and so many lines are logged in a second.
local VERDICTS_MAX, LINES_MAX = 10000, 20

local library = ffi.load("libidnx.so.0")
local handle, path, adapter

-- Each of the 255 octets of a name (RFC 1035, 2.3.4) may become \000; a NUL follows.
local text = ffi.new("char[?]", 4 * 255 + 1)
local verdict = ffi.new("struct idnx_verdict")
local file = ffi.new("struct idnx_file")

local policy = {}

-- --- Names ----------------------------------------------------------------------

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

-- --- The file -------------------------------------------------------------------

local function fault()
	if file.state == FILE_READ then
		return 0, nil
	end
	local where = file.state == FILE_MISSING and " is missing" or " cannot be used"
	if file.line > 0 then
		where = string.format(", line %d (%s)%s", file.line, ffi.string(file.setting), where)
	end
	return math.max(file.line, 1), "idnx: " .. path .. where .. ": " ..
	       (file.state == FILE_KEPT and "its settings of before stay in force" or
	        "xn-- and non-ASCII names fail")
end

local seen, verdicts, kept

-- Forgets all verdicts when the file has changed.  Returns whether there are settings.  Scripts also
-- call this once a second: if nobody asks between a change and a fault, the change stays in force.
function policy.look_at_file()
	library.idnx_policy_file(handle, file)
	if file.changes ~= seen then
		seen, verdicts, kept = file.changes, {}, 0
		adapter.fault(fault())
	end
	return file.state == FILE_READ or file.state == FILE_KEPT
end

local function begin(path_of_file, adapter_of_thread)
	path, adapter = path_of_file, adapter_of_thread
	policy.look_at_file()
end

-- Takes the settings from the idnx.conf at path_of_file.  A file that is missing or faulty is no
-- error here, but decides on each name.  Returns a number for use() of other threads.
function policy.open(path_of_file, adapter_of_thread)
	handle = ffi.gc(library.idnx_policy_open(path_of_file), library.idnx_policy_close)
	if handle == nil then
		error("idnx: no memory for " .. path_of_file)
	end
	begin(path_of_file, adapter_of_thread)
	return tonumber(ffi.cast("uintptr_t", handle))
end

-- Takes the settings of another thread, which has to outlive this one.
function policy.use(number, path_of_file, adapter_of_thread)
	handle = ffi.cast("struct idnx_policy *", number)
	begin(path_of_file, adapter_of_thread)
end

-- --- Verdicts -------------------------------------------------------------------

-- Returns the rule that rejects the name, for clients.
local function rule()
	return ffi.string(library.idnx_status_code(verdict.status)) .. ": " ..
	       ffi.string(library.idnx_status_text(verdict.status))
end

local second, lines

-- Logs the name and the rule, with the setting and its line.  An octet that could end or forge
-- a line is escaped.
local function log(what, name)
	if os.time() ~= second then
		second, lines = os.time(), 0
	end
	lines = lines + 1
	if lines > LINES_MAX then
		return
	end
	name = name:gsub("[^\33-\126]", function(octet)
		return string.format("\\%03d", octet:byte())
	end)
	local line = "idnx: " .. what .. " " .. name .. ": " .. rule()
	if verdict.line > 0 then
		line = string.format("%s (%s), line %d of %s", line, ffi.string(verdict.setting),
		                     verdict.line, path)
	end
	adapter.log(line)
end

local FAILED = { rcode = SERVFAIL, value = "its settings cannot be used",
                 counter = "idnx-failed" }
local PASSED = {}

local function decide(wire, size)
	if not policy.concerns(wire, size) then
		return PASSED
	end
	local name = ffi.string(text, put_name(wire, size))
	library.idnx_policy_check(handle, text, verdict)
	if verdict.action >= NO_CONFIG then
		return FAILED
	elseif verdict.action == REJECTED then
		log("rejects", name)
		return { rcode = NXDOMAIN, value = rule(), counter = "idnx-rejected" }
	end
	local ace = verdict.action == CONVERTED and ffi.string(verdict.ace) or nil
	local is_reported = verdict.status ~= 0 -- but for "mode = report"
	if is_reported then
		log("would reject", ace or name)
	elseif ace == nil then
		return PASSED
	end
	return { rcode = ace and 0, value = ace, counter = ace and "idnx-converted",
	         reported = is_reported and "idnx-would-reject" }
end

local function recall(wire, size)
	local name = ffi.string(wire, size)
	local known = verdicts[name]
	if known == nil then
		if kept == VERDICTS_MAX then
			verdicts, kept = {}, 0
		end
		known = decide(wire, size)
		verdicts[name], kept = known, kept + 1
	end
	return known
end

local function find(wire, size, type)
	if not policy.look_at_file() then
		return policy.concerns(wire, size) and FAILED or PASSED
	end
	local instance = instance_size(wire, size, type)
	local found = recall(wire + instance, size - instance)
	if instance > 0 and found.rcode == 0 then
		return recall(wire, size)
	end
	return found
end

-- Returns what to do with a question of a type for a name, size octets: nil to pass it through
-- unchanged; 0 and its ASCII form; or the RCODE of the answer, and the reason for the client.
function policy.check(wire, size, type)
	local found = find(wire, size, type)
	if found.counter then
		adapter.count(found.counter)
	end
	if found.reported then
		adapter.count(found.reported)
	end
	return found.rcode, found.value
end

return policy
