import {createHash} from 'node:crypto';
import {startHttpServer} from '../support/http-server.js';
import type {HttpTestServer, Route, Served} from '../support/http-server.js';

type Request = Parameters<Route>[0];
type Json = Record<string, unknown>;

interface Issue extends Json {
  number: number;
  title: string;
  state: string;
  labels: {name: string}[];
}

/** What a stand-in of GitHub lets a test do. */
export interface GithubService {
  readonly server: HttpTestServer;
  readonly issues: Issue[];
  readonly comments: {id: number; body: string}[];
  /** The next requests are refused for a limit. */
  exhaust(kind: 'primary' | 'secondary', times: number): void;
}

export const token = 'ghp_0123456789abcdef';

const user = (login: string): Json => ({login, id: 1, type: 'User'});

/** As api.github.com answers, as far as configs/github.json asks: tokens, Link headers, ETags, limits and errors. */
export async function startGithub(): Promise<GithubService> {
  const repository: Json = {
    id: 1296269,
    name: 'hello-world',
    full_name: 'octocat/hello-world',
    owner: user('octocat'),
    description: 'My first repository',
    html_url: 'https://github.com/octocat/hello-world',
    default_branch: 'main',
    visibility: 'public',
    stargazers_count: 80,
    forks_count: 9,
    open_issues_count: 3,
    topics: ['octocat'],
    language: 'Ruby',
    archived: false,
    pushed_at: '2026-01-26T19:06:43Z',
    updated_at: '2026-01-26T19:14:43Z',
  };
  const issues: Issue[] = Array.from({length: 205}, (_, index) => ({
    number: index + 1,
    title: `Issue ${index + 1}`,
    state: index % 5 === 4 ? 'closed' : 'open',
    html_url: `https://github.com/octocat/hello-world/issues/${index + 1}`,
    repository_url: 'https://api.github.com/repos/octocat/hello-world',
    user: user('hubot'),
    labels: index === 0 ? [{name: 'bug'}] : [],
    assignees: index === 0 ? [user('octocat'), user('hubot')] : [],
    comments: 0,
    ...(index === 1 && {pull_request: {html_url: 'https://github.com/octocat/hello-world/pull/2'}}),
    body: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
  }));
  const comments: {id: number; body: string}[] = [];
  const files = new Map<string, Buffer>([
    ['README.md', Buffer.from('# Hello wörld\n')],
    ['src/a b#1.txt', Buffer.from('odd')],
  ]);
  let refusals: {kind: string; times: number} = {kind: '', times: 0};
  let nextComment = 1;

  const found = (body: unknown, headers: Record<string, string> = {}): Served => ({
    headers: {'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4990', ...headers},
    body,
  });
  const problem = (status: number, message: string, more: Json = {}, headers: Record<string, string> = {}): Served => ({
    status,
    headers,
    body: {message, documentation_url: 'https://docs.github.com/rest', ...more},
  });
  const invalid = (field: string): Served =>
    problem(422, 'Validation Failed', {errors: [{resource: 'Issue', code: 'missing_field', field}]});
  /** One page, with the Link header that GitHub gives. */
  const paged = (
    {url, query}: Request,
    list: readonly unknown[],
    wrap = (items: unknown): unknown => items,
  ): Served => {
    const size = Math.min(100, Number(query.get('per_page') ?? 30));
    const page = Number(query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(list.length / size));
    const to = (number: number, rel: string): string => {
      const target = new URL(url, server.origin);
      target.searchParams.set('page', String(number));
      return `<${target.href}>; rel="${rel}"`;
    };
    const links = [
      ...(page > 1 ? [to(page - 1, 'prev'), to(1, 'first')] : []),
      ...(page < last ? [to(page + 1, 'next'), to(last, 'last')] : []),
    ];
    return found(wrap(list.slice((page - 1) * size, page * size)), links.length > 0 ? {link: links.join(', ')} : {});
  };
  const shaOf = (bytes: Buffer): string =>
    createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

  const inRepository: Record<string, (request: Request, ...parts: string[]) => Served> = {
    'GET ': () => found(repository),
    'GET issues': (request) => {
      const {query} = request;
      const state = query.get('state') ?? 'open';
      const labels = query.get('labels')?.split(',') ?? [];
      const fitting = issues.filter(
        (one) =>
          (state === 'all' || one.state === state) &&
          labels.every((label) => one.labels.some(({name}) => name === label)),
      );
      return paged(request, fitting);
    },
    'POST issues': ({body}) => {
      const {title, labels = [], ...given} = JSON.parse(body.toString()) as Json & {labels?: string[]};
      if (typeof title !== 'string' || title.trim() === '') return invalid('title');
      const number = issues.length + 1;
      const html_url = `https://github.com/octocat/hello-world/issues/${number}`;
      const issue = {
        ...issues[0],
        ...given,
        number,
        title,
        html_url,
        state: 'open',
        labels: labels.map((name) => ({name})),
      };
      issues.push(issue);
      return {status: 201, body: issue};
    },
    'GET issues/:n': (_request, number) => found(issues[Number(number) - 1]),
    'PATCH issues/:n': ({body}, number) => {
      const issue = issues[Number(number) - 1]!;
      const {labels, ...changes} = JSON.parse(body.toString()) as Json & {labels?: string[]};
      Object.assign(issue, changes, labels && {labels: labels.map((name) => ({name}))});
      return found(issue);
    },
    'GET issues/:n/comments': (request) => paged(request, comments),
    'POST issues/:n/comments': ({body}, number) => {
      const id = nextComment++;
      const comment = {
        ...(JSON.parse(body.toString()) as {body: string}),
        id,
        user: user('octocat'),
        html_url: `https://github.com/octocat/hello-world/issues/${number ?? ''}#issuecomment-${id}`,
        created_at: '2026-01-03T00:00:00Z',
      };
      comments.push(comment);
      return {status: 201, body: comment};
    },
    'DELETE issues/comments/:id': (_request, id) => {
      const place = comments.findIndex((one) => one.id === Number(id));
      if (place < 0) return problem(404, 'Not Found');
      comments.splice(place, 1);
      return {status: 204};
    },
    'GET pulls': (request) => paged(request, [pull]),
    'GET pulls/:n': () => found(pull),
    'GET pulls/:n/files': (request) =>
      paged(request, [{filename: 'README.md', status: 'modified', additions: 1, deletions: 0, patch: '@@ -1 +1 @@'}]),
    'GET releases': (request) => paged(request, [release]),
    'GET releases/latest': ({headers}) =>
      headers['if-none-match'] === '"etag-1"'
        ? {status: 304, headers: {etag: '"etag-1"'}}
        : found(release, {etag: '"etag-1"'}),
    'GET actions/runs': (request) => paged(request, [run], (workflow_runs) => ({total_count: 1, workflow_runs})),
  };
  const pull: Json = {
    ...issues[1],
    draft: false,
    head: {ref: 'topic'},
    base: {ref: 'main'},
    merged: false,
    mergeable: true,
    commits: 1,
    additions: 1,
    deletions: 0,
    changed_files: 1,
  };
  const release: Json = {
    id: 1,
    tag_name: 'v1.0.0',
    name: 'One',
    html_url: 'https://github.com/octocat/hello-world/releases/v1.0.0',
    draft: false,
    prerelease: false,
    body: 'First',
    published_at: '2026-01-05T00:00:00Z',
    assets: [{name: 'a.zip', size: 3, browser_download_url: 'https://github.com/a.zip'}],
  };
  const run: Json = {
    id: 30433642,
    name: 'Build',
    event: 'push',
    head_branch: 'main',
    head_sha: 'abc',
    status: 'completed',
    conclusion: 'success',
    html_url: 'https://github.com/octocat/hello-world/actions/runs/30433642',
    created_at: '2026-01-06T00:00:00Z',
  };

  function contents({method, headers, body}: Request, path: string): Served {
    const file = files.get(path);
    if (method === 'PUT') {
      const {content, sha, message} = JSON.parse(body.toString()) as Record<string, string>;
      if (message === undefined || message === '') return invalid('message');
      if (file && sha !== shaOf(file)) return problem(409, `${path} does not match ${String(sha)}`);
      const bytes = Buffer.from(content ?? '', 'base64');
      files.set(path, bytes);
      const written = {path, sha: shaOf(bytes), html_url: `https://github.com/octocat/hello-world/blob/main/${path}`};
      return {status: file ? 200 : 201, body: {content: written, commit: {sha: 'c0ffee'}}};
    }
    if (file && String(headers.accept).includes('raw')) {
      return {headers: {'content-type': 'application/vnd.github.raw+json; charset=utf-8'}, body: file};
    }
    const entry = (name: string, bytes: Buffer): Json => ({
      type: 'file',
      path: name,
      size: bytes.length,
      sha: shaOf(bytes),
    });
    if (file) {
      const content = file.toString('base64').replace(/.{1,60}/g, '$&\n');
      return found({...entry(path, file), encoding: 'base64', content});
    }
    const inside = [...files].filter(([name]) => path === '' || name.startsWith(`${path}/`));
    return inside.length > 0 ? found(inside.map(([name, bytes]) => entry(name, bytes))) : problem(404, 'Not Found');
  }

  function answer(request: Request): Served {
    const {method, path, headers, query} = request;
    if (headers['user-agent'] === undefined) return problem(403, 'Request forbidden by administrative rules');
    if (headers.authorization !== undefined && headers.authorization !== `token ${token}`) {
      return problem(401, 'Bad credentials');
    }
    if (refusals.times > 0) {
      refusals.times--;
      const reset = String(Math.floor(Date.now() / 1000) + 60);
      return refusals.kind === 'primary'
        ? problem(
            403,
            'API rate limit exceeded for user ID 1.',
            {},
            {'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset},
          )
        : problem(429, 'You have exceeded a secondary rate limit.', {}, {'retry-after': '0'});
    }
    if (path === '/search/issues' || path === '/search/code') {
      const wrap = (items: unknown): Json => ({total_count: 1, incomplete_results: false, items});
      if (query.get('q') === 'is:wrong')
        return problem(422, 'Validation Failed', {errors: [{code: 'invalid', field: 'q'}]});
      const code = {path: 'README.md', sha: 'abc', html_url: 'https://github.com/x', repository};
      if (path === '/search/issues') return paged(request, issues.slice(0, 1), wrap);
      return headers.authorization === undefined
        ? problem(401, 'Requires authentication')
        : paged(request, [code], wrap);
    }
    if (path === '/users/octocat/repos') return paged(request, [repository]);
    const [, rest = ''] = /^\/repos\/octocat\/hello-world(?:\/(.*))?$/.exec(path) ?? [undefined, '\0'];
    if (rest === '\0') return problem(404, 'Not Found');
    if (method !== 'GET' && headers.authorization === undefined) return problem(401, 'Requires authentication');
    if (/^contents(\/|$)/.test(rest)) return contents(request, decodeURIComponent(rest.slice('contents/'.length)));
    const parts: string[] = [];
    const shape = rest.replace(
      /(?<=issues\/|pulls\/|comments\/)\d+/g,
      (number) => (parts.push(number), rest.includes('comments/') ? ':id' : ':n'),
    );
    const handle = inRepository[`${method} ${shape}`];
    if (!handle || (shape.includes(':n') && !issues[Number(parts[0]) - 1])) return problem(404, 'Not Found');
    return handle(request, ...parts);
  }

  const server = await startHttpServer({'*': answer});
  return {
    server,
    issues,
    comments,
    exhaust: (kind, times) => (refusals = {kind, times}),
  };
}
