-- SPDX-License-Identifier: LGPL-2.1-or-later
--
-- For dnsdist.conf, before all other rules: converts and checks internationalized names for all
-- clients; see idnx-resolver(7).
--
--     assert(dofile("/usr/share/idnx/dnsdist.lua"))
--
-- assert() fails if the end of this file is missing.

local directory = debug.getinfo(1, "S").source:match("^@(.*/)")

-- Threads load these texts, not the files, at their first question: an upgrade or a removal of
-- the files changes nothing before a restart.
local function text_of(name)
	assert(loadfile(directory .. name))
	local file = assert(io.open(directory .. name))
	local text = file:read("*a")
	file:close()
	return text
end

local policy, packet = text_of("policy.lua"), text_of("packet.lua")
local conf = idnx_conf or "/etc/idnx.conf"

if declareMetric then
	declareMetric("idnx-converted", "counter", "Questions converted to their ASCII form")
	declareMetric("idnx-rejected", "counter", "Questions and CNAME targets rejected by idnx.conf")
	declareMetric("idnx-would-reject", "counter", "The same, but for mode = report")
	declareMetric("idnx-failed", "counter", "Questions that failed because of idnx.conf")
	declareMetric("idnx-conf-error", "gauge", "The line of idnx.conf with an error, or 0")
end

-- Whoever finds a fault first logs it.  dnsdist 1.7 has no such metrics, and no log in threads.
local function fault(number, line)
	if line and not (setMetric and getMetric("idnx-conf-error") == number) then
		errlog(line)
	end
	if setMetric then
		setMetric("idnx-conf-error", number)
	end
end

-- A global variable, so that the handle and libidnx stay.  Without libidnx dnsdist ends here.
idnx_policy = assert(loadstring(policy, "@policy.lua")(), "the end of policy.lua is missing")
local handle = idnx_policy.open(conf, { fault = fault })

-- dnsdist calls this once a second.
local before = maintenance
function maintenance()
	if before then
		before()
	end
	idnx_policy.look_at_file()
end

-- Each thread of dnsdist has a policy.lua and a packet.lua of its own, so that no name waits for
-- another thread.  dnsdist passes everything if a thread's script fails to load.
local function in_each_thread(call, actions)
	return string.format([[
		local loaded, rules = pcall(function()
			local policy = loadstring(%q, "@policy.lua")()
			return loadstring(%q, "@packet.lua")()(policy, %.0f, %q)
		end)
		return loaded and rules.%s or function() return %s.ServFail end]],
		policy, packet, handle, conf, call, actions)
end

-- Only these names need Lua: if it were called for each, a cached answer would take a fifth more
-- time.  What the rule sees has a backslash before each octet that is not printable ASCII.
local may_concern = RegexRule([=[[xX][nN]--|\\]=])
local has_cname = RecordsTypeCountRule(DNSSection.Answer, DNSQType.CNAME, 1, 65535)
local is_converted = TagRule("idnx")

local function response(call)
	return LuaFFIPerThreadResponseAction(in_each_thread(call, "DNSResponseAction"))
end

addAction(may_concern, LuaFFIPerThreadAction(in_each_thread("question", "DNSAction")))
for _, add in ipairs({ addResponseAction, addCacheHitResponseAction,
                       addSelfAnsweredResponseAction }) do
	add(has_cname, response("targets"))
	add(is_converted, response("rename"))
end

return true
