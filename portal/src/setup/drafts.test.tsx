import { expect, test, vi } from 'vitest';
import { doing, until } from '../ui/test/draw.tsx';
import {
  dialog,
  field,
  isClosed,
  isThere,
  labelled,
  openForm,
  press,
  scripts,
  submitted,
  write,
} from './test/open-setup.tsx';

// Nothing here is about time: a busy machine may take its own.
vi.setConfig({ testTimeout: 30_000 });

const kept = () => localStorage.getItem('station-setup');
const name = () => field('station_name_request');

/** Opens the form, writes something into it, and leaves the page. */
async function typeAndLeave(options: Parameters<typeof openForm>[0] = {}): Promise<void> {
  const page = await openForm(options);
  await write(name(), 'The Tally Room');
  await write(labelled('Script 1'), 'You are in the Tally Room.');
  await doing(() => labelled('Female').click());
  await page.leave();
}

test('what was typed is there again after a reload, and it is said so', async () => {
  await typeAndLeave();
  await openForm();
  expect(dialog().textContent).toContain('Your draft was kept');
  expect(name().value).toBe('The Tally Room');
  expect(scripts()).toEqual(['You are in the Tally Room.']);
  expect(labelled('Female')).toHaveProperty('checked', true);
});

test('a form that was closed is found as it was left', async () => {
  await openForm();
  expect(dialog().textContent).not.toContain('Your draft was kept');
  await write(name(), 'The Tally Room');
  await press('Finish Later');
  await until(() => expect(isClosed()).toBe(true));
  await press('Open Setup Form');
  await until(() => expect(name().value).toBe('The Tally Room'));
  expect(dialog().textContent).toContain('Your draft was kept');
});

test('whoever starts over has what was known before, and the draft is gone', async () => {
  await typeAndLeave({ profile: submitted });
  await openForm({ profile: submitted });
  await press('Start over');
  expect(name().value).toBe('Counting House Radio');
  expect(scripts()).toEqual(submitted.radio_id_texts);
  expect(document.activeElement).toBe(name());
  expect(isThere('Start over')).toBe(false);
  expect(kept()).toBeNull();
});

test('what was typed and taken back again is no draft', async () => {
  await openForm();
  await write(name(), 'The Tally Room');
  expect(kept()).toContain('The Tally Room');
  await write(name(), '');
  expect(kept()).toBeNull();
});

test('another member who signs in here is not shown it', async () => {
  await typeAndLeave();
  await openForm({ profile: { user_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2aff' } });
  expect(name().value).toBe('');
  expect(dialog().textContent).not.toContain('Your draft was kept');
});

test('what was submitted meanwhile, in another tab or on another device, is not hidden by a draft', async () => {
  await typeAndLeave();
  await openForm({ profile: submitted });
  expect(name().value).toBe('Counting House Radio');
  expect(dialog().textContent).not.toContain('Your draft was kept');
});

test('submitting ends the draft', async () => {
  await openForm();
  await write(name(), 'The Tally Room');
  await press('Submit Setup');
  await until(() => expect(isClosed()).toBe(true));
  expect(kept()).toBeNull();
});

test('a submission from elsewhere while the form is open is told, and takes nothing away', async () => {
  const page = await openForm();
  await write(name(), 'The Tally Room');
  page.submitElsewhere({ station_name_request: 'Counting House Radio' });
  await page.askAgain();
  await until(() =>
    expect(dialog().textContent).toContain('This form was submitted elsewhere meanwhile'),
  );
  expect(name().value).toBe('The Tally Room');
});

test('a draft of a larger package sends nothing that the package of now does not have', async () => {
  await typeAndLeave({ station: { package_name: 'Enterprise' } });
  const { sent } = await openForm({ station: { package_name: 'Starter' } });
  await press('Submit Setup');
  await until(() => expect(isClosed()).toBe(true));
  expect(sent).toEqual([
    {
      station_name_request: 'The Tally Room',
      voice_preference: 'female',
      radio_id_texts: ['You are in the Tally Room.'],
      radio_id_frequency: 10,
    },
  ]);
});

test.each(['{"user_id":', '"text"', '{"user_id":"019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10"}', '7'])(
  'what lies there and is no draft, such as %s, is none',
  async (text) => {
    localStorage.setItem('station-setup', text);
    await openForm();
    expect(name().value).toBe('');
    expect(dialog().textContent).not.toContain('Your draft was kept');
  },
);

test('where storage is forbidden the form works all the same', async () => {
  const forbidden = () => {
    throw new DOMException('Forbidden', 'SecurityError');
  };
  for (const way of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, way).mockImplementation(forbidden);
  }
  const { sent } = await openForm();
  await write(name(), 'The Tally Room');
  await press('Submit Setup');
  await until(() => expect(isClosed()).toBe(true));
  expect(sent).toHaveLength(1);
});
