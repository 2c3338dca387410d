import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {Runtime} from '../../../../src/sdk.js';
import {startHttpServer} from '../../../support/http-server.js';
import type {HttpTestServer, Route} from '../../../support/http-server.js';
import {partsOf} from '../http-fixture.js';
import {errorOf, problemsIn, useWrapped} from './kind-fixture.js';

const wrap = useWrapped();
let server: HttpTestServer;

/** Says what came. */
const echo: Route = ({method, url, headers, body}) => ({
  body: {method, url, type: headers['content-type'], body: body.toString(), headers},
});

beforeAll(async () => {
  let turns = 0;
  server = await startHttpServer(
    {
      '/api/missing': {status: 404, body: {message: 'No such thing'}},
      '/api/taken': {status: 409, body: {message: 'Name is taken'}},
      '/api/unchanged': {status: 304},
      '/api/bytes': {headers: {'content-type': 'image/png'}, body: Buffer.from([1, 2, 3])},
      '/api/page': {headers: {'content-type': 'application/json'}, body: '<html>'},
      '/api/mine': {status: 401, body: {message: 'Who?'}},
      '/api/text': {headers: {'content-type': 'text/plain'}, body: 'hello'},
      '/api/empty': {status: 204},
      '/api/busy': () => (turns++ === 0 ? {status: 429, headers: {'retry-after': '0'}} : {body: {turns}}),
      '/api/person': {body: {id: 7, name: 'Ada', team: {slug: 'engines/analytical'}}},
      '/api/people': {
        body: [{id: 7, team: {slug: 'engines/analytical'}}, {id: 8, tags: [{name: 'x'}, {name: 'y'}, {}]}, null],
      },
      '*': echo,
    },
    {capture: true},
  );
});
afterAll(() => server.close());

const config = (tools: object, more: object = {}) => ({type: 'rest', baseURL: `${server.origin}/api`, ...more, tools});

/** The answer of the echo to one tool with this request. */
async function echoed(request: object, input: object, more: object = {}): Promise<Record<string, unknown>> {
  const {call} = await wrap(config({t: {request}}, more));
  return (await call('t', input)) as Record<string, unknown>;
}

const urlOf = async (request: object, input: object): Promise<unknown> => (await echoed(request, input))['url'];

describe('a path', () => {
  test.each([
    ['/users/{id}', {id: 'a b/c?d#e'}, '/api/users/a%20b%2Fc%3Fd%23e'],
    ['/users/{id}', {id: 5}, '/api/users/5'],
    ['/users/{id}', {id: "it's (é)"}, '/api/users/it%27s%20%28%C3%A9%29'],
    ['/{user.name}/x', {user: {name: 'ada'}}, '/api/ada/x'],
    ['/files/{+path}', {path: 'a/b c.txt'}, '/api/files/a/b%20c.txt'],
    ['/files/{+path}', {path: 'a?x=1#y'}, '/api/files/a%3Fx=1%23y'],
    ['/x{.ids}', {ids: [3, 4]}, '/api/x.3,4'],
    ['/x{.ids*}', {ids: [3, 4]}, '/api/x.3.4'],
    ['/x{;ids}', {ids: [3, 4]}, '/api/x;ids=3,4'],
    ['/x{;ids*}', {ids: [3, 4]}, '/api/x;ids=3;ids=4'],
    ['/x{;point*}', {point: {R: 100, G: 200}}, '/api/x;R=100;G=200'],
    ['/x/{point}', {point: {R: 100, G: 200}}, '/api/x/R,100,G,200'],
    ['/x/{point*}', {point: {R: 100, G: 200}}, '/api/x/R=100,G=200'],
    ['/x{/steps*}', {steps: ['a', 'b/c']}, '/api/x/a/b%2Fc'],
    ['/x{#part}', {part: 'end'}, '/api/x'],
    ['/{{id}}/{id}', {id: 1}, '/api/%7Bid%7D/1'],
    ['search?type=x', {}, '/api/search?type=x'],
  ])('%s with %j is %s', async (path, input, expected) => {
    expect(await urlOf({path}, input)).toBe(expected);
  });

  test.each([
    ['..', 'INVALID_PARAMETER'],
    ['.', 'INVALID_PARAMETER'],
    ['', 'INVALID_PARAMETER'],
    // A server that decodes twice would take a step up.
    ['%2e%2e', 'PERMISSION_DENIED'],
    ['..%2f..', 'PERMISSION_DENIED'],
    // One that decodes before it parts, takes a backslash for a slash, or leaves parameters of a step out.
    ['../../admin', 'INVALID_PARAMETER'],
    ['x/../y', 'INVALID_PARAMETER'],
    ['..\\..\\admin', 'INVALID_PARAMETER'],
    ['x/..;/..;/admin', 'INVALID_PARAMETER'],
    ['..;a=1', 'INVALID_PARAMETER'],
    ['admin\0.txt', 'INVALID_PARAMETER'],
    ['x%2f..%5cadmin', 'PERMISSION_DENIED'],
  ])('HT02: the step %j is refused with %s before anything is sent', async (id, code) => {
    const before = server.requests.length;
    const {execute} = await wrap(config({t: {request: {path: '/users/{id}/keys'}}}));
    expect(errorOf(await execute('t', {id}))).toMatchObject({code, outcome: 'not_executed'});
    expect(server.requests.length).toBe(before);
    expect(await execute('t', {id: '..a'})).toMatchObject({success: true, data: {url: '/api/users/..a/keys'}});
  });

  test.each([
    ['group/project', 'group%2Fproject'],
    ['100%', '100%25'],
    ['a;b', 'a%3Bb'],
    ['v1..v2', 'v1..v2'],
    ['.hidden/...', '.hidden%2F...'],
  ])('HT02: the step %j leads nowhere else, and is sent as %s', async (id, step) => {
    const {execute} = await wrap(config({t: {request: {path: '/users/{id}/keys'}}}));
    expect(await execute('t', {id})).toMatchObject({success: true, data: {url: `/api/users/${step}/keys`}});
  });

  test.each(['x/..;/..;/admin', 'a;x=1/../../admin', 'a\0b'])('HT02: {+path} with %j is refused', async (path) => {
    const {execute} = await wrap(config({t: {request: {path: '/files/{+path}'}}}));
    expect(errorOf(await execute('t', {path}))).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
  });

  test.each(['../../admin', 'a/../../..', '//evil.example/x', 'a//b', '%2e%2e/admin', '..%2fadmin', 'a\\..\\b', './x'])(
    'HT02: {+path} with %j stays under the base, or is refused before anything is sent',
    async (path) => {
      const before = server.requests.length;
      const {execute} = await wrap(config({t: {request: {path: '/files/{+path}'}}}));
      const result = await execute('t', {path});
      if (result.success) {
        // One step, whose separators are encoded.
        expect((result.data as {url: string}).url).toMatch(/^\/api\/files\/[^/]+$/);
      } else {
        expect(result.error).toMatchObject({outcome: 'not_executed'});
        expect(server.requests.length).toBe(before);
      }
    },
  );

  test('says which value is missing', async () => {
    const {execute} = await wrap(config({t: {input: {id: 'string?'}, request: {path: '/users/{id}'}}}));
    const error = errorOf(await execute('t'));
    expect(error).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
    expect(error.message).toContain('"id"');
  });
});

describe('a query', () => {
  test.each([
    [{ids: '{v}'}, [1, 2], 'ids=1&ids=2'],
    [{q: '{v}'}, 'a b&c=d', 'q=a%20b%26c%3Dd'],
    [{q: '{v}'}, {admin: true}, 'q%5Badmin%5D=true'],
    [{q: '{v}', fixed: 1, off: '{nothing}'}, null, 'fixed=1'],
    [{ids: {value: '{v}', explode: false}}, [1, 'a,b'], 'ids=1,a%2Cb'],
    [{ids: {value: '{v}', style: 'spaceDelimited'}}, [1, 2], 'ids=1%202'],
    [{ids: {value: '{v}', style: 'pipeDelimited'}}, [1, 2], 'ids=1%7C2'],
    [
      {f: {value: '{v}', style: 'deepObject'}},
      {a: 1, b: {c: [2, 3]}},
      'f%5Ba%5D=1&f%5Bb%5D%5Bc%5D=2&f%5Bb%5D%5Bc%5D=3',
    ],
    [{f: {value: '{v}'}}, {a: 1, b: 2}, 'a=1&b=2'],
    [{f: {value: '{v}', explode: false}}, {a: 1, b: 2}, 'f=a,1,b,2'],
    [{f: {value: '{v}', contentType: 'application/json'}}, {a: [1]}, 'f=%7B%22a%22%3A%5B1%5D%7D'],
    [{r: {value: '{v}', allowReserved: true}}, '/a:b?c&d#e+f', 'r=/a:b?c%26d%23e%2Bf'],
    [{l: {value: '{v}'}}, [], ''],
  ])('%j with %j is %s', async (query, v, expected) => {
    const input = {v: 'any?', nothing: 'any?'};
    const request = {path: '/q', query, headers: {'x-nothing': '{nothing}'}};
    const {call} = await wrap(config({t: {input, request}}));
    const {url} = (await call('t', {v})) as {url: string};
    expect(url).toBe(expected === '' ? '/api/q' : `/api/q?${expected}`);
  });

  test('lets no exploded object speak for another parameter, or for the key of the API', async () => {
    const {execute} = await wrap(
      config(
        {t: {request: {path: '/q', query: {filter: {value: '{filter}'}, owner: 'me'}}}},
        {auth: {query: {name: 'api_key', value: 'k-123456'}}},
      ),
    );
    for (const filter of [{owner: 'you'}, {api_key: 'mine'}]) {
      expect(errorOf(await execute('t', {filter}))).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
    }
    expect(await execute('t', {filter: {state: 'open'}})).toMatchObject({success: true});
  });
});

describe('headers and cookies', () => {
  test('are made from the input, lists joined, and left out when missing', async () => {
    const {headers} = (await echoed(
      {
        path: '/h',
        headers: {'X-Ids': '{ids}', 'X-Point': {value: '{point}', explode: true}, 'X-Gone': '{gone}'},
        cookies: {sid: '{sid}'},
      },
      {ids: [1, 2], point: {R: 1, G: 2}, sid: 'a;b c'},
    )) as {headers: Record<string, string>};
    expect(headers).toMatchObject({'x-ids': '1,2', 'x-point': 'R=1,G=2', cookie: 'sid=a%3Bb%20c'});
    expect(headers).not.toHaveProperty('x-gone');
  });

  test('HT08: a value with a line break is refused, and no injected line is sent', async () => {
    const {execute} = await wrap(
      config({t: {request: {path: '/h', headers: {'X-Name': '{name}'}, cookies: {c: '{name}'}}}}),
    );
    for (const name of ['a\r\nX-Evil: 1', 'a\nX-Evil: 1', 'a\0b']) {
      expect(errorOf(await execute('t', {name}))).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
    }
    expect(await execute('t', {name: 'plain'})).toMatchObject({success: true});
    expect(server.received).not.toMatch(/\nX-Evil/i);
  });
});

describe('a body', () => {
  test('is JSON of the filled template, where a text stays a text', async () => {
    const body = {title: '{title}', labels: '{labels}', fixed: true};
    const sent = await echoed({method: 'POST', path: '/b', body}, {title: '{"admin":true}'});
    expect(sent).toMatchObject({method: 'POST', type: 'application/json'});
    expect(JSON.parse(String(sent['body']))).toEqual({title: '{"admin":true}', fixed: true});
  });

  test('is left out with its input, and has the content type that is named', async () => {
    const request = {method: 'PATCH', path: '/b', body: '{body}', contentType: 'application/merge-patch+json'};
    expect(await echoed(request, {body: {a: 1}})).toMatchObject({
      type: 'application/merge-patch+json',
      body: '{"a":1}',
    });
    expect(await echoed(request, {})).toMatchObject({body: ''});
  });

  test('is a form, a text or bytes', async () => {
    const form = {method: 'POST', path: '/b', body: '{data}', bodyType: 'form', encoding: {ids: {explode: false}}};
    expect(await echoed(form, {data: {a: 'x y', tags: ['1', '2'], ids: [3, 4], no: null}})).toMatchObject({
      type: 'application/x-www-form-urlencoded',
      body: 'a=x%20y&tags=1&tags=2&ids=3,4',
    });
    const text = {method: 'POST', path: '/b', body: 'Hi {name}', bodyType: 'text'};
    expect(await echoed(text, {name: 'Ada'})).toMatchObject({type: 'text/plain; charset=utf-8', body: 'Hi Ada'});
    const bytes = {method: 'PUT', path: '/b', body: '{data}', bodyType: 'bytes', contentType: 'image/png'};
    expect(await echoed(bytes, {data: 'AQID'})).toMatchObject({type: 'image/png', body: '\u0001\u0002\u0003'});
    const {execute} = await wrap(config({t: {request: bytes}}));
    expect(errorOf(await execute('t', {data: 'not base64!'}))).toMatchObject({code: 'INVALID_PARAMETER'});
  });

  test('has parts: texts, lists, JSON and files', async () => {
    const request = {
      method: 'POST',
      path: '/b',
      bodyType: 'multipart',
      body: {title: '{title}', tags: '{tags}', meta: '{meta}', photo: '{photo}'},
      encoding: {photo: {base64: true, filename: '{title}.png', contentType: 'image/png'}},
    };
    const {type, body} = await echoed(request, {title: 'A"\u00fc', tags: ['x', 'y'], meta: {n: 1}, photo: 'AQID'});
    const parts = partsOf(String(type), Buffer.from(String(body)));
    expect(parts.map(({head, content}) => [...head, content.toString()])).toEqual([
      ['Content-Disposition: form-data; name="title"', 'A"\u00fc'],
      ['Content-Disposition: form-data; name="tags"', 'x'],
      ['Content-Disposition: form-data; name="tags"', 'y'],
      ['Content-Disposition: form-data; name="meta"', 'Content-Type: application/json', '{"n":1}'],
      [
        'Content-Disposition: form-data; name="photo"; filename="A%22\u00fc.png"',
        'Content-Type: image/png',
        '\u0001\u0002\u0003',
      ],
    ]);
  });
});

describe('an answer', () => {
  test('is data by its type, or the whole of it', async () => {
    const get = (path: string, response?: string) => ({request: {path}, ...(response && {response})});
    const {call} = await wrap(
      config({
        bytes: get('/bytes'),
        text: get('/text'),
        empty: get('/empty'),
        base64: get('/text', 'base64'),
        full: get('/text', 'full'),
        head: {request: {method: 'HEAD', path: '/text'}},
        unchanged: get('/unchanged', 'full'),
      }),
    );
    expect(await call('bytes')).toBe('AQID');
    expect(await call('text')).toBe('hello');
    expect(await call('empty')).toBeNull();
    expect(await call('base64')).toBe('aGVsbG8=');
    expect(await call('full')).toMatchObject({data: 'hello', status: 200, headers: {'content-type': 'text/plain'}});
    expect(await call('head')).toMatchObject({data: null, status: 200});
    expect(await call('unchanged')).toMatchObject({data: null, status: 304});
  });

  test('is what pick takes of it, of each item of a list', async () => {
    const pick = {
      id: 'id',
      team: 'team.slug',
      first: 'tags.0',
      names: 'tags.*.name',
      gone: 'team.nothing',
      proto: 'constructor',
    };
    const {call} = await wrap(
      config({
        one: {request: {path: '/person'}, pick},
        list: {request: {path: '/people'}, pick},
        full: {request: {path: '/people'}, response: 'full', pick},
        text: {request: {path: '/text'}, pick},
      }),
    );
    const ada = {id: 7, team: 'engines/analytical'};
    expect(await call('one')).toEqual(ada);
    const people = [ada, {id: 8, first: {name: 'x'}, names: ['x', 'y']}, null];
    expect(await call('list')).toEqual(people);
    expect(await call('full')).toMatchObject({status: 200, data: people});
    expect(await call('text')).toBe('hello');
  });

  test('is warned of where a path of pick leads nowhere, and something has nearly its name', async () => {
    const tool = (path: string, pick: object) => ({request: {path}, pick});
    const {execute} = await wrap(
      config({
        one: tool('/person', {name: 'nmae', team: 'team.slgu', far: 'constructor'}),
        list: tool('/people', {team: 'team.slgu', names: 'tags.*.nmae', tags: 'tags.0'}),
        fine: tool('/people', {tags: 'tags.0', team: 'team.slug'}),
      }),
    );
    const warned = async (name: string) => (await execute(name)).metadata.warnings ?? [];
    expect(await warned('one')).toEqual([
      'pick: nothing is at "nmae"; did you mean "name"?',
      'pick: nothing is at "team.slgu"; did you mean "team.slug"?',
    ]);
    expect(await warned('list')).toEqual(['pick: nothing is at "team.slgu"; did you mean "team.slug"?']);
    expect(await warned('fine')).toEqual([]);
  });

  test('is an error by its status, with the code that the config gives it', async () => {
    const errors = {NO_THING: 'There is none', NAME_TAKEN: {description: 'It exists', when: [409]}};
    const get = (path: string, more: object = {}) => ({request: {path}, errors, ...more});
    const {execute} = await wrap(
      config({
        plain: get('/missing'),
        coded: get('/missing', {statuses: {404: 'NO_THING'}}),
        fine: get('/missing', {statuses: {404: 'ok'}, response: 'full'}),
        refused: get('/text', {statuses: {200: 'NO_THING'}}),
        when: get('/taken'),
      }),
    );
    const error = errorOf(await execute('plain'));
    expect(error).toMatchObject({code: 'RESOURCE_NOT_FOUND', outcome: 'failed', details: {context: {status: 404}}});
    expect(error.message).toContain('No such thing');
    expect(errorOf(await execute('coded'))).toMatchObject({code: 'NO_THING', outcome: 'failed'});
    expect(await execute('fine')).toMatchObject({success: true, data: {status: 404, data: {message: 'No such thing'}}});
    expect(errorOf(await execute('refused'))).toMatchObject({code: 'NO_THING'});
    expect(errorOf(await execute('when'))).toMatchObject({code: 'NAME_TAKEN'});
  });

  test('that fails says what to do in the keys of the config', async () => {
    const get = (path: string) => ({request: {path}});
    const {execute} = await wrap(config({mine: get('/mine'), page: get('/page'), long: get('/people')}, {maxBody: 10}));
    const advice = async (tool: string) => errorOf(await execute(tool)).suggestions;
    expect(await advice('mine')).toContain('Name credentials in the config: "auth"');
    expect(await advice('page')).toContain('Ask for it as text: "response": "text"');
    expect(await advice('long')).toEqual(['Ask for less', 'Raise "maxBody" of the config']);
  });

  test('that turns away is asked for again after what Retry-After says', async () => {
    const {call} = await wrap(config({busy: {request: {method: 'POST', path: '/busy'}}}));
    expect(await call('busy')).toEqual({turns: 2});
    const {execute} = await wrap(config({t: {request: {path: '/missing'}}}, {resend: 0}));
    expect(errorOf(await execute('t'))).toMatchObject({code: 'RESOURCE_NOT_FOUND'});
  });
});

describe('a tool of the rest kind', () => {
  test('takes what its placeholders name, those of the path in any case', async () => {
    const {module} = await wrap(
      config({
        t: {request: {method: 'PUT', path: '/a/{+x}/{y}', query: {q: {value: '{q}'}}, body: {b: ['{b.c}', '{y}']}}},
        none: {request: {path: '/a'}},
      }),
    );
    const {inputSchema} = module.getTool('t');
    expect(Object.keys(inputSchema.properties ?? {}).sort()).toEqual(['b', 'q', 'x', 'y']);
    expect([...(inputSchema.required ?? [])].sort()).toEqual(['x', 'y']);
    expect(module.getTool('none').inputSchema).toMatchObject({properties: {}, additionalProperties: false});
  });

  test('says what its method promises, unless the config knows better', async () => {
    const tool = (method: string, planning?: object) => ({request: {method, path: '/'}, ...(planning && {planning})});
    const {module} = await wrap(
      config({
        get: tool('GET'),
        put: tool('PUT'),
        post: tool('POST'),
        delete: tool('DELETE'),
        search: tool('POST', {sideEffects: false, idempotent: true}),
      }),
    );
    const facts = Object.entries(module.getMetadata().tools).map(([name, {planning, securityTier}]) => [
      name,
      planning.idempotent,
      planning.sideEffects,
      securityTier,
    ]);
    expect(facts).toEqual([
      ['get', true, false, 1],
      ['put', true, true, 2],
      ['post', false, true, 2],
      ['delete', true, true, 2],
      ['search', true, false, 2],
    ]);
  });

  test('gives a handle for an answer, whose properties other tools read', async () => {
    const {call, execute} = await wrap(
      config(
        {
          open: {request: {path: '/person'}, returns: {handle: 'person'}},
          team: {
            on: 'person',
            request: {path: '/teams/{person.team.slug}', query: {of: '{person.id}', page: '{page}'}},
          },
          close: {on: 'person', release: true},
        },
        {handles: {person: {fields: {name: 'name'}}}},
      ),
    );
    const person = (await call('open')) as {_type: string};
    expect(person).toMatchObject({_type: 'person', name: 'Ada'});
    expect(await call('team', {person, page: 2})).toMatchObject({url: '/api/teams/engines%2Fanalytical?of=7&page=2'});
    expect(errorOf(await execute('team', {person: {...person, _id: 'person_forged'}}))).toMatchObject({
      code: 'HANDLE_NOT_FOUND',
    });
    await call('close', {person});
    expect(errorOf(await execute('team', {person}))).toMatchObject({code: 'HANDLE_RELEASED'});
  });

  test('shares the rate limit of its module, which counts requests', async () => {
    const {call, execute} = await wrap(
      config({t: {request: {path: '/r'}}}, {rateLimit: {requests: 2, per: 60_000}, timeout: 500}),
    );
    await call('t');
    await call('t');
    expect(errorOf(await execute('t'))).toMatchObject({code: 'RATE_LIMITED', outcome: 'not_executed'});
  });
});

describe('HT: a config of the rest kind', () => {
  test('HT01, HT03: nothing leaves the own origin, by a redirect either, and no key does where it is allowed', async () => {
    const other = await startHttpServer({'*': echo});
    const leading = await startHttpServer({
      '/away': {status: 302, headers: {location: `${other.origin}/landed`}},
    });
    try {
      const base = {
        type: 'rest',
        baseURL: leading.origin,
        headers: {'X-Api-Key': 'key-of-the-module'},
        auth: {bearer: 'token-of-the-module', query: {name: 'sig', value: 'query-of-the-module'}},
        tools: {t: {request: {path: '/away', headers: {'X-Tool-Key': 'key-of-the-tool'}}}},
      };
      const closed = await wrap(base);
      expect(errorOf(await closed.execute('t'))).toMatchObject({code: 'PERMISSION_DENIED'});
      expect(other.accepted).toBe(0);
      const open = await wrap({...base, allowHosts: [other.origin]});
      expect(await open.call('t')).toMatchObject({url: '/landed'});
      expect(JSON.stringify(other.requests[0])).not.toMatch(/of-the-(module|tool)/);
      expect(leading.requests.at(-1)).toMatchObject({url: '/away?sig=query-of-the-module'});
    } finally {
      await other.close();
      await leading.close();
    }
  });

  test('HT09: credentials are in no answer and no error, also where the server says them back', async () => {
    const mirror = await startHttpServer({
      '/ok': ({headers, url}) => ({body: {headers, url}}),
      '*': ({headers, url}) => ({status: 500, body: {headers, url}}),
    });
    try {
      const {execute} = await wrap(
        {
          type: 'rest',
          baseURL: mirror.origin,
          auth: {
            basic: {username: 'ada', password: {$config: 'word'}},
            header: {name: 'X-Thing', value: 'header-secret-1'},
            query: {name: 'thing', value: {$config: 'other'}},
          },
          tools: {ok: {request: {path: '/ok'}}, fail: {request: {path: '/fail'}}},
        },
        {word: 'basic-secret-2', other: 'query-secret-3'},
      );
      const results = [await execute('ok'), await execute('fail')];
      expect(results.map(({success}) => success)).toEqual([true, false]);
      const encoded = Buffer.from('ada:basic-secret-2').toString('base64');
      expect(JSON.stringify(results)).not.toMatch(/(header|basic|query)-secret/);
      expect(JSON.stringify(results)).not.toContain(encoded);
      expect(mirror.requests[0]?.headers).toMatchObject({
        authorization: `Basic ${encoded}`,
        'x-thing': 'header-secret-1',
      });
    } finally {
      await mirror.close();
    }
  });

  test('leaves a credential out whose runtime value is not given, and spells the scheme as the config says', async () => {
    const given = {auth: {bearer: {$config: 'token'}, scheme: 'token'}};
    const tools = {t: {request: {path: '/h'}}};
    const without = await wrap(config(tools, given));
    expect(await without.call('t')).not.toHaveProperty('headers.authorization');
    const runtime = new Runtime();
    const withToken = await wrap(config(tools, given), {token: 'abc-123'}, runtime);
    await withToken.call('t');
    expect(server.requests.at(-1)?.headers.authorization).toBe('token abc-123');
  });

  test('is refused with every problem at once, before anything is sent', async () => {
    const before = server.requests.length;
    expect(
      await problemsIn({
        type: 'rest',
        baseURL: 'ftp://example.com',
        auth: {bearer: 'a', basic: {username: 'a', password: 'b'}},
        tools: {
          path: {request: {path: '/a/{x,y}'}},
          whole: {request: {path: 'https://evil.example/x'}},
          unknown: {input: {id: 'string'}, request: {path: '/a/{ids}', query: {q: {value: '{idd}'}}}},
          style: {request: {path: '/', query: {q: {value: '{q}', style: 'from'}}}},
          body: {request: {path: '/', body: '{x}'}},
          none: {description: 'No request'},
          status: {request: {path: '/'}, statuses: {404: 'NOT_THERE', abc: 'ok'}},
          pages: {request: {method: 'POST', path: '/'}, paginate: {style: 'cursor'}},
          header: {request: {path: '/', headers: {'X Bad': 'x'}}},
          encoding: {request: {method: 'POST', path: '/', body: '{x}', encoding: {x: {base64: true}}}},
        },
      }),
    ).toEqual([
      'tools.style.request.query.q.style: It must be one of form, spaceDelimited, pipeDelimited, deepObject',
      'tools.unknown.request.path: There is no input "ids"',
      'tools.unknown.request.query.q.value: There is no input "idd"',
      'tools.none.request: "request" is missing',
      'auth.basic: "basic" can not stand beside "bearer": a request has one Authorization',
      'baseURL: It must be an http or https URL',
      'tools.path.request.path: "{x,y}" is no placeholder',
      'tools.whole.request.path: It must be a path below baseURL',
      'tools.body.request.body: A GET has no body',
      'tools.status.statuses.404: The code "NOT_THERE" is not declared',
      'tools.status.statuses.abc: "abc" is no status of an answer',
      'tools.pages.paginate.next: "next" is missing for style "cursor"',
      'tools.pages.paginate: Only a GET has pages that can be walked',
      'tools.header.request.headers.X Bad: "X Bad" is no name of a header',
      'tools.encoding.request.encoding: Only a form has fields',
    ]);
    expect(server.requests.length).toBe(before);
  });

  test('is refused with an input that nothing uses', async () => {
    const request = {path: '/a/{id}', query: {q: {value: '{filter.text}'}}};
    const input = {id: 'string', filter: 'object?', state: 'string?'};
    const found = (tool: object) => problemsIn({type: 'rest', baseURL: server.origin, tools: {t: tool}});
    const problem = 'The input "state" is not used by the request';
    expect(await found({request, input})).toEqual([`tools.t.input.state: ${problem}`]);
    const properties = {id: {type: 'string'}, filter: {type: 'object'}, state: {type: 'string'}};
    const closed = {type: 'object', properties, additionalProperties: false};
    expect(await found({request, input: closed})).toEqual([`tools.t.input.properties.state: ${problem}`]);
    for (const more of [
      {transform: {input: '{"id": state, "filter": filter}'}},
      {transform: {output: '$[state = $input.state]'}},
      {transform: {output: '$merge([$, $input])'}},
      {transform: {output: (data: unknown) => data}},
    ]) {
      expect(await found({request, input, ...more})).toEqual([]);
    }
    expect(await found({request, input, transform: {output: 'state'}})).toEqual([`tools.t.input.state: ${problem}`]);
    expect(await found({request, input: {...closed, additionalProperties: true}})).toEqual([]);
    expect(await found({request: {path: '/a/{stat}/{id}'}, input: {id: 'string', state: 'string'}})).toEqual([
      'tools.t.request.path: There is no input "stat"',
    ]);
  });

  test('names the place of what only its values show', async () => {
    const tools = {t: {request: {path: '/'}}};
    const create = (more: object, values: object = {}) => wrap({type: 'rest', ...more, tools}, values);
    await expect(create({baseURL: {$config: 'url'}})).rejects.toMatchObject({code: 'INVALID_CONFIG'});
    await expect(create({baseURL: {$config: 'url'}}, {url: 'http://u:p@h/'})).rejects.toThrow(/credentials/);
    await expect(create({baseURL: server.origin, auth: {bearer: {$config: 't'}}}, {t: ''})).rejects.toThrow(
      /auth\.bearer/,
    );
  });
});
