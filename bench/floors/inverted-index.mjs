import {toolSearch} from '../lib/tool-search.mjs';
import {toolTexts} from '../lib/tool-texts.mjs';

const limit = 10;
const [saturation, lengthEffect] = [1.2, 0.6];

const wordsOf = (text) => text.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];

/**
 * The least that a ranked search can be: BM25 over whole words, all that a posting adds worked out beforehand, best ten. No
 * stems, prefixes, slips of the keyboard, fields to explain, filters, nor any way to take a tool out again.
 */
export function prepare({tools}) {
  const texts = toolTexts(tools);
  const counts = texts.map(({name, description, tags, parameters}) => {
    const weights = new Map();
    const add = (text, weight) => {
      for (const word of wordsOf(text)) weights.set(word, (weights.get(word) ?? 0) + weight);
    };
    add(name, 3);
    add(description, 1);
    add(tags.join(' '), 2);
    for (const [parameter, text] of Object.entries(parameters)) {
      add(parameter, 0.7);
      add(text, 0.3);
    }
    return weights;
  });
  const lengths = counts.map((weights) => [...weights.values()].reduce((sum, weight) => sum + weight, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / tools;
  const lists = new Map();
  for (const [document, weights] of counts.entries()) {
    for (const [word, weight] of weights) {
      if (!lists.has(word)) lists.set(word, []);
      const norm = saturation * (1 - lengthEffect + (lengthEffect * lengths[document]) / average);
      lists.get(word).push([document, weight / (weight + norm)]);
    }
  }
  const postings = new Map();
  for (const [word, list] of lists) {
    const rarity = Math.log(1 + (tools - list.length + 0.5) / (list.length + 0.5));
    postings.set(word, {
      documents: Uint32Array.from(list, ([document]) => document),
      parts: Float32Array.from(list, ([, part]) => part * rarity),
    });
  }
  const scores = new Float32Array(tools);

  return toolSearch((text) => {
    scores.fill(0);
    for (const word of wordsOf(text)) {
      const list = postings.get(word);
      if (!list) continue;
      const {documents, parts} = list;
      for (let at = 0; at < documents.length; at++) scores[documents[at]] += parts[at];
    }
    return best(scores).map((document) => texts[document].name);
  });
}

/** The best documents, by insertion into a short sorted list. */
function best(scores) {
  const documents = [];
  let threshold = 0;
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document];
    if (score <= threshold) continue;
    let at = documents.length;
    while (at > 0 && scores[documents[at - 1]] < score) at--;
    documents.splice(at, 0, document);
    if (documents.length > limit) documents.pop();
    if (documents.length === limit) threshold = scores[documents[limit - 1]];
  }
  return documents;
}
