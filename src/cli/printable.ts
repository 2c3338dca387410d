/**
 * Text from elsewhere as a terminal may have it: control characters, which could move the cursor or rewrite what was
 * printed, and marks that reverse the direction of text become visible (SECURITY 1).
 */
export function printable(text: string): string {
  // Control characters are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}

/** The same on one line. */
export const onOneLine = (text: string): string => printable(text.replace(/\s+/g, ' ').trim());
