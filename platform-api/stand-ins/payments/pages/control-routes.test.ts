import { describe, expect, test } from 'vitest';
import { visitSandbox } from '../../../test/sandbox-pages.ts';

const DAY_SECONDS = 86_400;

describe('the control page', () => {
  test('says that nobody has bought anything yet', async () => {
    const { get } = await visitSandbox();
    const { words } = await get('/');
    expect(words).toContain('Nobody yet.');
    expect(words).toContain('No card was charged yet.');
    expect(words).toContain('Nothing has happened yet.');
  });

  test('shows the time, customers with what they bought, charges and events', async () => {
    const { get, buy } = await visitSandbox();
    await buy();
    const { words } = await get('/');
    expect(words).toMatch(/Time in the sandbox \d+ \w+ 20\d\d, \d\d:\d\d:\d\d UTC/);
    expect(words).toContain('The Counting House');
    expect(words).toMatch(/Professional , €358\.80 per month Next payment on .* Active/);
    expect(words).toContain('€777.60 from The Counting House');
    expect(words).toContain('checkout.session.completed');
  });

  test('moves the clock on by a day, a week or a month, and by nothing else', async () => {
    const { acts, get, press } = await visitSandbox();
    const start = acts.time();
    await press('/control/clock', { by: 'day' });
    expect(Math.round((acts.time() - start) / DAY_SECONDS)).toBe(1);
    await press('/control/clock', { by: 'week' });
    expect(Math.round((acts.time() - start) / DAY_SECONDS)).toBe(8);
    const { status, location } = await press('/control/clock', { by: 'month' });
    expect([status, location]).toEqual([303, '/?done=moved']);
    expect(Math.round((acts.time() - start) / DAY_SECONDS)).toBeGreaterThanOrEqual(36);
    expect((await get('/?done=moved')).words).toContain('The sandbox has moved on.');

    const before = acts.time();
    for (const by of ['century', 'constructor', '']) {
      expect((await press('/control/clock', { by })).status).toBe(404);
    }
    expect(acts.time() - before).toBeLessThan(DAY_SECONDS);
  });

  test('lets the next payment of a customer fail', async () => {
    const { acts, get, press, buy } = await visitSandbox();
    const { customer } = await buy();
    const { location } = await press(`/control/customers/${customer}/break-card`);
    expect((await get(location ?? '')).words).toContain('fail until the card is changed');
    await press('/control/clock', { by: 'month' });
    expect(acts.subscriptions()[0]?.status).toBe('past_due');
    expect((await get('/')).words).toContain('Payment due');
  });

  test('ends a subscription at once', async () => {
    const { acts, get, press, buy } = await visitSandbox();
    await buy();
    const path = `/control/subscriptions/${acts.subscriptions()[0]?.id}/end`;
    await press(path);
    expect(acts.subscriptions()[0]?.status).toBe('canceled');
    expect((await get('/')).html).not.toContain('End subscription now');
    // The page was open in another tab.
    expect((await press(path)).location).toBe('/?done=late');
  });

  test.each([
    ['refund', 'refunded', 'Refunded'],
    ['dispute', 'disputed', 'Disputed'],
  ] as const)('lets a charge meet a %s, once', async (act, field, word) => {
    const { acts, get, press, buy } = await visitSandbox();
    await buy();
    const path = `/control/charges/${acts.charges()[0]?.id}/${act}`;
    expect((await press(path)).location).toBe(`/?done=${field}`);
    expect(acts.charges()[0]?.[field]).toBe(true);
    const { words, html } = await get('/');
    expect(words).toContain(word);
    expect(html).not.toContain(path);
    expect((await press(path)).location).toBe('/?done=late');
  });

  test('knows only what there is', async () => {
    const { press } = await visitSandbox();
    for (const path of [
      '/control/customers/cus_nothing/break-card',
      '/control/subscriptions/sub_nothing/end',
      '/control/charges/ch_nothing/refund',
      '/control/charges/ch_nothing/dispute',
    ]) {
      expect((await press(path)).status).toBe(404);
    }
  });
});
