import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {KeptOutput} from '../../../modules/shell/running/kept-output.js';
import {excerpt, keptBase64, keptText} from '../../../modules/shell/running/kept-text.js';
import {LineTeller} from '../../../modules/shell/running/line-teller.js';
import {Runtime} from '../../../src/sdk.js';

const streams = ['stdout', 'stderr'] as const;

describe('output that is kept', () => {
  test('is whole up to the limit; beyond, beginning and end of it, and the number of bytes between them', () => {
    const chunk = fc.record({stream: fc.constantFrom(...streams), size: fc.integer({min: 0, max: 40})});
    fc.assert(
      fc.property(fc.array(chunk, {maxLength: 700}), fc.integer({min: 2, max: 2000}), (chunks, limit) => {
        const kept = new KeptOutput(limit);
        const all = {stdout: Buffer.alloc(0), stderr: Buffer.alloc(0)};
        let [count, total, fits] = [0, 0, true];
        for (const {stream, size} of chunks) {
          const bytes = Buffer.from(Array.from({length: size}, () => count++ % 256));
          all[stream] = Buffer.concat([all[stream], bytes]);
          total += size;
          fits = kept.add(stream, bytes) && fits;
          expect(kept.size).toBeLessThanOrEqual(limit);
        }
        expect(fits).toBe(total <= limit);
        const taken = kept.take();
        for (const stream of streams) {
          const {head, tail, dropped} = taken[stream];
          expect(head.length + tail.length + dropped).toBe(all[stream].length);
          expect(head.equals(all[stream].subarray(0, head.length))).toBe(true);
          expect(tail.equals(all[stream].subarray(all[stream].length - tail.length))).toBe(true);
        }
        expect(kept.size).toBe(0);
      }),
      {numRuns: 60},
    );
  });

  test('of one byte at a time takes no more memory than it has bytes, within reason', () => {
    const kept = new KeptOutput(100_000);
    global.gc?.();
    const before = process.memoryUsage().rss;
    for (let count = 0; count < 300_000; count++) kept.add(count % 2 ? 'stdout' : 'stderr', Buffer.alloc(1, 65));
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
    expect(kept.size).toBe(100_000);
  });

  test('is told as text in whole lines, with a line that says how much is missing', () => {
    const kept = new KeptOutput(20);
    kept.add('stdout', Buffer.from('one\ntwo\nthree\nfour\nfive\nsix\n'));
    expect(keptText(kept.take().stdout)).toBe('one\ntwo\n… 11 bytes left out …\nfive\nsix\n');
    kept.add('stdout', Buffer.from('x'.repeat(30)));
    expect(keptText(kept.take().stdout)).toBe(`${'x'.repeat(10)}\n… 10 bytes left out …\n${'x'.repeat(10)}`);
  });

  test('is shortened for an error, its end more than its beginning', () => {
    const text = Array.from({length: 1000}, (_, index) => `line ${String(index)}`).join('\n');
    const short = excerpt(text);
    expect(short.length).toBeLessThan(2000);
    expect(short).toMatch(/^line 0\n[^]*characters left out[^]*line 999$/);
    expect(excerpt('short')).toBe('short');
  });
});

describe('a secret of the config', () => {
  const secret = 'Zq7Kd93h-ö-Lx02mVbT5rWnYpA';
  const secrets = new Runtime().redactor;
  secrets.add(secret);
  const part = /Zq|q7|7K|Kd|d9|93|h-|Lx|x0|02|mV|Vb|bT|T5|5r|rW|Wn|nY|Yp|pA/;

  test('CO06: leaves no part of itself where the output is cut', () => {
    for (let before = 0; before < 120; before++) {
      const kept = new KeptOutput(100);
      kept.add('stdout', Buffer.from(`${'.'.repeat(before)}${secret}${'.'.repeat(150 - before)}`));
      const text = keptText(kept.take().stdout, secrets);
      expect(secrets.conceal(text)).not.toMatch(part);
      expect(text).toContain('bytes left out');
    }
  });

  test('CO06: is not in base64, however many bytes are before it, and what is around it is', () => {
    for (let before = 0; before < 60; before++) {
      for (const limit of [1000, 100]) {
        const kept = new KeptOutput(limit);
        kept.add('stdout', Buffer.from(`${'.'.repeat(before)}${secret}${'.'.repeat(150 - before)}`));
        const bytes = Buffer.from(keptBase64(kept.take().stdout, secrets), 'base64').toString();
        if (limit === 1000) expect(bytes).toBe(`${'.'.repeat(before)}[redacted]${'.'.repeat(150 - before)}`);
        else expect(bytes).toMatch(/^\.*(\[redacted\])?\.*$/);
      }
    }
    const bytes = Buffer.from([0, 255, 128, 195, 10]);
    const kept = {head: bytes, tail: Buffer.alloc(0), dropped: 0};
    expect(Buffer.from(keptBase64(kept, secrets), 'base64').equals(bytes)).toBe(true);
  });

  test('CO06: leaves no part of itself where a line is cut', () => {
    const lines: string[] = [];
    const teller = new LineTeller((line) => lines.push(line), secrets);
    for (let before = 1960; before < 2010; before++) {
      teller.add('stdout', Buffer.from(`${'.'.repeat(before)}${secret}`));
      teller.add('stdout', Buffer.from(before % 2 ? '\n' : ' and more\n'));
    }
    expect(lines).toHaveLength(50);
    for (const line of lines) expect(secrets.conceal(line)).not.toMatch(part);
  });
});

describe('lines', () => {
  const linesOf = (chunks: [(typeof streams)[number], string | Buffer][]): string[] => {
    const lines: string[] = [];
    const teller = new LineTeller((line) => lines.push(line));
    for (const [stream, chunk] of chunks) teller.add(stream, Buffer.from(chunk));
    teller.end();
    return lines;
  };

  test('are told when they are whole, those of the two streams apart', () => {
    expect(
      linesOf([
        ['stdout', 'one\ntw'],
        ['stderr', 'err'],
        ['stdout', 'o\r\n\nthree\rfour'],
        ['stderr', 'or\n'],
      ]),
    ).toEqual(['one', 'two', 'three', 'error', 'four']);
  });

  test('may come in the middle of a character', () => {
    const bytes = Buffer.from('é☃\n');
    expect(linesOf([...bytes].map((byte) => ['stdout', Buffer.from([byte])]))).toEqual(['é☃']);
  });

  test('are bounded in length and number', () => {
    const lines = linesOf([['stdout', `${'x'.repeat(5000)}\n${'y\n'.repeat(20_000)}`]]);
    expect(lines).toHaveLength(10_000);
    expect(lines[0]).toHaveLength(2000);
    expect(linesOf([['stdout', 'z'.repeat(100_000)]])).toEqual(['z'.repeat(2000)]);
  });
});
