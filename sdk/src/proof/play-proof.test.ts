// @vitest-environment node
import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { PlayProof as Schema } from '@stationhouse/platform-api/contract/proof/schemas';
import { proofOf } from '../../test/sign-proofs.ts';
import { faultOfProof, type PlayProof } from './play-proof.ts';

test('the type of a proof is that of the contract', () => {
  expectTypeOf<PlayProof>().toEqualTypeOf<z.infer<typeof Schema>>();
});

/** The paths of every value in a proof. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...path, name]));
  return [path, ...inner];
}

const WRONG: unknown[] = [
  null,
  undefined,
  '',
  'a text',
  'offline',
  'playing',
  'announcement',
  0,
  1,
  -1,
  0.5,
  1e21,
  true,
  [],
  {},
  '2026-10-01',
  '2026-02-30',
  '2026-10-01T10:00:00.000Z',
  '2026-10-01T10:00:00Z',
  '2026-10-01T25:00:00.000Z',
  '2026-10-01T10:00:00+01:00',
  'https://radio.example',
  '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a1',
  '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a99',
  'A'.repeat(43),
];

test('the check by hand accepts and refuses the same values as the contract’s schema', () => {
  const paths = pathsOf(proofOf()).filter((path) => path.length > 0);
  /** Rules that only the check by hand has, since pages rely on them. */
  const isStricter = (path: (string | number)[]) =>
    ['previous', 'airing', 'airings', 'number'].includes(String(path.at(-1)));
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.constantFrom(...WRONG), (path, value) => {
      const content: unknown = structuredClone(proofOf());
      const parent = path.slice(0, -1).reduce((at, name) => (at as never)[name], content as object);
      Object.assign(parent, { [path.at(-1) ?? '']: value });
      const read = JSON.parse(JSON.stringify(content)) as unknown;
      const isRight = faultOfProof(read) === null;
      if (isStricter(path) && !isRight) return;
      expect([path, value, isRight]).toEqual([path, value, Schema.safeParse(read).success]);
    }),
    { numRuns: 3_000, seed: 20 },
  );
});

test('the fault names the part that is wrong', () => {
  const content = proofOf();
  expect(faultOfProof(content)).toBeNull();
  expect(faultOfProof({ ...content, airings: [{ ...content.airings[0], due_at: 'soon' }] })).toBe(
    'airings.0.due_at',
  );
  expect(faultOfProof({ ...content, paid: true })).toBe('paid');
});
