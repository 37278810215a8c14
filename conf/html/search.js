// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Finds headings, terms and codes in INDEX, which index.js has: text, address and page of each.
"use strict";

const form = document.querySelector("form");
const input = form.querySelector("input");
const list = form.querySelector("ol");

// The entries that contain all words: first those that begin with the text as a whole word, pages
// before their parts, shorter ones before longer ones.
function found(text) {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const sought = words.join(" ");
	const place = ([entry, , page]) =>
		(`${entry.toLowerCase()} `.startsWith(`${sought} `) ? 0 : entry.toLowerCase().startsWith(sought) ? 1 : 2) +
		(page !== "" ? 0.5 : 0) + entry.length / 1000;

	return INDEX
		.filter(([entry, , page]) => words.length > 0 &&
			words.every(word => `${entry} ${page}`.toLowerCase().includes(word)))
		.sort((one, other) => place(one) - place(other))
		.slice(0, 12);
}

function item([text, address, page]) {
	const element = document.createElement("li");
	const link = element.appendChild(document.createElement("a"));

	link.href = address;
	link.textContent = text;
	if (page !== "")
		link.appendChild(document.createElement("small")).textContent = page;
	return element;
}

function show() {
	list.replaceChildren(...found(input.value).map(item));
}

form.hidden = false;
input.addEventListener("input", show);
form.addEventListener("submit", event => {
	event.preventDefault();
	list.querySelector("a")?.click();
});
document.addEventListener("keydown", event => {
	if (event.key === "/" && document.activeElement !== input) {
		event.preventDefault();
		input.focus();
	} else if (event.key === "Escape" || (event.target.closest("li") && event.key === "Enter")) {
		input.value = "";
		setTimeout(show);
	}
});
list.addEventListener("click", () => {
	input.value = "";
	setTimeout(show);
});
