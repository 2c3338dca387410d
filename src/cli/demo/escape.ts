/** Control characters and marks that reverse text have no place in a report. */
// Control characters are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** The last two are no characters, and not allowed in XML. */
const reversing = /[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

const oneLine = (text: string): string => text.replace(unseen, ' ').replace(reversing, '\ufffd').trim();

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of others inside of HTML or SVG, in an attribute too. */
export const escapeHtml = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');

/**
 * Text of others as one line of Markdown that means nothing but itself, in a table as well: no HTML, no links, no mentions.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
    .replace(/[\\`*_[\]|~#!$]/g, String.raw`\$&`)
    .replace(/:\/\//g, '&#58;//')
    .replace(/www\./gi, (word) => word.replace('.', '&#46;'))
    .replace(/@/g, '&#64;')
    .replace(/^([-+]|\d+[.)])(?=\s|$)/, (marker) => `&#${marker.charCodeAt(0)};${marker.slice(1)}`);
}
