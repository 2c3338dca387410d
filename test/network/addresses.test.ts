import {describe, expect, test} from '@jest/globals';
import {addressKind, isPrivateHost, lookUp} from '../../src/sdk.js';

/** IANA IPv4 and IPv6 special-purpose registries: first and last address of each range that is not globally reachable. */
const special: readonly (readonly [first: string, last: string, kind: string])[] = [
  ['0.0.0.0', '0.255.255.255', 'loopback'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['100.64.0.0', '100.127.255.255', 'private'],
  ['127.0.0.0', '127.255.255.255', 'loopback'],
  ['169.254.0.0', '169.254.255.255', 'link-local'],
  ['169.254.169.254', '169.254.169.254', 'metadata'],
  ['168.63.129.16', '168.63.129.16', 'metadata'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.0.0.0', '192.0.0.255', 'reserved'],
  ['192.0.2.0', '192.0.2.255', 'documentation'],
  ['192.88.99.0', '192.88.99.255', 'tunnel'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['198.18.0.0', '198.19.255.255', 'private'],
  ['198.51.100.0', '198.51.100.255', 'documentation'],
  ['203.0.113.0', '203.0.113.255', 'documentation'],
  ['224.0.0.0', '239.255.255.255', 'multicast'],
  ['240.0.0.0', '255.255.255.255', 'reserved'],
  ['::', '::', 'reserved'],
  ['::1', '::1', 'loopback'],
  ['::ffff:0:0', '::ffff:0.255.255.255', 'loopback'],
  ['::ffff:127.0.0.1', '::ffff:7fff:ffff', 'loopback'],
  ['::ffff:a9fe:a9fe', '::ffff:169.254.169.254', 'metadata'],
  ['64:ff9b::', '64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b::a00:0', '64:ff9b::10.255.255.255', 'private'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['::8.8.8.8', '::808:808', 'reserved'],
  ['100::', '100::ffff:ffff:ffff:ffff', 'reserved'],
  ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', 'tunnel'],
  ['2001:10::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'tunnel'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['fd00:ec2::254', 'fd00:ec2::254', 'metadata'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link-local'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
];

describe('an address', () => {
  test.each(special)('%s to %s is %s', (first, last, kind) => {
    expect([addressKind(first), addressKind(last)]).toEqual([kind, kind]);
  });

  // The neighbours of the ranges, and what the registries call globally reachable.
  test.each([
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.31.196.1',
    '192.169.0.0',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00::1',
    '2003::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b::8.8.8.8',
  ])('%s is public', (address) => expect(addressKind(address)).toBeUndefined());

  test.each(['fe80::1%eth0', '[fe80::1]'])('%s is read without its brackets and zone', (address) =>
    expect(addressKind(address)).toBe('link-local'),
  );

  test.each(['', 'example.com', '1.2.3', 'fe80::1::2'])('that can not be read is let through nowhere: %j', (text) =>
    expect(addressKind(text)).toBe('reserved'),
  );
});

describe('a host', () => {
  test.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    '[::1]',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '127.1',
    '0',
  ])('%s is not public by its spelling', (host) => expect(isPrivateHost(host)).toBe(true));

  test.each(['example.com', 'localhost.example.com', 'internal.example', '[2606:4700::1111]', '1.example'])(
    '%s is not private by its spelling',
    (host) => expect(isPrivateHost(host)).toBe(false),
  );

  test('is refused for one address of many that is not public', async () => {
    const found = [{address: '93.184.216.34'}, {address: '10.0.0.1'}];
    expect(await lookUp('mixed.example', {lookup: async () => found})).toEqual({
      addresses: found,
      closed: {address: '10.0.0.1'},
    });
    const {closed} = await lookUp('public.example', {lookup: async () => [{address: '93.184.216.34'}]});
    expect(closed).toBeUndefined();
  });

  test('is let through with the addresses that are allowed, and no others', async () => {
    const options = {lookup: async () => [{address: '10.0.0.1'}], allows: (address: string) => address === '10.0.0.1'};
    expect((await lookUp('inside.example', options)).closed).toBeUndefined();
    const other = {...options, lookup: async () => [{address: '10.0.0.1'}, {address: '10.0.0.2'}]};
    expect((await lookUp('inside.example', other)).closed).toEqual({address: '10.0.0.2'});
  });

  test('is looked up by the system where no other look-up is given', async () => {
    const {closed} = await lookUp('localhost');
    expect(['127.0.0.1', '::1']).toContain(closed?.address);
  });
});
