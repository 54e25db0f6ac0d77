import { expect, test } from 'vitest';
import { formatAmount, formatMoney } from './Money.tsx';

test.each([
  [149_00, 'eur', '€149'],
  [179_40, 'EUR', '€179.40'],
  [1_537_60, 'eur', '€1,537.60'],
  [0, 'eur', '€0'],
  [-20_05, 'eur', '-€20.05'],
  [149_00, 'gbp', '£149'],
])('formats %d cents of %s as %s', (cents, currency, text) => {
  expect(formatMoney(cents, currency)).toBe(text);
});

test('amounts in a column always show their cents', () => {
  expect([349_00, 129_60, 0].map((cents) => formatAmount(cents, 'eur'))).toEqual([
    '€349.00',
    '€129.60',
    '€0.00',
  ]);
});
