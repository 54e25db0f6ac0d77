import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { card, CARDS, visitSandbox } from '../../../test/sandbox-pages.ts';

/** The words of a PDF as pdfkit writes them: text in hexadecimal, in deflated streams. */
function wordsOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\n(.*?)\nendstream/gs)].map(([, body = '']) =>
    inflateSync(Buffer.from(body, 'latin1')).toString('latin1'),
  );
  const lines = [...streams.join('\n').matchAll(/\[(.*?)\] TJ/g)].map(([, line = '']) =>
    [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join(''),
  );
  const latin = lines.map((hex) => Buffer.from(hex, 'hex').toString('latin1')).join(' ');
  // Where WinAnsi is not Latin-1, as far as these tests look.
  return latin.replaceAll('\x80', '€').replaceAll('\x93', '“').replaceAll('\x94', '”');
}

describe('an invoice of the sandbox', () => {
  test('shows who owes what to whom, and that it is not real', async () => {
    const { get, buy } = await visitSandbox();
    const { invoice } = await buy();
    const { words, html } = await get(invoice);
    expect(words).toContain('Payment sandbox: not a real invoice');
    expect(words).toContain('From Stationhouse Radio Ltd');
    expect(words).toContain('The Counting House');
    expect(words).toContain('10115 Berlin Germany VAT number DE136695976');
    expect(words).toContain('VAT 20% €129.60 Total €777.60');
    expect(words).toMatch(/Paid on \d+ \w+ 20\d\d/);
    expect(html).toContain(`href="${invoice}/pdf"`);
    expect(html).not.toContain('<form');
  });

  test('is downloaded as a PDF that carries all of it', async () => {
    const { acts, url, buy } = await visitSandbox();
    const { invoice } = await buy();
    const response = await fetch(`${url}${invoice}/pdf`);
    const number = acts.invoices()[0]?.number;
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="invoice-${number}.pdf"`,
    );
    const words = wordsOf(Buffer.from(await response.arrayBuffer()));
    for (const said of [
      'Payment sandbox: not a real invoice',
      `Invoice ${number}`,
      'Stationhouse Radio Ltd',
      'Company number',
      'The Counting House',
      'Lampenstraße 12',
      '10115 Berlin',
      'Germany',
      'VAT number DE136695976',
      '€299.00',
      '€349.00',
      'VAT 20%',
      '€129.60',
      '€777.60',
      'Paid on',
    ]) {
      expect(words).toContain(said);
    }
  });

  test('is readable for a customer whose letters the font lacks', async () => {
    const { url, buy } = await visitSandbox();
    const { invoice } = await buy('Čajovna 東 “Na rohu”');
    const response = await fetch(`${url}${invoice}/pdf`);
    expect(wordsOf(Buffer.from(await response.arrayBuffer()))).toContain('Cajovna ? “Na rohu”');
  });

  test('that is open is paid with a card, after a declined one', async () => {
    const { acts, get, press, buy } = await visitSandbox();
    const { customer } = await buy();
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    const open = acts.invoices().find(({ status }) => status === 'open');
    const path = `/i/${open?.id}`;
    expect((await get(path)).words).toContain('Pay €358.80');
    const refused = await press(path, card(CARDS.declined));
    expect([refused.status, refused.alert]).toEqual([
      402,
      expect.stringContaining('Nothing was taken.'),
    ]);
    expect(refused.html).toMatch(/<input id="cvc"[^>]*value=""/);

    expect((await press(path, card(CARDS.pays))).location).toBe(path);
    // Pressed again, it does nothing more.
    expect((await press(path, card(CARDS.pays))).location).toBe(path);
    const paid = await get(path);
    expect(paid.words).toContain('Paid');
    expect(paid.html).not.toContain('<form');
  });

  test('that the bank asks about is paid once the bank is answered', async () => {
    const { acts, get, press, buy } = await visitSandbox();
    const { customer } = await buy();
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    const path = `/i/${acts.invoices()[0]?.id}`;
    const asked = await press(path, card(CARDS.asksBank));
    expect(asked.location).toMatch(new RegExp(`^${path}/bank/`));
    expect((await get(asked.location ?? '')).words).toContain('would like to take €358.80');
    const declined = await press(asked.location ?? '', { answer: 'decline' });
    expect(declined.alert).toContain('We are unable to authenticate your payment method.');
    expect(declined.html).toContain(`value="${CARDS.asksBank}"`);

    const again = await press(path, card(CARDS.asksBank));
    expect((await press(again.location ?? '', { answer: 'approve' })).location).toBe(path);
    expect(acts.invoices()[0]?.status).toBe('paid');
    // The answer is given: the question leads to the invoice.
    expect((await get(again.location ?? '')).location).toBe(path);
  });

  test('that is not there is not found', async () => {
    const { get, press } = await visitSandbox();
    expect((await get('/i/in_nothing')).status).toBe(404);
    expect((await get('/i/in_nothing/pdf')).status).toBe(404);
    expect((await get('/i/in_nothing/bank/00ff')).status).toBe(404);
    expect((await press('/i/in_nothing/bank/00ff')).status).toBe(404);
    expect((await press('/i/in_nothing', card(CARDS.pays))).status).toBe(404);
  });
});
