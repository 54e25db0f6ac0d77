import { describe, expect, test } from 'vitest';
import { card, CARDS, visitSandbox } from '../../../test/sandbox-pages.ts';

const BACK = 'http://shop.example/members?payment=success';

describe('the hosted checkout', () => {
  test('says who sells, what is bought, the VAT, what is due today and what comes every month', async () => {
    const { get, order } = await visitSandbox();
    const { checkout } = await order();
    const { status, words, html } = await get(checkout);
    expect(status).toBe(200);
    expect(words).toContain('Payment sandbox: no money moves.');
    expect(words).toContain('Sold by Stationhouse Radio Ltd');
    expect(words).toContain('€299.00');
    expect(words).toContain('€349.00');
    expect(words).toContain('VAT 20% €129.60');
    expect(words).toContain('Total due today €777.60');
    expect(words).toContain('Then €358.80 per month incl. VAT');
    expect(words).toContain('ada@counting-house.example');
    expect(words).toContain('Pay €777.60');
    expect(html).toContain('href="http://shop.example/members?payment=canceled"');
    for (const number of Object.values(CARDS)) expect(words).toContain(number);
  });

  test('asks for a card in words that browsers and phones know', async () => {
    const { get, order } = await visitSandbox();
    const { html } = await get((await order()).checkout);
    for (const what of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name']) {
      expect(html).toMatch(new RegExp(`<input [^>]*autoComplete="${what}"`, 'i'));
    }
    for (const name of ['number', 'expiry', 'cvc', 'name']) {
      expect(html).toContain(`<label for="${name}">`);
    }
    expect(html.match(/inputMode="numeric"/gi)).toHaveLength(3);
  });

  test('leads back to the shop once it is paid', async () => {
    const { acts, press, order } = await visitSandbox();
    const { checkout, id } = await order();
    const { status, location } = await press(checkout, card(CARDS.pays));
    expect(status).toBe(303);
    expect(location).toMatch(BACK);
    expect(acts.checkout(id)?.status).toBe('complete');
  });

  test('takes the money once, however often the button is pressed', async () => {
    const { acts, press, order } = await visitSandbox();
    const { checkout } = await order();
    const pressed = [1, 2, 3, 4, 5].map(() => press(checkout, card(CARDS.pays)));
    for (const { status, location } of await Promise.all(pressed)) {
      expect([status, location]).toEqual([303, expect.stringContaining(BACK)]);
    }
    expect(acts.charges()).toHaveLength(1);
  });

  test('says that a card was declined, keeps what was typed but the security code, and can be paid then', async () => {
    const { press, order } = await visitSandbox();
    const { checkout } = await order();
    const { status, alert, html } = await press(checkout, card(CARDS.declined));
    expect(status).toBe(402);
    expect(alert).toContain('declined');
    expect(alert).toContain('Nothing was taken.');
    expect(html).toContain(`value="${CARDS.declined}"`);
    expect(html).toContain('value="12 / 34"');
    expect(html).toContain('value="Ada Lovelace"');
    expect(html).toMatch(/<input id="cvc"[^>]*value=""/);
    expect((await press(checkout, card(CARDS.pays))).location).toMatch(BACK);
  });

  test('says at the field what is wrong with it', async () => {
    const { acts, press, order } = await visitSandbox();
    const { checkout, id } = await order();
    const { status, alert, html } = await press(checkout, card('4242'));
    expect(status).toBe(422);
    expect(alert).toContain('card number');
    expect(html).toMatch(/<input id="number"[^>]*aria-invalid="true"[^>]*value="4242"/);
    expect(html).toContain('<p class="fault" id="number-fault" role="alert">');
    expect(acts.checkout(id)?.status).toBe('open');
  });

  test('that is paid says so and leads back; one that expired leads back to the offer', async () => {
    const { acts, get, press, order } = await visitSandbox();
    const paid = await order();
    await press(paid.checkout, card(CARDS.pays));
    const first = await get(paid.checkout);
    expect([first.status, first.words]).toEqual([200, expect.stringContaining('This is paid')]);
    expect(first.html).toContain(`href="${BACK}`);
    expect(first.html).not.toContain('<form');

    const late = await order();
    acts.expireCheckout(late.id);
    const second = await get(late.checkout);
    expect([second.status, second.words]).toEqual([410, expect.stringContaining('has expired')]);
    expect(second.html).toContain('href="http://shop.example/members?payment=canceled"');
    // The form was open in a tab meanwhile.
    expect((await press(late.checkout, card(CARDS.pays))).location).toBe(late.checkout);
    expect(acts.charges()).toHaveLength(1);
  });

  test('knows no session that is not there', async () => {
    const { get, press } = await visitSandbox();
    for (const path of ['/c/pay/cs_test_nothing', '/c/pay/cs_test_nothing/bank/00ff']) {
      expect((await get(path)).status).toBe(404);
      expect((await press(path, card(CARDS.pays))).status).toBe(404);
    }
  });
});

describe("the bank's question (3-D Secure)", () => {
  async function asked() {
    const visit = await visitSandbox();
    const order = await visit.order();
    const typed = card(CARDS.asksBank, { expiry: '11 / 33', name: 'Grace Hopper' });
    const { location } = await visit.press(order.checkout, typed);
    return { ...visit, ...order, question: location ?? '' };
  }

  test('is asked on a page that holds nothing of the card, nor does its address', async () => {
    const { get, checkout, question } = await asked();
    const { words, html } = await get(question);
    expect(words).toContain('Your bank asks: is this you?');
    expect(words).toContain('€777.60');
    // The id of the question is random, and might hold any digits.
    const page = html.replaceAll(question, '');
    for (const secret of ['3155', '11 / 33', 'Grace']) expect(page).not.toContain(secret);
    expect(question).toMatch(new RegExp(`^${checkout}/bank/[0-9a-f]{32}$`));
  });

  test('approved, it pays and leads back, and a second press leads to the same place', async () => {
    const { acts, press, question } = await asked();
    const both = [press(question, { answer: 'approve' }), press(question, { answer: 'approve' })];
    for (const { status, location } of await Promise.all(both)) {
      expect([status, location]).toEqual([303, expect.stringContaining(BACK)]);
    }
    expect(acts.charges().filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });

  test("declined, it leads back to the form with Stripe's own sentence, and another card pays", async () => {
    const { acts, press, checkout, id, question } = await asked();
    const { status, alert, html } = await press(question, { answer: 'decline' });
    expect(status).toBe(402);
    expect(alert).toContain(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    );
    expect(html).toContain(`action="${checkout}"`);
    expect(html).toContain(`value="${CARDS.asksBank}"`);
    expect(acts.checkout(id)?.status).toBe('open');
    // It was answered: approving it afterwards does nothing.
    expect((await press(question, { answer: 'approve' })).location).toBe(checkout);
    expect(acts.checkout(id)?.status).toBe('open');
    expect((await press(checkout, card(CARDS.pays))).location).toMatch(BACK);
  });

  test('pays no other checkout than the one it was asked for', async () => {
    const { acts, get, press, order, id, question } = await asked();
    const other = await order();
    const elsewhere = question.replace(id, other.id);
    expect((await get(elsewhere)).location).toBe(other.checkout);
    expect((await press(elsewhere, { answer: 'approve' })).location).toBe(other.checkout);
    expect(acts.checkout(other.id)?.status).toBe('open');
  });
});
