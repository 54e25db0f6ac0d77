import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { MAX_LOGO_BYTES } from '@stationhouse/platform-api/contract/assets/values';
import { expect, test } from 'vitest';
import { answered, listed } from '../api/test/answers.ts';
import { dialog, doing, find, isThere, press, until } from '../ui/test/draw.tsx';
import { LogoField } from './LogoField.tsx';
import {
  choose,
  drop,
  LIST,
  logo,
  ME,
  meWith,
  openUploads,
  sized,
  text,
  told,
} from './test/open-uploads.tsx';

const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const picture = () => find(HTMLImageElement, 'img');
const alarm = () => find(HTMLElement, '[role="alert"]').textContent;

test('uploads a chosen logo, and shows it from its URL', async () => {
  const page = await openUploads(<LogoField />);
  await choose([png('house.png')]);
  await until(() => expect(page.line).toHaveLength(1));
  const [sending] = page.line;
  expect(sending?.kind).toBe('logo');
  await doing(() => sending?.progress(50));
  expect(find(HTMLProgressElement, 'progress').value).toBe(0.5);
  page.answers[ME] = meWith(logo().url);
  page.answers[LIST] = listed([logo()]);
  await doing(() => sending?.answer(201, logo()));
  await until(() => expect(picture().src).toBe(logo().url));
  expect(picture().alt).toBe('Your station’s logo');
  expect(told()).toEqual(['house.png uploaded']);
  expect(isThere('Replace logo')).toBe(true);
});

test('refuses a logo over 2MB before sending it', async () => {
  const { line } = await openUploads(<LogoField />);
  await choose([sized(png('house.png'), MAX_LOGO_BYTES + 1)]);
  expect(alarm()).toBe('File too largeLogo must be under 2MBNot added: house.png');
  await choose([new File(['x'], 'house.svg', { type: 'image/svg+xml' })]);
  expect(alarm()).toBe('Invalid fileA picture must be a JPG, PNG or GIF imageNot added: house.svg');
  expect(line).toEqual([]);
  await choose([sized(png('house.png'), MAX_LOGO_BYTES)]);
  await until(() => expect(line).toHaveLength(1));
  expect(alarm()).toBe('');
});

test('takes the first of several dropped pictures', async () => {
  const { line } = await openUploads(<LogoField />);
  await drop([new File(['x'], 'notes.txt'), png('one.png'), png('two.png')]);
  await until(() => expect(line.map(({ file }) => file.name)).toEqual(['one.png']));
  expect(alarm()).toContain('notes.txt');
});

test.each([
  ['logo_too_large', 'file_too_large', 'File too large - Logo must be under 2MB'],
  ['not_a_picture', 'unsupported_media_type', 'Invalid file - A picture must be a JPG, PNG or GIF'],
  ['image_too_large', 'image_too_large', 'Image too large - This image has too many pixels'],
] as const)('shows the API’s refusal of a picture (%s)', async (name, code, words) => {
  const { line } = await openUploads(<LogoField />);
  await choose([png('house.png')]);
  await until(() => expect(line).toHaveLength(1));
  const { status, title, detail } = ERRORS[name];
  await doing(() => line[0]?.answer(status, { status, code, title, detail, request_id: 'r1' }));
  await until(() => expect(text()).toContain(words));
  await choose([png('smaller.png')]);
  await until(() => expect(line).toHaveLength(2));
  expect(text()).not.toContain(words);
  expect(text()).not.toContain('house.png');
});

test('a new logo replaces one that is being uploaded', async () => {
  const { line } = await openUploads(<LogoField />);
  await choose([png('one.png')]);
  await until(() => expect(line).toHaveLength(1));
  await choose([png('two.png')]);
  await until(() => expect(line).toHaveLength(2));
  expect(line[0]?.isAborted()).toBe(true);
  expect(document.querySelectorAll('progress')).toHaveLength(1);
});

test('removes a logo after confirmation', async () => {
  const page = await openUploads(<LogoField />, {
    [LIST]: listed([logo()]),
    [ME]: meWith(logo().url),
    'DELETE /v1/me/assets/l1': answered(null),
  });
  await press('Remove your logo');
  expect(dialog().textContent).toContain('Remove “your logo”?');
  page.answers[ME] = meWith(null);
  await press('Remove file');
  await until(() => expect(document.querySelector('img')).toBeNull());
  expect(isThere('Choose logo')).toBe(true);
  expect(isThere('Remove your logo')).toBe(false);
  await until(() => expect(document.activeElement?.textContent).toBe('Choose logo'));
});

test('shows the placeholder for a broken logo', async () => {
  await openUploads(<LogoField />, { [ME]: meWith(logo().url) });
  await until(() => expect(picture().src).toBe(logo().url));
  await doing(() => picture().dispatchEvent(new Event('error')));
  expect(picture().getAttribute('src')).toBe(BRAND.placeholder_cover);
});
