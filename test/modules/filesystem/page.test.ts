import {expect, test} from '@jest/globals';

import {page} from '../../../modules/filesystem/tree/page.js';
import type {Entry} from '../../../modules/filesystem/tree/walk.js';

test('a search that costs much lets others have their turn, and ends when it is told to', async () => {
  const controller = new AbortController();
  let looked = 0;
  async function* entries(): AsyncGenerator<Entry> {
    for (let at = 0; at < 1000; at += 1) yield {segments: ['a'], name: 'a', type: 'file'};
  }
  const pick = (): undefined => {
    looked += 1;
    const end = performance.now() + 5;
    while (performance.now() < end);
  };
  setImmediate(() => {
    controller.abort();
  });
  const search = page(entries(), {offset: 0, limit: 10, pick, signal: controller.signal});
  await expect(search).rejects.toMatchObject({name: 'AbortError'});
  expect(looked).toBeLessThan(100);
});
