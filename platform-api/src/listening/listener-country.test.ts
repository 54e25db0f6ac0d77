import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../test/scratch.ts';
import { openListenerCountry } from './listener-country.ts';

/** Types of the MaxMind DB format, version 2.0. */
const [TEXT, MAP, UINT16, UINT32] = [2, 7, 5, 6];

const field = (type: number, size: number, bytes: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.of((type << 5) | size), bytes]);
const text = (words: string): Buffer => field(TEXT, words.length, Buffer.from(words));
const map = (entries: Record<string, Buffer>): Buffer =>
  Buffer.concat([
    field(MAP, Object.keys(entries).length),
    ...Object.entries(entries).flatMap(([key, value]) => [text(key), value]),
  ]);
const uint16 = (value: number): Buffer => field(UINT16, 1, Buffer.of(value));

/** A file of one node: the addresses from 0.0.0.0 to 127.255.255.255 are in Great Britain, the others nowhere. */
function countryFile(): Buffer {
  const [nodes, separator] = [1, 16];
  const tree = Buffer.alloc(6);
  tree.writeUIntBE(nodes + separator, 0, 3);
  tree.writeUIntBE(nodes, 3, 3);
  const data = map({ country: map({ iso_code: text('GB') }) });
  const metadata = map({
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: field(UINT32, 1, Buffer.of(1)),
    database_type: text('Country'),
    description: map({}),
    ip_version: uint16(4),
    languages: field(0, 0, Buffer.of(4)),
    node_count: field(UINT32, 1, Buffer.of(nodes)),
    record_size: uint16(24),
  });
  const marker = Buffer.concat([Buffer.of(0xab, 0xcd, 0xef), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(separator), data, marker, metadata]);
}

/** A request as it arrives. */
const from = (remoteAddress: string, headers: IncomingMessage['headers'] = {}) =>
  ({ socket: { remoteAddress }, headers }) as IncomingMessage;

describe('The country of a listener', () => {
  it('comes from the operator’s file, and not for those who opt out', async () => {
    const path = join(await scratchFolder(), 'country.mmdb');
    await writeFile(path, countryFile());
    const countryOf = await openListenerCountry(path, 1);
    expect(countryOf(from('81.2.69.142'))).toBe('GB');
    expect(countryOf(from('203.0.113.9'))).toBe('');
    expect(countryOf(from('203.0.113.9', { 'x-forwarded-for': '81.2.69.142' }))).toBe('GB');
    expect(countryOf(from('81.2.69.142', { 'sec-gpc': '1' }))).toBe('');
    expect(countryOf(from('no address'))).toBe('');
  });

  it('is not known without a file', async () => {
    expect((await openListenerCountry(null, 0))(from('81.2.69.142'))).toBe('');
  });

  it('stops the start with a file that is not one', async () => {
    const path = join(await scratchFolder(), 'country.mmdb');
    await writeFile(path, 'hello');
    await expect(openListenerCountry(path, 0)).rejects.toThrow('COUNTRY_DATABASE');
  });
});
