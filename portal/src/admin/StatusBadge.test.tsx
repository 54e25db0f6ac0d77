// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { draw } from '../ui/test/draw.tsx';
import { StatusBadge } from './StatusBadge.tsx';

test.each([
  ['active', 'Live'],
  ['live', 'Live'],
  ['setup_pending', 'In Progress'],
  ['payment_pending', 'Payment Pending'],
  ['inactive', 'Inactive'],
  ['suspended', 'Inactive'],
  ['toString', 'Inactive'],
  [null, 'No station'],
])('a station that is %s is called %s', async (status, word) => {
  const { place } = await draw(<StatusBadge status={status} />);
  expect(place.textContent).toBe(word);
});

test('‘active’ and ‘live’ look the same', async () => {
  const { place } = await draw(<StatusBadge status="active" />);
  const { innerHTML } = place;
  const { place: other } = await draw(<StatusBadge status="live" />);
  expect(other.innerHTML).toBe(innerHTML);
});
