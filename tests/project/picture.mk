# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The picture at the top of README.md: a terminal, recorded from a real run.

.PHONY: picture

PICTURE = tests/project/picture

# SSHD=... if the ssh server is not /usr/sbin/sshd.
picture: all $(COMMON_PROGRAMS)
picture: ## Maintain more: record the picture README.md begins with (root; sshd, SSHD=program)
	@BUILD=$(BUILD) $(if $(SSHD),SSHD='$(SSHD)') $(PICTURE)/picture $(PICTURE)/picture.svg

$(BUILD)/$(PICTURE).tap: $(COMMON_PROGRAMS) $(wildcard $(PICTURE)/* tests/common/*) README.md
