import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createCodeSecrets, hashLink } from './code-secrets.ts';

const OLD = 'the older secret, about to be rotated out';
const NEW = 'the newer secret, which makes what is new';

const rowOf = (secrets: ReturnType<typeof createCodeSecrets>) => {
  const id = uuidv7();
  return { id, ...secrets.hashesOf(id) };
};

describe('codes and links derived from a row’s id', () => {
  test('are the same each time the mail is rendered', () => {
    const row = rowOf(createCodeSecrets([NEW]));
    const first = createCodeSecrets([NEW]).reveal(row);
    expect(first).toEqual(createCodeSecrets([NEW]).reveal(row));
    expect(first?.code).toMatch(/^\d{6}$/);
    expect(Buffer.from(first?.token ?? '', 'base64url')).toHaveLength(32);
  });

  test('differ for every row', () => {
    const secrets = createCodeSecrets([NEW]);
    const revealed = Array.from({ length: 1_000 }, () => secrets.reveal(rowOf(secrets)));
    expect(new Set(revealed.map((one) => one?.token)).size).toBe(1_000);
    expect(new Set(revealed.map((one) => one?.code)).size).toBeGreaterThan(990);
  });

  test('are evenly distributed, with leading zeros', () => {
    const secrets = createCodeSecrets([NEW]);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let n = 0; n < 5_000; n += 1) {
      const digit = Number(secrets.reveal(rowOf(secrets))?.code[0]);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    for (const count of counts) expect(count).toBeGreaterThan(350);
  });

  test('cannot be derived from a row without the secret', () => {
    const row = rowOf(createCodeSecrets([NEW]));
    const stranger = createCodeSecrets(['a guess at the secret of somebody else']);
    expect(stranger.reveal(row)).toBeUndefined();
    for (let n = 0; n < 20_000; n += 1) {
      expect(stranger.isCode(row, String(n).padStart(6, '0'))).toBe(false);
    }
  });

  test('match only their own row', () => {
    const secrets = createCodeSecrets([NEW]);
    const row = rowOf(secrets);
    const { code = '', token = '' } = secrets.reveal(row) ?? {};
    expect(secrets.isCode(row, code)).toBe(true);
    expect(secrets.isCode(row, `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0'))).toBe(false);
    expect(secrets.isCode({ ...row, id: uuidv7() }, code)).toBe(false);
    expect(hashLink(token)).toEqual(row.link_hash);
  });
});

describe('while the secret is rotated', () => {
  test('codes of the older secret are still sent and accepted', () => {
    const row = rowOf(createCodeSecrets([OLD]));
    const rotating = createCodeSecrets([NEW, OLD]);
    const { code = '' } = rotating.reveal(row) ?? {};
    expect(code).toBe(createCodeSecrets([OLD]).reveal(row)?.code);
    expect(rotating.isCode(row, code)).toBe(true);
  });

  test('new codes are made with the newer secret', () => {
    const row = rowOf(createCodeSecrets([NEW, OLD]));
    expect(createCodeSecrets([NEW]).reveal(row)).toBeDefined();
    expect(createCodeSecrets([OLD]).reveal(row)).toBeUndefined();
  });

  test('codes of the older secret fail once it is removed', () => {
    const old = createCodeSecrets([OLD]);
    const row = rowOf(old);
    expect(createCodeSecrets([NEW]).reveal(row)).toBeUndefined();
    expect(createCodeSecrets([NEW]).isCode(row, old.reveal(row)?.code ?? '')).toBe(false);
  });
});
