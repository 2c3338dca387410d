import {expect, test} from '@jest/globals';
import {Runtime} from '../../src/core/runtime.js';
import {shipped} from './config.js';

test('configs/decimal.json chains methods over handles', async () => {
  const runtime = new Runtime();
  const decimal = await shipped('decimal', {}, runtime);
  const call = (tool: string, input: object): Promise<unknown> =>
    decimal.getTool(tool).call(input as Record<string, unknown>);

  const price = await call('create', {value: '0.1'});
  const sum = await call('plus', {decimal: price, value: '0.2'});
  const total = await call('times', {decimal: sum, value: 3});
  const root = await call('round', {decimal: await call('squareRoot', {decimal: total}), digits: 10});

  expect(price).toMatchObject({_handle: true, _type: 'decimal', value: '0.1'});
  expect(await call('value', {decimal: total})).toEqual({value: '0.9'});
  expect(await call('value', {decimal: root})).toEqual({value: '0.9486832981'});
  expect(
    await call('value', {
      decimal: await call('dividedBy', {decimal: await call('minus', {decimal: sum, value: 0}), value: '0.3'}),
    }),
  ).toEqual({value: '1'});
  expect(await call('value', {decimal: await call('power', {decimal: price, value: 2})})).toEqual({value: '0.01'});
  expect(await call('compare', {decimal: total, value: '0.9'})).toEqual({order: 0});
  expect(await decimal.getTool('plus').execute({decimal: price, value: 'no number'})).toMatchObject({success: false});
  await call('release', {decimal: price});
  expect(await decimal.getTool('value').execute({decimal: price})).toMatchObject({error: {code: 'HANDLE_RELEASED'}});

  await decimal.cleanup();
  expect(runtime.handles.list()).toEqual([]);
});
