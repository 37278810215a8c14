/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Whether the program has AddressSanitizer: if so, SANITIZED is defined. */
#ifndef FAULTS_SANITIZED_H
#define FAULTS_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#endif
