import {describe, expect, test} from '@jest/globals';

import {redactUrls} from '../../modules/git/safety/redact.js';
import {useSite} from './git-site.js';

const site = useSite();
const long = 1_000_000;

describe('GIT01: a value of absurd length', () => {
  test.each([
    ['an author of spaces', 'commit', {author: ' '.repeat(long)}],
    ['an author without an end', 'commit', {author: `${'a '.repeat(long / 2)}<`}],
    ['an author with too long a name', 'commit', {author: `${'a'.repeat(long)} <a@example.com>`}],
    ['a URL of letters', 'clone', {url: 'a'.repeat(long)}],
    ['a URL of separators', 'clone', {url: '://'.repeat(long / 3)}],
    ['a URL of users', 'clone', {url: `https://${'a@'.repeat(long / 2)}example.com/x`}],
  ])('%s is refused as soon as any other', async (_name, tool, input) => {
    const {refuses, repository} = await site();
    const whole = tool === 'commit' ? {repository, message: 'm', ...input} : input;
    await refuses(tool, whole, 'INVALID_AUTHOR', 'INVALID_URL', 'PERMISSION_DENIED');
  });
});

test.each([
  ['https://user:p@ss@w0rd@host/a.git', 'https://***@host/a.git'],
  ["fatal: unable to access 'https://u:p@host/a?token=t#f': x", "fatal: unable to access 'https://***@host/a': x"],
  ['ssh://git@host/a https://host/b', 'ssh://***@host/a https://host/b'],
  ['git@host:a/b.git and a@b', 'git@host:a/b.git and a@b'],
])('CO06 what git says of %s keeps no secret', (said, shown) => {
  expect(redactUrls(said)).toBe(shown);
});
