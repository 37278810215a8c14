# SPDX-License-Identifier: LGPL-2.1-or-later
hosts before=resolve,dns idnx [!UNAVAIL=return]
hosts last idnx [!UNAVAIL=return] skip-if-present=idnx
