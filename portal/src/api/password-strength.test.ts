import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['short', 0],
  ['x'.repeat(129), 0],
  ['password1', 1],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['harbour7', 1],
  ['harbour light', 2],
  ['a long walk by the sea', 3],
  ['海辺の長い散歩、朝の光とコーヒー', 3],
])('rates %j with %d bars', (password, bars) => {
  expect(passwordStrength(password).bars).toBe(bars);
});
