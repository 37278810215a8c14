/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What Python's codec "idna" (idna.py) needs of policy and engine.  One file for all Pythons from
 * 3.7 on: it uses the limited interface alone (PEP 384).  It has no state, so that each
 * interpreter may load it.
 */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03070000
#include <Python.h>

#include <netdb.h>

#include "log.h"
#include "policy.h"

/* Python 3.12's slot for interpreters with a lock each (PEP 684), and its value. */
#define SLOT_INTERPRETERS 3
#define OWN_LOCKS         ((void *)2)
#define SLOT_SINCE        0x030C0000

/* --- To ASCII --------------------------------------------------------------- */

/* Returns (code of getaddrinfo(), why), for an exception. */
static PyObject *rejection(const struct decision *decision)
{
	const struct idnx_result *result = &decision->result;
	const char *text = idnx_status_text(result->status);
	const char *code = idnx_status_code(result->status);

	if (decision->action == POLICY_NO_CONFIG)
		return Py_BuildValue("is", EAI_AGAIN,
		                     IDNX_CONF " has an error, which idnx doctor names");
	if (result->label == 0)
		return Py_BuildValue("iN", EAI_NONAME,
		                     PyUnicode_FromFormat("%s (%s)", text, code));
	return Py_BuildValue(
		"iN", EAI_NONAME,
		PyUnicode_FromFormat("label %u: %s (%s)", result->label, text, code));
}

/* The module passes an excluded name through unchanged; Python needs ASCII. */
static struct decision apply_policy(const char *name, char ace[static IDNX_HOST_NAME_SIZE])
{
	struct decision decision = policy_to_ascii(IDNX_CONF, name, ace);

	if (decision.is_logged)
		log_decision(IDNX_CONF, name, ace, &decision, "python");
	if (decision.action == POLICY_EXCLUDED)
		decision = policy_to_ascii_under("", name, ace);
	return decision;
}

/* Raises a ValueError for a NUL, and its subclass UnicodeEncodeError for a surrogate. */
static PyObject *to_ascii(PyObject *module, PyObject *name)
{
	char ace[IDNX_HOST_NAME_SIZE], *text = NULL;
	PyObject *utf8 = PyUnicode_AsUTF8String(name), *answer = NULL;
	struct decision decision;

	(void)module;
	if (utf8 == NULL || PyBytes_AsStringAndSize(utf8, &text, NULL) == -1)
		goto end;
	decision = apply_policy(text, ace);
	answer = decision.action == POLICY_CONVERTED ? PyBytes_FromString(ace)
	                                             : rejection(&decision);
end:
	Py_XDECREF(utf8);
	return answer;
}

/* --- To Unicode ------------------------------------------------------------- */

static PyObject *to_unicode(PyObject *module, PyObject *label)
{
	char unicode[IDNX_NAME_SIZE];
	struct idnx_result result;
	Py_ssize_t length;
	char *octets;

	(void)module;
	if (PyBytes_AsStringAndSize(label, &octets, &length) == -1)
		return NULL;
	result = idnx_to_unicode(octets, (size_t)length, unicode, sizeof unicode, IDNX_LOOKUP);
	if (result.status == IDNX_OK)
		return PyUnicode_FromStringAndSize(unicode, (Py_ssize_t)result.length);
	return Py_BuildValue("(N)",
	                     PyUnicode_FromFormat("%s (%s)", idnx_status_text(result.status),
	                                          idnx_status_code(result.status)));
}

/* --- The module ------------------------------------------------------------- */

static PyMethodDef functions[] = {
	{ "to_ascii", to_ascii, METH_O,
	  "Return the ASCII form of a name that is not ASCII, or (code of getaddrinfo(), why)." },
	{ "to_unicode", to_unicode, METH_O,
	  "Return the Unicode form of a label that begins with xn--, or (why,)." },
	{ NULL, NULL, 0, NULL },
};

static PyModuleDef_Slot slots[] = { { SLOT_INTERPRETERS, OWN_LOCKS }, { 0, NULL } };

static struct PyModuleDef definition = {
	.m_base = PyModuleDef_HEAD_INIT,
	.m_name = "_idnx",
	.m_doc = "Policy and engine of idnx, for the codec \"idna\".",
	.m_methods = functions,
	.m_slots = slots,
};

/* Older headers than Python 3.9's leave the function hidden. */
__attribute__((visibility("default"))) PyObject *PyInit__idnx(void);

PyObject *PyInit__idnx(void)
{
	PyObject *version = PySys_GetObject("hexversion");

	/* An older Python, which has one lock for all, rejects a slot that it does not know. */
	if (version == NULL || PyLong_AsLong(version) < SLOT_SINCE)
		slots[0].slot = 0;
	return PyModuleDef_Init(&definition);
}
