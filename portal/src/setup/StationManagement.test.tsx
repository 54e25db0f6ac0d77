import { expect, test, vi } from 'vitest';
import { doing, find, until } from '../ui/test/draw.tsx';
import {
  button,
  dialog,
  field,
  isClosed,
  isThere,
  openForm,
  openPage,
  press,
  submitted,
  text,
} from './test/open-setup.tsx';

// Slow on a busy machine; nothing here depends on time.
vi.setConfig({ testTimeout: 30_000 });

const prompt = () => document.querySelector('a[href="/members/sound#station-management"]');
const players = () =>
  [...document.querySelectorAll('audio')].map((audio) => audio.getAttribute('src'));

test('prompts a member without a setup to station management', async () => {
  await openPage();
  expect(prompt()?.textContent).toBe('Setup your Radio Station Now to start using it!');
  // The browser scrolls there and focuses it.
  const place = find(HTMLElement, '#station-management');
  expect(place.tabIndex).toBe(-1);
  expect(place.querySelector('h2')?.textContent).toBe('Station management');
});

test.each(['active', 'inactive', 'suspended'] as const)(
  'does not prompt for a setup of a station that is %s',
  async (status) => {
    await openPage({ station: { status } });
    expect(prompt()).toBeNull();
    expect(isThere('Open setup form')).toBe(true);
  },
);

test('shows the date and the logo of a submitted setup, and can edit it', async () => {
  await openPage({ profile: submitted });
  expect(prompt()).toBeNull();
  expect(text()).toContain('Setup Information Submitted');
  expect(text()).toContain('Submitted on 21 November 2026');
  expect(text()).toContain('Choose logo');
  expect(isThere('Open setup form')).toBe(false);
  await press('Edit setup information');
  await until(() => expect(field('station_name_request').value).toBe('Counting House Radio'));
});

test('shows no logo before the setup is submitted', async () => {
  await openPage();
  expect(text()).not.toContain('Setup Information Submitted');
  expect(text()).not.toContain('Logo');
});

test('plays the files that our team added', async () => {
  await openPage({
    station: {
      admin_uploaded_ids: [
        'https://files.example.com/ids/Good%20morning.mp3?v=2',
        'http://files.example.com/ids/50%.mp3',
        'https://files.example.com/',
        'https://files.example.com/ids/Good%20morning.mp3?v=2',
        'https://files.example.com/radio_ids/radio_id_1.mp3?v=2&name=Early%20%26%20loud.mp3',
      ],
      admin_uploaded_commercials: ['https://files.example.com/spots/happy-hour.mp3'],
    },
  });
  expect(text()).toContain('Radio IDs from our team');
  expect(text()).toContain('Commercial spots from our team');
  const names = ['Good morning.mp3', '50%.mp3', 'files.example.com', 'Early & loud.mp3'];
  for (const name of [...names, 'happy-hour.mp3']) {
    expect(isThere(`Play ${name}`)).toBe(true);
  }
  expect(players()).toHaveLength(5);
});

test('leaves out addresses that are not http or https', async () => {
  await openPage({
    station: {
      admin_uploaded_ids: ['javascript:alert(1)', 'data:audio/mpeg;base64,AAAA', 'spot.mp3', ''],
      admin_uploaded_commercials: ['https://files.example.com/happy-hour.mp3', 'file:///etc/hosts'],
    },
  });
  expect(text()).not.toContain('Radio IDs from our team');
  expect(players()).toEqual(['https://files.example.com/happy-hour.mp3']);
});

test('focuses the first field; Escape closes the form and restores the focus', async () => {
  await openForm();
  const first = find(HTMLSelectElement, '[role="dialog"] select');
  await until(() => expect(document.activeElement).toBe(first));
  await doing(() =>
    first.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  await until(() => expect(isClosed()).toBe(true));
  await until(() => expect(document.activeElement).toBe(button('Open setup form')));
});

test('the back button closes the form and stays on the dashboard', async () => {
  const page = await openForm();
  expect(page.address()).toBe('/members?setup=form');
  await page.goBack();
  await until(() => expect(isClosed()).toBe(true));
  expect(page.address()).toBe('/members');
  expect(isThere('Open setup form')).toBe(true);
});

test('a closed form leaves no history entry', async () => {
  const page = await openForm();
  await press('Finish later');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.address()).toBe('/members');
  await page.goBack();
  expect(page.address()).toBe('/');
});

test('opens the form on load when the address says so, and closes it in place', async () => {
  const page = await openPage({ address: '/members?setup=form' });
  await until(() => expect(dialog().textContent).toContain('Set up your station'));
  await press('Close');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.address()).toBe('/members');
});
