-- SPDX-License-Identifier: LGPL-2.1-or-later
--
-- For dnsdist.conf, before all other rules: converts and checks internationalized names for all
-- clients; see idnx-resolver(7).
--
--     dofile("/usr/share/idnx/dnsdist.lua")
--
-- Set idnx_conf before that line if the settings are not those of /etc/idnx.conf:
--
--     idnx_conf = "/etc/dnsdist/idnx.conf"

local directory = debug.getinfo(1, "S").source:match("^@(.*/)")
local conf = idnx_conf or "/etc/idnx.conf"

-- Without libidnx dnsdist ends here, not with SERVFAIL for each question.
dofile(directory .. "policy.lua").open(conf)

-- Each thread of dnsdist loads packet.lua for itself, so that no name waits for another thread.
local function in_each_thread(call)
	return string.format("return dofile(%q)(%q, %q).%s", directory .. "packet.lua",
	                     directory .. "policy.lua", conf, call)
end

if declareMetric then
	declareMetric("idnx-converted", "counter", "Questions converted to their ASCII form")
	declareMetric("idnx-rejected", "counter", "Questions and CNAME targets rejected by idnx.conf")
	declareMetric("idnx-would-reject", "counter", "The same, but for mode = report")
	declareMetric("idnx-failed", "counter", "Questions that failed because of idnx.conf")
end

-- Only these names need Lua: if it were called for each, a cached answer would take a fifth more
-- time.  What the rule sees has a backslash before each octet that is not printable ASCII.
local may_concern = RegexRule([=[[xX][nN]--|\\]=])
local has_cname = RecordsTypeCountRule(DNSSection.Answer, DNSQType.CNAME, 1, 65535)
local is_converted = TagRule("idnx")

addAction(may_concern, LuaFFIPerThreadAction(in_each_thread("question")))
for _, add in ipairs({ addResponseAction, addCacheHitResponseAction }) do
	add(has_cname, LuaFFIPerThreadResponseAction(in_each_thread("targets")))
	add(is_converted, LuaFFIPerThreadResponseAction(in_each_thread("rename")))
end
