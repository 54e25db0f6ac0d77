import { describe, expect, test } from 'vitest';
import { BRAND } from '../../contract/brand.ts';
import { alreadyRegistered } from './already-registered.tsx';
import { confirmEmail } from './confirm-email.tsx';
import { confirmNewEmail } from './confirm-new-email.tsx';
import { emailChanged } from './email-changed.tsx';
import { passwordChanged } from './password-changed.tsx';
import { renderMessage, type RenderedMessage } from './render-message.ts';
import { resetPassword } from './reset-password.tsx';
import { signInCode } from './sign-in-code.tsx';

const publicUrl = 'https://radio.example.com';
const code = '048392';
const link = `${publicUrl}/#type=otp&token=Zm9vYmFyYmF6cXV4`;
const newEmail = 'ada@new.example';

interface Written {
  name: string;
  link: string;
  letter: RenderedMessage;
}

const withCodes: Written[] = [
  { name: 'sign-in-code', link, letter: await renderMessage(signInCode, { code, link }) },
  { name: 'confirm-email', link, letter: await renderMessage(confirmEmail, { code, link }) },
  { name: 'confirm-new-email', link, letter: await renderMessage(confirmNewEmail, { code, link }) },
];
const messages: Written[] = [
  ...withCodes,
  { name: 'reset-password', link, letter: await renderMessage(resetPassword, { link }) },
  {
    name: 'password-changed',
    link: `${publicUrl}/auth`,
    letter: await renderMessage(passwordChanged, { publicUrl }),
  },
  {
    name: 'email-changed',
    link: `${publicUrl}/contact`,
    letter: await renderMessage(emailChanged, { newEmail, publicUrl }),
  },
  {
    name: 'already-registered',
    link: `${publicUrl}/auth`,
    letter: await renderMessage(alreadyRegistered, { publicUrl }),
  },
];

const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe.each(messages)('$name', ({ letter, link }) => {
  test('its HTML and its text hold one and the same link', () => {
    expect(new Set(linksOf(letter.html))).toEqual(new Set([link]));
    expect(letter.text.split('\n')).toContain(link);
    expect(letter.text.match(/https?:\/\/\S+/g)).toEqual([link]);
  });

  test('its subject fits on a phone, names us and does not shout', () => {
    expect(letter.subject.length).toBeLessThanOrEqual(60);
    expect(letter.subject).toContain(BRAND.name);
    expect(letter.subject + letter.text).not.toContain('!');
  });

  test('it loads nothing from anywhere', () => {
    const html = letter.html.replace(/^<!DOCTYPE[^>]*>/, '');
    expect(html).not.toMatch(/\ssrc=|\ssrcset=|\sbackground=|url\(|@import|<link|<script|<img/i);
    expect(new Set(html.match(/https?:\/\/[^\s"<]+/g)?.map((url) => new URL(url).origin))).toEqual(
      new Set([publicUrl]),
    );
  });

  test('nothing in it was left unsaid', () => {
    expect(letter.html + letter.text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(letter.text).toMatch(/[dD]idn’t|wasn’t/);
    expect(letter.html).toContain('prefers-color-scheme: dark');
  });
});

describe.each(withCodes)('$name', ({ letter }) => {
  test('the code stands on a line of its own, and says how long it lives', () => {
    expect(letter.text.split('\n')).toContain(code);
    expect(letter.html).toContain(`>${code}<`);
    expect(letter.text).toContain('10 minutes');
    expect(letter.subject).not.toContain(code);
  });
});

test('a confirmation says how long its link lives, a reset too', () => {
  const textOf = (name: string) => messages.find((message) => message.name === name)?.letter.text;
  expect(textOf('confirm-email')).toContain('The link works for 24 hours');
  expect(textOf('confirm-new-email')).toContain('The link works for 24 hours');
  expect(textOf('reset-password')).toContain('The link works once, for 1 hour.');
});

test('the old address is told the new one, and what is in it stays text', async () => {
  const hostile = '<img src=x>"&@evil.example';
  const letter = await renderMessage(emailChanged, { newEmail: hostile, publicUrl });
  expect(letter.html).not.toContain('<img');
  expect(letter.text).toContain(hostile);
});
