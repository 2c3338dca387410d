const verbs =
  'read write list create delete merge compare render send convert archive publish approve cancel export import'.split(
    ' ',
  );
const things = (
  'invoice repository picture table message calendar document price route sensor account customer order payment report ' +
  'shipment warehouse contract ticket device folder branch template dashboard'
).split(' ');
const traits = 'open late daily shared public private regional monthly draft signed final local'.split(' ');

/** Numbers from 0 to 1 that look random and are the same in every run (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * What so many tools are found by. They share a small vocabulary, as the tools of one company do: every word is in many of
 * them, which is the hard case for an index.
 */
export function toolTexts(count) {
  const next = random(7);
  const pick = (words) => words[Math.floor(next() * words.length)];
  return Array.from({length: count}, (_, index) => {
    const [verb, thing, trait] = [pick(verbs), pick(things), pick(traits)];
    return {
      id: index,
      name: `${verb}_${trait}_${thing}_${index}`,
      description: `${verb} the ${trait} ${thing} of a ${pick(things)} and ${pick(verbs)} its ${pick(traits)} ${pick(things)}`,
      tags: [verb, thing],
      parameters: {
        [`${thing}_id`]: `Number of the ${thing}`,
        [pick(things)]: `The ${pick(traits)} ${pick(things)} to ${verb}`,
        limit: 'How many at most',
      },
    };
  });
}

/** Questions of four words. */
export function questions(count) {
  const next = random(11);
  const pick = (words) => words[Math.floor(next() * words.length)];
  return Array.from({length: count}, () => [pick(verbs), pick(traits), pick(things), pick(things)].join(' '));
}
