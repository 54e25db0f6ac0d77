import { expect, test, vi } from 'vitest';
import { forgetDrafts } from '../api/drafts.ts';
import { keepStation, readKeptStation } from '../api/kept-station.ts';
import { doing, find, until } from '../ui/test/draw.tsx';
import {
  dialog,
  field,
  isClosed,
  isThere,
  labelled,
  noWishes,
  openForm,
  press,
  scripts,
  submit,
  submitted,
  write,
} from './test/open-setup.tsx';

// Slow on a busy machine; nothing here depends on time.
vi.setConfig({ testTimeout: 30_000 });

const kept = () => localStorage.getItem('station-setup');
const name = () => field('station_name_request');

/** Opens the form, types into it, and leaves the page. */
async function typeAndLeave(options: Parameters<typeof openForm>[0] = {}): Promise<void> {
  const page = await openForm(options);
  await write(name(), 'The Tally Room');
  await write(labelled('Script 1'), 'You are in the Tally Room.');
  await doing(() => labelled('Female').click());
  await page.leave();
}

test('restores the draft after a reload, and says so', async () => {
  await typeAndLeave();
  await openForm();
  expect(dialog().textContent).toContain('Your draft has been restored');
  expect(name().value).toBe('The Tally Room');
  expect(scripts()).toEqual(['You are in the Tally Room.']);
  expect(labelled('Female')).toHaveProperty('checked', true);
});

test('keeps the input of a closed form', async () => {
  await openForm();
  expect(dialog().textContent).not.toContain('Your draft has been restored');
  await write(name(), 'The Tally Room');
  await press('Finish later');
  await until(() => expect(isClosed()).toBe(true));
  await press('Open setup form');
  await until(() => expect(name().value).toBe('The Tally Room'));
  expect(dialog().textContent).toContain('Your draft has been restored');
});

test('starting over restores the known values and deletes the draft', async () => {
  await typeAndLeave({ profile: submitted });
  await openForm({ profile: submitted });
  await press('Start over');
  expect(name().value).toBe('Counting House Radio');
  expect(scripts()).toEqual(submitted.radio_id_texts);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Music');
  expect(isThere('Start over')).toBe(false);
  expect(kept()).toBeNull();
});

test('keeps no draft when the input equals the known values', async () => {
  await openForm();
  await write(name(), 'The Tally Room');
  expect(kept()).toContain('The Tally Room');
  await write(name(), '');
  expect(kept()).toBeNull();
});

test('does not show the draft to another member', async () => {
  await typeAndLeave();
  await openForm({ profile: { user_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2aff' } });
  expect(name().value).toBe('');
  expect(dialog().textContent).not.toContain('Your draft has been restored');
});

test('a newer submission from elsewhere wins over the draft', async () => {
  await typeAndLeave();
  await openForm({ profile: submitted });
  expect(name().value).toBe('Counting House Radio');
  expect(dialog().textContent).not.toContain('Your draft has been restored');
});

test('deletes the draft on submission', async () => {
  await openForm();
  await write(name(), 'The Tally Room');
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(kept()).toBeNull();
});

test('warns of a submission from elsewhere, and keeps the input', async () => {
  const page = await openForm();
  await write(name(), 'The Tally Room');
  page.submitElsewhere({ station_name_request: 'Counting House Radio' });
  await page.askAgain();
  await until(() =>
    expect(dialog().textContent).toContain(
      'This form was submitted in another tab or on another device',
    ),
  );
  expect(name().value).toBe('The Tally Room');
});

test('drops the fields of a larger package from the draft', async () => {
  await typeAndLeave({ station: { package_name: 'Enterprise' } });
  const { sent } = await openForm({ station: { package_name: 'Starter' } });
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(sent).toEqual([
    {
      station_name_request: 'The Tally Room',
      voice_preference: 'female',
      radio_id_texts: ['You are in the Tally Room.'],
      radio_id_frequency: 10,
      music_wishes: noWishes,
      industry: null,
      hears_first: false,
    },
  ]);
});

test.each(['{"user_id":', '"text"', '{"user_id":"019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10"}', '7'])(
  'ignores the stored value %s',
  async (text) => {
    localStorage.setItem('station-setup', text);
    await openForm();
    expect(name().value).toBe('');
    expect(dialog().textContent).not.toContain('Your draft has been restored');
  },
);

test('works when storage is blocked', async () => {
  const forbidden = () => {
    throw new DOMException('Forbidden', 'SecurityError');
  };
  for (const way of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, way).mockImplementation(forbidden);
  }
  const { sent } = await openForm();
  await write(name(), 'The Tally Room');
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(sent).toHaveLength(1);
});

const MORGENROT = { name: 'Kaffeehaus Morgenrot', industry: 'hotel' } as const;
const industry = () => find(HTMLSelectElement, 'select[name="industry"]').value;

test('has the name and the kind of place that were kept on the front page, until it is submitted', async () => {
  await keepStation(MORGENROT, null);
  await openForm();
  expect(name().value).toBe('Kaffeehaus Morgenrot');
  expect(industry()).toBe('hotel');
  expect(dialog().textContent).not.toContain('Your draft has been restored');
  await submit();
  await until(() => expect(isClosed()).toBe(true));
  expect(readKeptStation()).toBeNull();
});

test('a submitted setup wins over a station that is kept later', async () => {
  await keepStation(MORGENROT, null);
  await openForm({ profile: submitted });
  expect(name().value).toBe('Counting House Radio');
});

test('signing out forgets the kept station, as other people may use the browser', async () => {
  await keepStation(MORGENROT, null);
  forgetDrafts();
  expect(readKeptStation()).toBeNull();
});

test.each(['', 'null', '[]', '{"name":"A","industry":"bank"}', '{"name":7,"industry":"gym"}', '{'])(
  'ignores a kept station that was written as %s',
  (text) => {
    localStorage.setItem('kept-station', text);
    expect(readKeptStation()).toBeNull();
  },
);
