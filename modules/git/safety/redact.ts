/** One word without what its URLs may give away: everything up to the last `@` of an authority, and any query. */
function redactWord(word: string): string {
  const start = word.indexOf('://');
  if (start === -1) return word;
  const query = word.slice(start).search(/[?#]/);
  const shown = query === -1 ? word : word.slice(0, start + query);
  return shown.replace(/:\/\/[^/]*@/g, '://***@');
}

/** Text without the userinfo and the query of every `scheme://…`, read once: what git says can be long. */
export function redactUrls(text: string): string {
  return text.replace(/[^\s'"]+/g, redactWord);
}
