import MiniSearch from 'minisearch';
import {toolSearch} from '../lib/tool-search.mjs';
import {toolTexts} from '../lib/tool-texts.mjs';

/** Its default search: BM25+ over whole words, a document needs one of them. Split names, and a name counts most. */
export function prepare({tools}) {
  const index = new MiniSearch({
    fields: ['name', 'description', 'tags', 'parameters'],
    storeFields: ['name'],
    tokenize: (text) => text.split(/[^A-Za-z0-9]+/),
    searchOptions: {boost: {name: 3, tags: 2}},
  });
  index.addAll(
    toolTexts(tools).map(({tags, parameters, ...tool}) => ({
      ...tool,
      tags: tags.join(' '),
      parameters: Object.entries(parameters).flat().join(' '),
    })),
  );
  return toolSearch((text) =>
    index
      .search(text)
      .slice(0, 10)
      .map(({name}) => name),
  );
}
