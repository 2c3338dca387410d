/** What says nothing of why a program ended: Node's first and last line, places in the code, brackets and underlines. */
const idle = /^(Node\.js v\S+|(node|file):\S+:\d+|\s+at .*|\s*File ".*|[\s^~|{}()[\],;]*)$/;

/** What names a reason. */
const reason = /Error|^(error|fatal):|[Nn]ot [Ff]ound/;

/** The line of what a program wrote before it died that says most: the last that names an error, else the last that says something. */
export function tellingLine(words: string): string {
  const lines = words.split(/\r?\n/).filter((line) => !idle.test(line));
  // What is indented is mostly code, or a part of what stands above.
  const named = lines.findLast((line) => /^\S/.test(line) && reason.test(line));
  return (named ?? lines.findLast((line) => reason.test(line)) ?? lines.at(-1) ?? '').trim();
}
