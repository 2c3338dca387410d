/** Ways to ask that name no tool: `show me` is no showing. What they mean stands in their place. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:show|tell|give|find|get|help) me\b/gi, ' '],
  [/\b(?:get|gets|getting) rid of\b/gi, ' delete '],
  [/\b(?:throw|throws|throwing|thrown) away\b/gi, ' discard '],
  [/\b(?:set|put|puts|putting) aside\b/gi, ' stash '],
  [/\bon top of\b/gi, ' onto '],
  [/\bhow (?:big|large|long|small)\b/gi, ' size '],
  [/\bhow many\b/gi, ' count '],
  [/\bmake sure\b/gi, ' check '],
];

/** A text that is searched for, without what only asks. */
export const withoutPhrases = (text: string): string =>
  phrases.reduce((left, [phrase, meaning]) => left.replace(phrase, meaning), text);
