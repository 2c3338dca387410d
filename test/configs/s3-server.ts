import {createHash, createHmac} from 'node:crypto';
import {createServer} from 'node:http';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** An object as the store keeps it; one that was deleted in a bucket with versions is a marker. */
interface Version {
  readonly id: string;
  readonly body: Buffer;
  readonly marker: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Bucket {
  readonly versioned: boolean;
  readonly objects: Map<string, Version[]>;
}

export interface StoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/**
 * The REST API of S3 over HTTP, in memory, as far as objects go: signatures are checked (SigV4), lists are paged XML, ETags are
 * MD5, conditions hold, and a bucket can keep versions. Errors are XML with S3's codes.
 */
export class S3Server {
  readonly credentials = {accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG'};
  readonly buckets = new Map<string, Bucket>();
  readonly requests: StoreRequest[] = [];
  readonly #server: Server;
  #versions = 0;
  /** Requests wait until this is resolved. */
  gate: Promise<void> | undefined;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(buckets: Readonly<Record<string, {readonly versioned: boolean}>>): Promise<S3Server> {
    const store = new S3Server();
    for (const [name, {versioned}] of Object.entries(buckets)) store.buckets.set(name, {versioned, objects: new Map()});
    await new Promise<void>((resolve) => store.#server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const [path = '', query] = (incoming.url ?? '').split('?', 2);
    const request: StoreRequest = {
      method: incoming.method ?? '',
      path,
      query: new URLSearchParams(query),
      headers: incoming.headers,
      body: Buffer.concat(pieces),
    };
    this.requests.push(request);
    await this.gate;
    try {
      this.#authenticate(request);
      this.#answer(request, response);
    } catch (error) {
      const {status, code} = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      const xml = `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
      response.writeHead(status, {'content-type': 'application/xml'}).end(request.method === 'HEAD' ? undefined : xml);
    }
  }

  /** Signs the request again (AWS Signature Version 4) and compares. */
  #authenticate({method, path, query, headers, body}: StoreRequest): void {
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      );
    const [, id = '', scope = '', signed = '', signature] = match ?? [];
    if (!match) throw new Refusal(403, 'AccessDenied');
    if (id !== this.credentials.accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
    const hash = String(headers['x-amz-content-sha256']);
    const sha = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
    const encode = (text: string): string =>
      encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
    const canonical = [
      method,
      path,
      [...query]
        .map(([name, value]) => `${encode(name)}=${encode(value)}`)
        .sort()
        .join('&'),
      ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
      '',
      signed,
      hash,
    ].join('\n');
    const [date = '', region = '', service = ''] = scope.split('/');
    const mac = (secret: Buffer | string, data: string): Buffer => createHmac('sha256', secret).update(data).digest();
    const secret = ['aws4_request', service, region, date].reduceRight<Buffer | string>(
      (one, part) => mac(one, part),
      `AWS4${this.credentials.secretAccessKey}`,
    );
    const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha(canonical)].join('\n');
    if (mac(secret, text).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch');
  }

  #answer(request: StoreRequest, response: ServerResponse): void {
    const [, name = '', ...rest] = request.path.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (name === '') {
      const list = [...this.buckets.keys()].map((one) => `<Bucket><Name>${one}</Name></Bucket>`).join('');
      xmlAnswer(response, `<ListAllMyBucketsResult><Buckets>${list}</Buckets></ListAllMyBucketsResult>`);
      return;
    }
    const bucket = this.buckets.get(name);
    if (!bucket) throw new Refusal(404, 'NoSuchBucket');
    if (key === '') this.#list(bucket, request, response);
    else if (request.method === 'PUT') this.#put(bucket, key, request, response);
    else if (request.method === 'DELETE') this.#delete(bucket, key, request, response);
    else this.#get(bucket, key, request, response);
  }

  #list({objects}: Bucket, {query}: StoreRequest, response: ServerResponse): void {
    const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const limit = Number(query.get('max-keys') ?? 1000);
    const alive = [...objects].filter(([, versions]) => versions.at(-1)?.marker === false);
    const keys = alive
      .map(([key]) => key)
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort();
    const folderOf = (key: string): string | undefined => {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      return end < 0 ? undefined : key.slice(0, end + 1);
    };
    const page = keys.slice(0, limit);
    const contents = page.flatMap((key) =>
      folderOf(key) === undefined ? [[key, objects.get(key)?.at(-1)] as const] : [],
    );
    const folders = [...new Set(page.flatMap((key) => folderOf(key) ?? []))];
    const token = keys.length > limit ? Buffer.from(page.at(-1) ?? '').toString('base64') : undefined;
    xmlAnswer(
      response,
      [
        '<ListBucketResult>',
        `<IsTruncated>${String(token !== undefined)}</IsTruncated>`,
        token === undefined ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`,
        ...contents.map(
          ([key, version]) =>
            `<Contents><Key>${escapeXml(key)}</Key><Size>${String(version?.body.length)}</Size><ETag>${escapeXml(etagOf(version?.body))}</ETag><LastModified>2026-01-31T12:00:00.000Z</LastModified></Contents>`,
        ),
        ...folders.map((folder) => `<CommonPrefixes><Prefix>${escapeXml(folder)}</Prefix></CommonPrefixes>`),
        '</ListBucketResult>',
      ].join(''),
    );
  }

  #put(bucket: Bucket, key: string, {headers, body}: StoreRequest, response: ServerResponse): void {
    const now = current(bucket, key);
    if (headers['if-none-match'] === '*' && now) throw new Refusal(412, 'PreconditionFailed');
    this.#assertMatch(headers['if-match'], now);
    const source = headers['x-amz-copy-source'];
    const copied = typeof source === 'string' ? this.#source(decodeURIComponent(source)) : undefined;
    const kept = Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'));
    const id = this.#keep(bucket, key, {
      body: copied?.body ?? body,
      marker: false,
      headers: copied?.headers ?? (Object.fromEntries(kept) as Record<string, string>),
    });
    const etag = etagOf(copied?.body ?? body);
    if (id !== undefined) response.setHeader('x-amz-version-id', id);
    if (copied) xmlAnswer(response, `<CopyObjectResult><ETag>${escapeXml(etag)}</ETag></CopyObjectResult>`);
    else response.writeHead(200, {etag}).end();
  }

  #source(path: string): Version {
    const [name = '', ...rest] = path.replace(/^\//, '').split('/');
    const bucket = this.buckets.get(name);
    const found = bucket && current(bucket, rest.join('/'));
    if (!found) throw new Refusal(404, bucket ? 'NoSuchKey' : 'NoSuchBucket');
    return found;
  }

  /** Adds a version; answers its id where the bucket keeps them. */
  #keep(bucket: Bucket, key: string, version: Omit<Version, 'id'>): string | undefined {
    const id = `v${String(++this.#versions)}`;
    const before = bucket.versioned ? (bucket.objects.get(key) ?? []) : [];
    bucket.objects.set(key, [...before, {...version, id}]);
    return bucket.versioned ? id : undefined;
  }

  #assertMatch(condition: string | undefined, now: Version | undefined): void {
    if (condition !== undefined && condition !== etagOf(now?.body)) throw new Refusal(412, 'PreconditionFailed');
  }

  #delete(bucket: Bucket, key: string, {query, headers}: StoreRequest, response: ServerResponse): void {
    const version = query.get('versionId');
    this.#assertMatch(headers['if-match'], current(bucket, key));
    if (version !== null) {
      const left = (bucket.objects.get(key) ?? []).filter(({id}) => id !== version);
      if (left.length === 0) bucket.objects.delete(key);
      else bucket.objects.set(key, left);
      response.setHeader('x-amz-version-id', version);
    } else if (bucket.versioned) {
      const id = this.#keep(bucket, key, {body: Buffer.alloc(0), marker: true, headers: {}});
      response.setHeader('x-amz-version-id', String(id)).setHeader('x-amz-delete-marker', 'true');
    } else bucket.objects.delete(key);
    response.writeHead(204).end();
  }

  #get(bucket: Bucket, key: string, {method, query, headers}: StoreRequest, response: ServerResponse): void {
    const id = query.get('versionId');
    const found = id === null ? current(bucket, key) : bucket.objects.get(key)?.find((one) => one.id === id);
    if (!found || found.marker) throw new Refusal(404, 'NoSuchKey');
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const body = found.body.subarray(Number(from), to === '' ? undefined : Number(to) + 1);
    response.writeHead(headers.range === undefined ? 200 : 206, {
      ...found.headers,
      etag: etagOf(found.body),
      'content-length': body.length,
      'last-modified': 'Sat, 31 Jan 2026 12:00:00 GMT',
      ...(bucket.versioned && {'x-amz-version-id': found.id}),
    });
    response.end(method === 'HEAD' ? undefined : body);
  }
}

function current({objects}: Bucket, key: string): Version | undefined {
  const last = objects.get(key)?.at(-1);
  return last?.marker === true ? undefined : last;
}

const etagOf = (body: Buffer | undefined): string =>
  body === undefined ? '' : `"${createHash('md5').update(body).digest('hex')}"`;

const escapeXml = (text: string): string => text.replace(/[<>&"]/g, (char) => `&#${String(char.charCodeAt(0))};`);

function xmlAnswer(response: ServerResponse, xml: string): void {
  response.writeHead(200, {'content-type': 'application/xml'}).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}
