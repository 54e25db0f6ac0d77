import { expect, test } from 'vitest';
import { email } from './fields.ts';

/** The example pattern of the HTML standard for `<input type=email>`. */
const BROWSERS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

test.each([...".!#$%&'*+/=?^_`{|}~-"].map((mark) => `b${mark}b@hotel.example`))(
  'the email address %s is taken, as browsers take it',
  (address) => {
    expect(BROWSERS.test(address)).toBe(true);
    expect(email.parse(address)).toBe(address);
  },
);

test.each([
  // Providers in Japan have given out such addresses.
  ['ada..b@example.com', 'ada..b@example.com'],
  ['.ada.@example.com', '.ada.@example.com'],
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ada@a.museum', 'ada@a.museum'],
  ['ada@9.a-b.c9', 'ada@9.a-b.c9'],
  // Top-level domains of other scripts.
  ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@例え.テスト', 'info@xn--r8jz45g.xn--zckzah'],
  ['info@müller.example', 'info@xn--mller-kva.example'],
  ['Info@MÜLLER.Example', 'info@xn--mller-kva.example'],
  // The same letter in two characters, and the full stop of Chinese and Japanese.
  ['info@mu\u0308ller\u3002example', 'info@xn--mller-kva.example'],
  ['info@faß.example', 'info@xn--fa-hia.example'],
])('the email address %s becomes %s', (sent, kept) => {
  expect(email.parse(sent)).toBe(kept);
  expect(BROWSERS.test(kept)).toBe(true);
  expect(email.parse(kept)).toBe(kept);
});

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@müller',
  'ada@127.0.0.1',
  'ada@１２７.0.0.1',
  'ada@-a.example',
  `ada@${'a'.repeat(64)}.example`,
  'ada@ü..example',
  'ada@ü/x.example',
  'ada@ü.example:25',
  'ada@ü_b.example',
  'jürgen@example.com',
  '\u212a@example.com',
  'a b@example.com',
  'a"b@example.com',
  'ada@eve@ü.example',
  '=?utf-8?q?ada=40example.com?=@evil.example',
  `${'a'.repeat(243)}@ü.example`,
])('the email address %j is refused', (address) => {
  expect(email.safeParse(address).success).toBe(false);
});
