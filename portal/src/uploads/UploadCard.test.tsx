import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { MAX_AUDIO_BYTES } from '@stationhouse/platform-api/contract/assets/values';
import { expect, test } from 'vitest';
import { answered, listed, refused } from '../api/test/answers.ts';
import { dialog, doing, find, press, pressable, until } from '../ui/test/draw.tsx';
import {
  asset,
  logo,
  choose,
  drop,
  LIST,
  mp3,
  openUploads,
  sized,
  text,
  told,
} from './test/open-uploads.tsx';
import type { Sending } from './test/stand-in-line.ts';
import { lookAgainWhilePreparing } from './upload-target.ts';
import { UploadCard } from './UploadCard.tsx';

const radioIds = <UploadCard kind="radio_id" packageName="Starter" />;
const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent);
const bars = () => [...document.querySelectorAll('progress')].map((bar) => bar.value);
const alarm = () =>
  [...document.querySelectorAll('[role="alert"]')].map((each) => each.textContent);

/** A problem answer of the API. */
const problem = ({ status, title, detail }: (typeof ERRORS)[keyof typeof ERRORS], code: string) =>
  [status, { status, code, title, detail, request_id: 'r1' }] as const;

const sent = (line: readonly Sending[]) => line.map(({ file }) => file.name);

async function toBeSent(line: readonly Sending[], count: number): Promise<void> {
  await until(() => expect(line).toHaveLength(count));
}

/** A sent file. */
function at(line: readonly Sending[], place: number): Sending {
  const sending = line[place];
  if (!sending) throw new Error(`Only ${line.length} files were sent.`);
  return sending;
}

test('lists the files of its kind with length and size, oldest first', async () => {
  await openUploads(radioIds, {
    [LIST]: listed([
      asset('Closing', { created_at: '2026-11-21T10:00:00.000Z' }),
      asset('Good morning'),
      asset('Offer', { kind: 'commercial' }),
    ]),
  });
  await until(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]).toBe('Good morning.mp30:00 / 0:10157 KB');
  expect(rows()[1]).toContain('Closing.mp3');
  expect(text()).toContain('2 of 3 radio IDs');
});

test('the list is read again as long as a file is getting ready', () => {
  const file = (state: 'getting_ready' | 'ready' | 'failed') =>
    asset('One', { preparation: { ...NOTHING, state } });
  expect(lookAgainWhilePreparing([file('ready'), file('getting_ready')])).toBeGreaterThan(0);
  expect(lookAgainWhilePreparing([file('ready'), file('failed'), logo()])).toBe(false);
  expect(lookAgainWhilePreparing(undefined)).toBe(false);
});

const NOTHING = { message: null, url: null, duration_seconds: null };
const AIRED = 'https://radio.example.com/storage/station-assets/u/Two.mp3?v=1&form=air';

test('says which files are getting ready for the air, which are ready, and what is wrong with others', async () => {
  const message = 'The file contains only silence.';
  await openUploads(radioIds, {
    [LIST]: listed([
      asset('One', { preparation: { ...NOTHING, state: 'getting_ready' } }),
      asset('Two', {
        preparation: { ...NOTHING, state: 'ready', url: AIRED, duration_seconds: 9.5 },
      }),
      asset('Three', { preparation: { ...NOTHING, state: 'failed', message } }),
    ]),
  });
  await until(() => expect(rows()).toHaveLength(3));
  const [one, two, three] = rows();
  expect(one).toContain('157 KB, getting ready');
  expect(two).toContain('0:00 / 0:09157 KB, ready');
  expect([...document.querySelectorAll('audio')].map(({ src }) => src)).toEqual([
    asset('One').url,
    AIRED,
    asset('Three').url,
  ]);
  expect(three).toContain(`It can’t air yet. ${message}`);
});

test.each([
  ['radio_id', 'Upload radio IDs', 'No radio IDs yet. You can upload 6.'],
  ['jingle', 'Upload jingles', 'No jingles yet. You can upload 6.'],
  [
    'commercial',
    'Upload commercial spots / announcements',
    'No commercial spots or announcements yet. You can upload 6.',
  ],
] as const)(
  'says how many files are allowed when there are none (%s)',
  async (kind, title, words) => {
    await openUploads(<UploadCard kind={kind} packageName="Professional" />);
    await until(() => expect(text()).toContain(words));
    expect(find(HTMLHeadingElement, 'h2').textContent).toBe(title);
  },
);

test('offers to retry when the list cannot be loaded', async () => {
  const page = await openUploads(radioIds, {
    [LIST]: refused(503, 'stripe_not_configured', 'Please try again later.'),
  });
  await until(() => expect(text()).toContain('Failed to load your files'));
  page.answers[LIST] = listed([asset('Good morning')]);
  await press('Try again');
  await until(() => expect(rows()).toHaveLength(1));
});

test('sends two files at once, with progress, and keeps their order', async () => {
  const { line } = await openUploads(radioIds);
  await choose([mp3('One.mp3'), mp3('Two.mp3'), mp3('Three.mp3')]);
  await toBeSent(line, 2);
  expect(line.map(({ kind }) => kind)).toEqual(['radio_id', 'radio_id']);
  await doing(() => {
    at(line, 0).progress(40);
    at(line, 1).progress(100);
  });
  expect(bars()).toEqual([0.4, 1, 0]);
  expect(rows()[0]).toContain('One.mp340%');
  expect(rows()[1]).toContain('Two.mp3Checking...');
  expect(rows()[2]).toContain('Three.mp3Waiting');
  expect(find(HTMLProgressElement, 'progress').getAttribute('aria-label')).toBe(
    'Uploading One.mp3',
  );
  expect(text()).toContain('0 of 3 uploaded');
  expect(told()).toEqual(['']);

  await doing(() => at(line, 1).answer(201, asset('Two')));
  await toBeSent(line, 3);
  await until(() => expect(text()).toContain('1 of 3 uploaded'));
  expect(told()).toEqual(['Two.mp3 uploaded']);
  expect(sent(line)).toEqual(['One.mp3', 'Two.mp3', 'Three.mp3']);
  await doing(() => {
    at(line, 0).answer(201, asset('One'));
    at(line, 2).answer(201, asset('Three'));
  });
  await until(() => expect(text()).toContain('3 of 3 radio IDs'));
  expect(bars()).toEqual([]);
  expect(text()).not.toContain('uploaded3 of');
  expect(new Set(line.map(({ key }) => key)).size).toBe(3);
});

test('uploads the valid files of a drop, and names the others', async () => {
  const { line } = await openUploads(radioIds);
  await drop([
    new File(['x'], 'cover.png', { type: 'image/png' }),
    mp3('Good morning.mp3'),
    new File(['x'], 'song.wav', { type: 'audio/wav' }),
    sized(mp3('Whole show.mp3'), MAX_AUDIO_BYTES + 1),
    sized(mp3('Just right.mp3'), MAX_AUDIO_BYTES),
  ]);
  await toBeSent(line, 2);
  expect(sent(line)).toEqual(['Good morning.mp3', 'Just right.mp3']);
  expect(alarm()).toEqual([
    'Invalid filesOnly MP3 files are allowedNot added: cover.png, song.wav' +
      `File too large${ERRORS.file_too_large.detail}Not added: Whole show.mp3`,
  ]);
  await choose([mp3('Closing.mp3')]);
  expect(alarm()).toEqual(['']);
});

test('names the files beyond the package, counting uploads in progress', async () => {
  const { line } = await openUploads(radioIds, { [LIST]: listed([asset('Good morning')]) });
  await until(() => expect(rows()).toHaveLength(1));
  await choose([mp3('Two.mp3'), mp3('Three.mp3'), mp3('Four.mp3')]);
  await toBeSent(line, 2);
  const words = 'Too many filesMaximum 3 files allowed for Starter package';
  expect(alarm()).toEqual([`${words}Not added: Four.mp3Added: Two.mp3, Three.mp3`]);
  await choose([mp3('Five.mp3')]);
  expect(alarm()).toEqual([`${words}Not added: Five.mp3`]);
  await press('Choose files for radio IDs');
  expect(alarm()).toEqual([words]);
  expect(sent(line)).toEqual(['Two.mp3', 'Three.mp3']);
  // A cancelled upload frees its slot.
  await press('Cancel Two.mp3');
  await choose([mp3('Six.mp3')]);
  await toBeSent(line, 3);
  expect(alarm()).toEqual(['']);
});

test.each([
  [
    'too_many_files',
    'too_many_files',
    'Too many files - Your package has no room for another file',
  ],
  ['quota_exceeded', 'quota_exceeded', 'Storage full - Your files can take up 500MB in total.'],
  ['no_station', 'no_station', 'No station yet - You have no station yet.'],
  ['rate_limited', 'rate_limited', 'Too many attempts - You have tried this too many times.'],
] as const)('keeps a refused file in the list, with the reason (%s)', async (name, code, words) => {
  const { line } = await openUploads(radioIds);
  await choose([mp3('Good morning.mp3')]);
  await toBeSent(line, 1);
  await doing(() => at(line, 0).answer(...problem(ERRORS[name], code)));
  await until(() => expect(rows()[0]).toContain(words));
  expect(told()).toEqual(['Good morning.mp3 could not be uploaded']);
  // A new key, since the API would repeat its refusal under the old one.
  await press('Retry Good morning.mp3');
  await toBeSent(line, 2);
  expect(at(line, 1).key).not.toBe(at(line, 0).key);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Cancel Good morning.mp3');
  await doing(() => at(line, 1).answer(201, asset('Good morning')));
  await until(() => expect(text()).toContain('1 of 3 radio IDs'));
  expect(rows()).toHaveLength(1);
});

test.each([
  ['not_an_mp3', 'unsupported_media_type', 'Invalid files - Only MP3 files are allowed'],
  ['file_too_large', 'file_too_large', 'File too large - MP3 files must be under 20MB'],
] as const)('offers no retry for an invalid file (%s)', async (name, code, words) => {
  const { line } = await openUploads(radioIds);
  await choose([mp3('Good morning.mp3')]);
  await toBeSent(line, 1);
  await doing(() => at(line, 0).answer(...problem(ERRORS[name], code)));
  await until(() => expect(rows()[0]).toContain(words));
  expect(rows()[0]).not.toContain('Retry');
  await press('Remove Good morning.mp3');
  expect(rows()).toEqual([]);
});

test('retries a lost upload under its idempotency key', async () => {
  const { line, ...page } = await openUploads(radioIds);
  await choose([mp3('Good morning.mp3')]);
  // The client tries three times.
  for (const time of [0, 1, 2]) {
    await toBeSent(line, time + 1);
    await doing(() => at(line, time).lose());
  }
  await until(() => expect(rows()[0]).toContain('No connection - We could not reach the server.'));
  // It had arrived, and the list has it.
  page.answers[LIST] = listed([asset('Good morning')]);
  await press('Retry Good morning.mp3');
  await toBeSent(line, 4);
  expect(new Set(line.map(({ key }) => key)).size).toBe(1);
  await doing(() => at(line, 3).answer(201, asset('Good morning')));
  await until(() => expect(bars()).toEqual([]));
  expect(rows()).toHaveLength(1);
  expect(text()).toContain('1 of 3 radio IDs');
});

test('a failed upload can be removed', async () => {
  const { line } = await openUploads(radioIds);
  await choose([mp3('Good morning.mp3')]);
  await toBeSent(line, 1);
  await doing(() => at(line, 0).answer(...problem(ERRORS.not_an_mp3, 'unsupported_media_type')));
  await press('Remove Good morning.mp3');
  await until(() => expect(rows()).toEqual([]));
  expect(document.activeElement?.textContent).toContain('No radio IDs yet');
});

test('a cancelled upload is aborted, frees its slot, and the list is read again', async () => {
  const { line, timesAsked } = await openUploads(radioIds);
  await choose([mp3('One.mp3'), mp3('Two.mp3'), mp3('Three.mp3')]);
  await toBeSent(line, 2);
  const before = timesAsked(LIST);
  await press('Cancel One.mp3');
  expect(at(line, 0).isAborted()).toBe(true);
  await toBeSent(line, 3);
  // It may have arrived before it was cancelled.
  await until(() => expect(timesAsked(LIST)).toBe(before + 1));
  expect(rows().join()).not.toContain('One.mp3');
  expect(document.activeElement?.textContent).toContain('No radio IDs yet');
  await press('Cancel Three.mp3');
  expect(at(line, 1).isAborted()).toBe(false);
});

test('tells a Starter member that commercial spots are not in the package', async () => {
  const page = await openUploads(<UploadCard kind="commercial" packageName="Starter" />);
  const words = {
    title: 'Feature not available',
    description:
      'Commercial spots are not available in your Starter package. Please upgrade to Professional or Enterprise.',
    kind: 'bad',
  };
  await press('Choose files for commercial spots or announcements');
  expect(page.toasts).toEqual([words]);
  await drop([mp3('Offer.mp3')]);
  await until(() => expect(page.toasts).toEqual([words, words]));
  expect(page.line).toEqual([]);
  expect(text()).toContain('Available with the Professional and Enterprise packages.');
  expect(pressable('Change your package').getAttribute('href')).toBe(
    '/members/billing?change=package',
  );
});

test('a station without a package has the limits of the smallest package', async () => {
  await openUploads(<UploadCard kind="radio_id" packageName={null} />);
  await until(() => expect(text()).toContain('No radio IDs yet. You can upload 3.'));
  await choose(['One.mp3', 'Two.mp3', 'Three.mp3', 'Four.mp3'].map(mp3));
  expect(alarm()).toEqual([
    'Too many filesMaximum 3 files allowed for Starter package' +
      'Not added: Four.mp3Added: One.mp3, Two.mp3, Three.mp3',
  ]);
});

test('removes a file after confirmation', async () => {
  const remove = 'DELETE /v1/me/assets/Closing';
  const page = await openUploads(radioIds, {
    [LIST]: listed([asset('Good morning'), asset('Closing')]),
    [remove]: refused(503, 'storage_unavailable', 'Please try again in a moment.'),
  });
  await press('Remove Closing.mp3');
  expect(dialog().textContent).toContain('Remove “Closing.mp3”?');
  expect(page.timesAsked(remove)).toBe(0);
  await press('Remove file');
  await until(() => expect(dialog().textContent).toContain('Failed to remove the file.'));
  expect(rows()).toHaveLength(2);
  page.answers[remove] = answered(null);
  await press('Remove file');
  await until(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toContain('Good morning.mp3');
  expect(page.toasts).toEqual([
    { title: 'File removed', description: 'Closing.mp3', kind: 'good' },
  ]);
  await until(() => expect(document.activeElement?.textContent).toContain('1 of 3 radio IDs'));
});

test('removes a file that is already gone', async () => {
  await openUploads(radioIds, {
    [LIST]: listed([asset('Closing')]),
    'DELETE /v1/me/assets/Closing': refused(404, 'not_found', 'There is nothing.'),
  });
  await press('Remove Closing.mp3');
  await press('Remove file');
  await until(() => expect(rows()).toEqual([]));
});

test('all lists of the same files show a new one', async () => {
  const both = (
    <>
      <section id="here">{radioIds}</section>
      <section id="there">{radioIds}</section>
    </>
  );
  const { line, timesAsked } = await openUploads(both);
  await until(() => expect(text()).toContain('No radio IDs yet'));
  await choose([mp3('Good morning.mp3')], '#here');
  await toBeSent(line, 1);
  const before = timesAsked(LIST);
  const there = () => find(HTMLElement, '#there').textContent;
  expect(there()).toContain('Good morning.mp30%');
  await doing(() => at(line, 0).answer(201, asset('Good morning')));
  await until(() => expect(there()).toContain('1 of 3 radio IDs'));
  expect(timesAsked(LIST)).toBe(before);
});

test('an upload continues without its card, and leaving the page asks for confirmation', async () => {
  const page = await openUploads(radioIds);
  const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(mayLeave()).toBe(true);
  await until(() => expect(text()).toContain('No radio IDs yet'));
  await choose([mp3('Good morning.mp3')]);
  await toBeSent(page.line, 1);
  expect(mayLeave()).toBe(false);
  await page.show(<p>Elsewhere</p>);
  expect(at(page.line, 0).isAborted()).toBe(false);
  await doing(() => at(page.line, 0).answer(201, asset('Good morning')));
  await until(() => expect(mayLeave()).toBe(true));
  page.answers[LIST] = listed([asset('Good morning')]);
  await page.show(radioIds);
  await until(() => expect(text()).toContain('1 of 3 radio IDs'));
});
