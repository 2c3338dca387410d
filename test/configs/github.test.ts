import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {GitHubModuleDefinition, RateLimiter} from '../../modules/github/index.js';
import {Runtime} from '../../src/sdk.js';
import type {ModuleInstance, ToolResult} from '../../src/sdk.js';
import {failureOf} from '../factory/factory.js';
import {shipped} from './config.js';
import {startGithub, token} from './github-service.js';
import type {GithubService} from './github-service.js';
import {runExamples} from './run-examples.js';

let github: GithubService;
let module: ModuleInstance;
let repository: Record<string, unknown>;
const runtime = new Runtime();

beforeAll(async () => {
  github = await startGithub();
  module = await shipped('github', {baseURL: github.server.origin, token}, runtime);
  repository = (await call('getRepository', {owner: 'octocat', repo: 'hello-world'})) as Record<string, unknown>;
});
afterAll(async () => {
  await module.cleanup();
  await github.server.close();
});

const call = async (tool: string, input: object = {}): Promise<unknown> =>
  module.getTool(tool).call(input as Record<string, unknown>);
const execute = async (tool: string, input: object = {}): Promise<ToolResult> =>
  module.getTool(tool).execute(input as Record<string, unknown>);
const here = async (tool: string, input: object = {}): Promise<unknown> => call(tool, {repository, ...input});

describe('configs/github.json', () => {
  test('R12.1, R12.3: opens a repository with the token, and gives a handle that shows whose it is', () => {
    expect(repository).toMatchObject({
      _type: 'github_repository',
      owner: 'octocat',
      name: 'hello-world',
      fullName: 'octocat/hello-world',
    });
    expect(github.server.requests[0]).toMatchObject({
      url: '/repos/octocat/hello-world',
      headers: {authorization: `token ${token}`, accept: 'application/vnd.github.v3+json'},
    });
  });

  test('R12.4: opens an issue, and closes it again when it is taken back', async () => {
    const result = await execute('createIssue', {repository, title: 'It breaks', body: 'Here', labels: ['bug']});
    expect(result).toMatchObject({
      success: true,
      data: {number: 206, title: 'It breaks', url: 'https://github.com/octocat/hello-world/issues/206'},
    });
    expect(github.issues.at(-1)).toMatchObject({body: 'Here', labels: [{name: 'bug'}]});
    expect(await runtime.undo(result.metadata.undo as never)).toMatchObject({success: true});
    expect(github.issues.at(-1)).toMatchObject({number: 206, state: 'closed', state_reason: 'not_planned'});
    github.issues.pop();
  });

  test('says what GitHub does not take, and what is not there', async () => {
    const invalid = await failureOf(here('createIssue', {title: '  '}));
    expect(invalid).toMatchObject({code: 'VALIDATION_FAILED', outcome: 'failed'});
    expect(invalid.message).toContain('missing_field');
    expect(await failureOf(here('getIssue', {number: 9999}))).toMatchObject({code: 'RESOURCE_NOT_FOUND'});
    expect(await failureOf(call('getRepository', {owner: 'octocat', repo: 'gone'}))).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
    expect(await failureOf(call('searchIssues', {query: 'is:wrong'}))).toMatchObject({code: 'VALIDATION_FAILED'});
  });

  test('lists all issues, page after page, and goes on where a list was cut', async () => {
    const before = github.server.requests.length;
    const issues = (await here('listIssues', {state: 'all'})) as {number: number}[];
    expect(issues.map(({number}) => number)).toEqual(Array.from({length: 205}, (_, index) => index + 1));
    expect(github.server.requests.length - before).toBe(3);
    expect(issues[0]).toEqual({
      number: 1,
      title: 'Issue 1',
      state: 'open',
      url: 'https://github.com/octocat/hello-world/issues/1',
      author: 'hubot',
      labels: ['bug'],
      assignees: ['octocat', 'hubot'],
      comments: 0,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-02T00:00:00Z',
    });
    expect(issues[1]).toMatchObject({pullRequest: 'https://github.com/octocat/hello-world/pull/2', labels: []});
    expect(await here('listIssues', {state: 'all', page: 3})).toHaveLength(5);
    expect(await here('listIssues', {labels: ['bug']})).toHaveLength(1);
    expect(await here('listIssues', {labels: ['bug', 'none']})).toEqual([]);
  });

  test('reads and changes an issue, comments on it, and takes the comment back', async () => {
    expect(await here('getIssue', {number: 3})).toMatchObject({number: 3, title: 'Issue 3', body: null});
    expect(await here('updateIssue', {number: 3, labels: ['x', 'y'], state: 'closed'})).toMatchObject({
      labels: ['x', 'y'],
      state: 'closed',
    });
    const comment = await execute('commentOnIssue', {repository, number: 3, body: 'Thanks'});
    expect(comment).toMatchObject({success: true, data: {id: 1}});
    expect(await here('listComments', {number: 3})).toMatchObject([{id: 1, author: 'octocat', body: 'Thanks'}]);
    expect(await runtime.undo(comment.metadata.undo as never)).toMatchObject({success: true});
    expect(github.comments).toEqual([]);
    expect(await failureOf(here('deleteComment', {id: 1}))).toMatchObject({code: 'RESOURCE_NOT_FOUND'});
  });

  test('reads and writes files, and meets a conflict', async () => {
    expect(await here('readFile', {path: 'README.md'})).toEqual({text: '# Hello wörld\n'});
    expect(await here('readFile', {path: 'src/a b#1.txt'})).toEqual({text: 'odd'});
    const file = (await here('getContents', {path: 'README.md'})) as {sha: string; content: string};
    expect(Buffer.from(file.content, 'base64').toString()).toBe('# Hello wörld\n');
    expect(await here('getContents')).toMatchObject({
      type: 'dir',
      entries: [{path: 'README.md'}, {path: 'src/a b#1.txt'}],
    });
    const content = Buffer.from('# New\n').toString('base64');
    const change = {path: 'README.md', message: 'Say it anew', content};
    expect(await failureOf(here('putContents', {...change, sha: 'other'}))).toMatchObject({code: 'CONFLICT'});
    expect(await here('putContents', {...change, sha: file.sha})).toMatchObject({path: 'README.md', commit: 'c0ffee'});
    expect(await here('readFile', {path: 'README.md'})).toEqual({text: '# New\n'});
    for (const path of ['../issues', 'a/../../x', '/etc']) {
      expect(await failureOf(here('readFile', {path}))).toMatchObject({outcome: 'not_executed'});
    }
  });

  test('reads pull requests, releases, runs and what a search finds', async () => {
    expect(await here('describeRepository')).toMatchObject({defaultBranch: 'main', stars: 80, topics: ['octocat']});
    expect(await here('listPullRequests')).toMatchObject([{number: 2, head: 'topic', base: 'main'}]);
    expect(await here('getPullRequest', {number: 2})).toMatchObject({merged: false, changedFiles: 1});
    expect(await here('listPullRequestFiles', {number: 2})).toMatchObject([{path: 'README.md', patch: '@@ -1 +1 @@'}]);
    expect(await here('listReleases')).toMatchObject([{tag: 'v1.0.0', downloads: ['https://github.com/a.zip']}]);
    expect(await here('listWorkflowRuns', {branch: 'main'})).toMatchObject([{conclusion: 'success'}]);
    expect(await call('searchIssues', {q: 'crash'})).toMatchObject([
      {number: 1, repositoryUrl: 'https://api.github.com/repos/octocat/hello-world'},
    ]);
    expect(await call('searchCode', {query: 'x'})).toMatchObject([{path: 'README.md'}]);
  });

  test('asks for the latest release again only when it changed', async () => {
    const first = (await here('getLatestRelease')) as {etag: string};
    expect(first).toMatchObject({changed: true, etag: '"etag-1"', release: {tag: 'v1.0.0'}});
    expect(await here('getLatestRelease', {etag: first.etag})).toEqual({changed: false, etag: '"etag-1"'});
  });

  test('waits where GitHub says for how long, and tells a limit from a lack of rights', async () => {
    github.exhaust('secondary', 1);
    expect(await here('getIssue', {number: 1})).toMatchObject({number: 1});
    github.exhaust('primary', 1);
    const limited = await failureOf(here('getIssue', {number: 1}));
    expect(limited).toMatchObject({code: 'RATE_LIMITED', recoverable: true, context: {status: 403}});
    expect(limited.context?.['retryAfter']).toBeGreaterThan(50_000);
  });

  test('HT09: is open without a token as far as GitHub is, and never tells the token', async () => {
    const anonymous = await shipped('github', {baseURL: github.server.origin});
    const opened = await anonymous.getTool('getRepository').call({owner: 'octocat', repo: 'hello-world'});
    expect(github.server.requests.at(-1)?.headers.authorization).toBeUndefined();
    const refused = await anonymous.getTool('createIssue').execute({repository: opened, title: 'x'});
    expect(refused).toMatchObject({success: false, error: {code: 'AUTHENTICATION_REQUIRED'}});
    await anonymous.cleanup();
    const wrong = await shipped('github', {baseURL: github.server.origin, token: 'ghp_wrong_token_1'});
    const denied = await wrong.getTool('getRepository').execute({owner: 'octocat', repo: 'hello-world'});
    expect(denied).toMatchObject({success: false, error: {code: 'AUTHENTICATION_REQUIRED'}});
    expect(JSON.stringify(denied)).not.toContain('ghp_wrong');
    await wrong.cleanup();
  });

  test('has examples that do what they say', async () => {
    expect(await runExamples(module)).toBeGreaterThan(0);
  });

  test('lets a repository go', async () => {
    const opened = await call('getRepository', {owner: 'octocat', repo: 'hello-world'});
    await call('releaseRepository', {repository: opened});
    expect(await failureOf(call('describeRepository', {repository: opened}))).toMatchObject({code: 'HANDLE_RELEASED'});
  });
});

describe('haft/modules/github', () => {
  test('R12: is the config, with metadata before anything is made', async () => {
    const {module: kind, tools} = GitHubModuleDefinition.getMetadata();
    expect(kind).toBe('GitHubModule');
    expect(tools['createIssue']?.planning).toMatchObject({consumes: ['github_repository'], reversible: true});
    expect(tools['listIssues']?.planning).toMatchObject({idempotent: true, sideEffects: false});
    const instance = await GitHubModuleDefinition.create({baseURL: github.server.origin, token});
    expect(await instance.getTool('getRepository').call({owner: 'octocat', repo: 'hello-world'})).toMatchObject({
      fullName: 'octocat/hello-world',
    });
    await instance.cleanup();
  });

  test('R12.2: RateLimiter gives turns in the order in which they are asked for', async () => {
    const limiter = new RateLimiter({requests: 2, per: 80});
    const order: number[] = [];
    const start = performance.now();
    await Promise.all([1, 2, 3, 4, 5].map(async (turn) => limiter.wait().then(() => order.push(turn))));
    expect(order).toEqual([1, 2, 3, 4, 5]);
    // The fifth waits for two windows; a timer may be a little early.
    expect(performance.now() - start).toBeGreaterThan(150);
    expect(() => new RateLimiter({requests: 0, per: 1})).toThrow(/requests.*0/);
    await new RateLimiter().wait();
  });
});
