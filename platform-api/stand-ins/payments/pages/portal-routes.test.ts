import { describe, expect, test } from 'vitest';
import { card, CARDS, visitSandbox } from '../../../test/sandbox-pages.ts';

/** The form's address whose button says this. */
function formOf(html: string, button: string): string {
  const forms = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const found = forms.find(([, , inner = '']) => inner.includes(button));
  return found?.[1] ?? `there is no form '${button}'`;
}

const linkOf = (html: string, words: string): string =>
  new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${words}</a>`).exec(html)?.[1] ?? `no link '${words}'`;

async function subscribed() {
  const visit = await visitSandbox();
  return { ...visit, ...(await visit.buy()) };
}

describe('the customer portal', () => {
  test('shows the subscription, its price, the card, the invoices and the way back', async () => {
    const { get, portal } = await subscribed();
    const { words, html } = await get(portal);
    expect(words).toContain('Professional Active €358.80 per month incl. VAT');
    expect(words).toMatch(/Next payment on \d+ \w+ 20\d\d/);
    expect(words).toMatch(/visa •••• 4242/i);
    expect(words).toMatch(/€777\.60 Paid PDF/);
    expect(html).toMatch(/href="\/i\/in_\w+\/pdf"/);
    expect(linkOf(html, 'Return to Stationhouse')).toBe('http://shop.example/members');
    expect(words).not.toContain('Pay now');
  });

  test('cancels only after asking, says until when it runs, and resumes', async () => {
    const { acts, get, press, portal } = await subscribed();
    const asking = linkOf((await get(portal)).html, 'Cancel subscription');
    const question = await get(asking);
    const [, until] = /It runs until (\d+ \w+ 20\d\d)/.exec(question.words) ?? [];
    expect(until).toBeDefined();
    expect(acts.subscriptions()[0]?.cancel_at_period_end).toBe(false);

    const { location } = await press(formOf(question.html, 'Cancel subscription'));
    const after = await get(location ?? '');
    expect(after.words).toContain('Your subscription is cancelled.');
    expect(after.words).toContain(`Runs until ${until}`);
    expect(after.words).not.toContain('Cancel subscription');

    const back = await press(formOf(after.html, 'Resume subscription'));
    expect((await get(back.location ?? '')).words).toContain('Next payment on');
    expect(acts.subscriptions()[0]?.cancel_at_period_end).toBe(false);
  });

  test('changes the card, and says why where it cannot', async () => {
    const { get, press, portal } = await subscribed();
    const form = linkOf((await get(portal)).html, 'Change card');
    const refused = await press(form, card(CARDS.declined));
    expect(refused.status).toBe(402);
    expect(refused.alert).toContain('declined');
    expect(refused.html).toContain(`value="${CARDS.declined}"`);
    expect(refused.html).toMatch(/<input id="cvc"[^>]*value=""/);

    const { location } = await press(form, card('5555 5555 5555 4444'));
    const { words } = await get(location ?? '');
    expect(words).toContain('Your new card is saved.');
    expect(words).toContain('•••• 4444');
  });

  test('pays an open invoice once the card is changed, and says why before', async () => {
    const { acts, get, press, portal, customer } = await subscribed();
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    const open = await get(portal);
    expect(open.words).toContain('To be paid Pay now PDF');
    const pay = formOf(open.html, 'Pay now');
    const refused = await press(pay);
    expect(refused.status).toBe(402);
    expect(refused.alert).toContain('Change your card, then pay again.');

    await press(`${portal}/card`, card(CARDS.pays));
    // Saving a card may be enough for the provider to try again.
    await press(pay);
    expect((await get(portal)).words).not.toContain('To be paid');
    expect(acts.invoices().map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  test('lets the bank ask about the card on file before an open invoice is paid with it', async () => {
    const { acts, get, press, portal, customer } = await subscribed();
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    const pay = formOf((await get(portal)).html, 'Pay now');
    await press(`${portal}/card`, card('4000 0027 6000 3184'));
    const { location } = await press(pay);
    const question = await get(location ?? '');
    expect(question.words).toContain('Your bank asks: is this you?');
    const declined = await press(location ?? '', { answer: 'decline' });
    expect(declined.alert).toContain('We are unable to authenticate your payment method.');

    const again = await press(pay);
    await press(again.location ?? '', { answer: 'approve' });
    expect(acts.invoices()[0]?.status).toBe('paid');
  });

  test('touches nothing of another customer', async () => {
    const { acts, buy, get, press, portal } = await subscribed();
    const [own] = acts.subscriptions();
    await buy('Another House');
    const [theirs] = acts.subscriptions();
    expect(theirs?.id).not.toBe(own?.id);
    for (const act of ['cancel', 'resume']) {
      expect((await press(`${portal}/subscriptions/${theirs?.id}/${act}`)).status).toBe(404);
    }
    expect((await get(`${portal}/subscriptions/${theirs?.id}/cancel`)).status).toBe(404);
    const [invoice] = acts.invoices();
    expect((await press(`${portal}/invoices/${invoice?.id}/pay`)).status).toBe(404);
    expect(theirs?.cancel_at_period_end).toBe(false);
    expect((await get(portal)).words).not.toContain(invoice?.number);
  });

  test('knows no session that is not there', async () => {
    const { get, press } = await visitSandbox();
    for (const rest of ['', '/card', '/subscriptions/sub_1/cancel']) {
      expect((await get(`/p/session/bps_nothing${rest}`)).status).toBe(404);
    }
    expect((await press('/p/session/bps_nothing/card', card(CARDS.pays))).status).toBe(404);
    expect((await press('/p/session/bps_nothing/invoices/in_1/pay')).status).toBe(404);
  });
});
