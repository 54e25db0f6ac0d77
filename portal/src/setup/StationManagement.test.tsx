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

// Nothing here is about time: a busy machine may take its own.
vi.setConfig({ testTimeout: 30_000 });

const prompt = () => document.querySelector('a[href="#station-management"]');
const players = () =>
  [...document.querySelectorAll('audio')].map((audio) => audio.getAttribute('src'));

test('a member who has yet to set up is led to station management', async () => {
  await openPage();
  expect(prompt()?.textContent).toBe('Setup your Radio Station Now to start using it!');
  // The browser itself goes there, and gives the focus to what can have it.
  const place = find(HTMLElement, '#station-management');
  expect(place.tabIndex).toBe(-1);
  expect(place.querySelector('h2')?.textContent).toBe('Station Management');
});

test.each(['active', 'inactive', 'suspended'] as const)(
  'a station that is %s asks for no setup',
  async (status) => {
    await openPage({ station: { status } });
    expect(prompt()).toBeNull();
    expect(isThere('Open Setup Form')).toBe(true);
  },
);

test('what was submitted is not asked for again: it has its day, the logo, and can be edited', async () => {
  await openPage({ profile: submitted });
  expect(prompt()).toBeNull();
  expect(text()).toContain('Setup Information Submitted');
  expect(text()).toContain('Submitted on 21 November 2026');
  expect(text()).toContain('Choose Logo');
  expect(isThere('Open Setup Form')).toBe(false);
  await press('Edit setup information');
  await until(() => expect(field('station_name_request').value).toBe('Counting House Radio'));
});

test('before that nothing is said of a logo: the form asks for it', async () => {
  await openPage();
  expect(text()).not.toContain('Setup Information Submitted');
  expect(text()).not.toContain('Logo');
});

test('files that our team has added can be played, each by its name', async () => {
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

test('what is no address of the web is not played, and where nothing is left nothing is said', async () => {
  await openPage({
    station: {
      admin_uploaded_ids: ['javascript:alert(1)', 'data:audio/mpeg;base64,AAAA', 'spot.mp3', ''],
      admin_uploaded_commercials: ['https://files.example.com/happy-hour.mp3', 'file:///etc/hosts'],
    },
  });
  expect(text()).not.toContain('Radio IDs from our team');
  expect(players()).toEqual(['https://files.example.com/happy-hour.mp3']);
});

test('the form begins in its first field; Escape closes it and gives the focus back', async () => {
  await openForm();
  await until(() => expect(document.activeElement).toBe(field('station_name_request')));
  await doing(() =>
    field('station_name_request').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    ),
  );
  await until(() => expect(isClosed()).toBe(true));
  await until(() => expect(document.activeElement).toBe(button('Open Setup Form')));
});

test('the browser’s back button closes the form and leaves the dashboard where it is', async () => {
  const page = await openForm();
  expect(page.address()).toBe('/members?setup=form');
  await page.goBack();
  await until(() => expect(isClosed()).toBe(true));
  expect(page.address()).toBe('/members');
  expect(isThere('Open Setup Form')).toBe(true);
});

test('a form that was closed leaves no step behind: back leads to the page before', async () => {
  const page = await openForm();
  await press('Finish Later');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.address()).toBe('/members');
  await page.goBack();
  expect(page.address()).toBe('/');
});

test('a page that is loaded with the form open has it open, and closes it in place', async () => {
  const page = await openPage({ address: '/members?setup=form' });
  await until(() => expect(dialog().textContent).toContain('Set up your station'));
  await press('Close');
  await until(() => expect(isClosed()).toBe(true));
  expect(page.address()).toBe('/members');
});
