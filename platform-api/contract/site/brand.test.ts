import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LOGO } from './brand.ts';

const root = new URL('../../../', import.meta.url);

test.each([
  'portal/src/ui/icon.svg',
  'player-shell/src/lamp-on.svg',
  'player-shell/src/lamp-off.svg',
])('%s draws the house of the logo', async (file) => {
  expect(await readFile(new URL(file, root), 'utf8')).toContain(`d="${LOGO.house}"`);
});
