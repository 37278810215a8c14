// SPDX-License-Identifier: LGPL-2.1-or-later

// Prints the ASCII form of each name, or the code of the rule that it breaks.
#include <idnx.h>
#include <iostream>
#include <stdexcept>
#include <string>

// Throws the code of the rule.
static std::string to_ascii(const std::string &name)
{
	char ace[IDNX_HOST_NAME_SIZE];
	idnx_result result = idnx_to_ascii(name.data(), name.size(), ace, sizeof ace, IDNX_LOOKUP);

	if (result.status != IDNX_OK)
		throw std::invalid_argument(idnx_status_code(result.status));
	return std::string(ace, result.length);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		try {
			std::cout << to_ascii(argv[i]) << '\n';
		} catch (const std::invalid_argument &error) {
			std::cout << error.what() << '\n';
		}
	}
}
