# SPDX-License-Identifier: LGPL-2.1-or-later
use IO::Socket::INET;

IO::Socket::INET->new(PeerAddr => shift, PeerPort => shift) or die $@;
