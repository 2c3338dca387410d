import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {PDFDocument} from 'pdf-lib';
import {Runtime} from '../../src/core/runtime.js';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {shipped} from './config.js';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('configs/pdf.json', () => {
  const runtime = new Runtime();
  let pdf: ModuleInstance;
  const call = <T>(tool: string, input: object): Promise<T> =>
    pdf.getTool(tool).call(input as Record<string, unknown>) as Promise<T>;
  beforeAll(async () => {
    pdf = await shipped('pdf', {}, runtime);
  });
  afterAll(async () => {
    await pdf.cleanup();
    expect(runtime.handles.list()).toEqual([]);
  });

  test('makes a document that is a PDF for everyone, and opens it again', async () => {
    const document = await call('create', {});
    const page = await call('addPage', {document});
    const font = await call('embedFont', {document, name: 'Times-Bold'});
    await call('drawText', {page, text: 'Hello, haft', font, size: 24, red: 1});
    await call('drawRectangle', {page, x: 50, y: 700, width: 100, height: 2});
    await call('drawImage', {page, image: await call('embedPng', {document, data: pixel}), width: 20, height: 20});
    await call('rotate', {page, degrees: 90});
    await call('setTitle', {document, title: 'Report'});
    const {data} = await call<{data: string}>('save', {document});

    expect(page).toMatchObject({_type: 'pdf_page', width: 595.28, height: 841.89});
    expect(font).toMatchObject({name: 'Times-Bold'});
    expect((await call<{width: number}>('textWidth', {font, text: 'mm', size: 10})).width).toBeCloseTo(16.66);
    const read = await PDFDocument.load(Buffer.from(data, 'base64'));
    expect(read.getTitle()).toBe('Report');
    expect(read.getPage(0).getRotation().angle).toBe(90);

    const again = await call('load', {data});
    expect(again).toMatchObject({_type: 'pdf_document', pages: 1});
    expect(await call('title', {document: again})).toEqual({title: 'Report'});
    expect(await call('author', {document: again})).toEqual({});
    expect(await call('pageSize', {page: await call('getPage', {document: again, index: 0})})).toEqual({
      width: 595.28,
      height: 841.89,
    });
  });

  test('merges documents page by page', async () => {
    const [first, second] = [await call('create', {}), await call('create', {})];
    await call('addPage', {document: first, width: 100, height: 200});
    await call('addPage', {document: second, width: 300, height: 400});

    const copy = await call('copyPage', {from: second, document: first, index: 0});
    await call('appendPage', {document: first, page: copy});

    expect(await call('pageCount', {document: first})).toEqual({pages: 2});
    await call('close', {document: second});
    expect(await call('pageSize', {page: copy})).toEqual({width: 300, height: 400});
    await call('removePage', {document: first, index: 0});
    expect(await call('pageCount', {document: first})).toEqual({pages: 1});
  });

  test('the pages of a document go with it', async () => {
    const document = await call('create', {});
    const page = await call('addPage', {document});

    await call('close', {document});

    expect(await pdf.getTool('drawText').execute({page, text: 'late'})).toMatchObject({
      error: {code: 'HANDLE_RELEASED'},
    });
  });

  test.each([
    ['no PDF', 'bm9wZQ==', 'PDF_NOT_READABLE'],
    ['no base64', '%%%', 'INVALID_PARAMETER'],
  ])('says what is wrong with bytes that are %s', async (_what, data, code) => {
    expect(await pdf.getTool('load').execute({data})).toMatchObject({success: false, error: {code}});
  });
});
