import { afterEach, expect, test, vi } from 'vitest';
import { doing, find, type, until } from '../ui/test/draw.tsx';
import {
  button,
  fault,
  field,
  later,
  openCard,
  openDialog,
  problem,
  station,
  text,
} from './test/web-radio-page.tsx';

// Nothing here is about time: a busy machine may take its own.
vi.setConfig({ testTimeout: 30_000 });

afterEach(() => vi.useRealTimers());

const TAKEN = 'Another station uses this address. Please choose another one.';
const free = { body: { available: true } };
const taken = { body: { available: false, reason: 'slug_taken' } };

const update = () => button('Update URL');
const press = (name: string) => doing(() => button(name).click());
const dialog = () => document.querySelector('[role="dialog"]');
const status = () => find(HTMLElement, '[role="dialog"] p[role="status"]').textContent;

const write = (slug: string) => type(field(), slug);

/** Types an address that is free, and sends it. */
async function moveTo(slug: string): Promise<void> {
  await write(slug);
  await until(() => expect(status()).toBe(`‘${slug}’ is free.`));
  await press('Update URL');
}

test('the page of a station on air is a link, which opens in a tab of its own', async () => {
  await openCard();
  const link = find(HTMLAnchorElement, 'section a');
  expect(link.href).toBe(station.station_url);
  expect(link.target).toBe('_blank');
  expect(link.textContent).toContain(station.station_url);
});

test.each(['setup_pending', 'inactive', 'suspended'] as const)(
  'the address of a station that is %s is shown, and leads nowhere yet',
  async (state) => {
    await openCard({ own: { status: state } });
    expect(text()).toContain(station.station_url);
    expect(document.querySelector('section a')).toBeNull();
  },
);

test('Copy URL copies the address and says so', async () => {
  const writeText = vi.fn<(words: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const { toasts } = await openCard();
  await press('Copy URL');
  await until(() => expect(toasts).toEqual([{ title: 'Copied!', kind: 'good' }]));
  expect(writeText).toHaveBeenCalledExactlyOnceWith(station.station_url);
});

test('where the browser forbids copying, it is said what to do', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  const { toasts } = await openCard();
  await press('Copy URL');
  await until(() => expect(toasts[0]?.title).toBe('Not copied'));
  expect(toasts[0]?.description).toBe('Select the address and copy it by hand.');
});

test('the dialog shows the host, the address of now, the changes left and what becomes of the old one', async () => {
  await openDialog();
  expect(field().value).toBe('counting-house');
  expect(dialog()?.textContent).toContain(`${location.host}/`);
  expect(dialog()?.textContent).toContain('7 changes left');
  expect(dialog()?.textContent).toContain(
    'Your old address leads to the new one until someone else takes it.',
  );
});

test('the last change is counted as one', async () => {
  await openDialog({ own: { slug_changes_left: 1 } });
  expect(dialog()?.textContent).toContain('1 change left');
});

test('what is typed becomes small letters, digits and hyphens', async () => {
  await openDialog();
  await write('The Corner_Café-24!');
  expect(field().value).toBe('thecornercaf-24');
});

test('the caret stays where one types', async () => {
  await openDialog();
  await write('corner');
  await doing(() => {
    const input = field();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      input,
      'co! rner',
    );
    input.setSelectionRange(4, 4);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(field().value).toBe('corner');
  expect(field().selectionStart).toBe(2);
});

test.each([
  ['counting-house', 'This is already your station’s address.'],
  ['', 'Type the new end of your address.'],
  ['corner-', 'Use 1 to 63 letters from a to z, digits and hyphens'],
])('Update URL is out of use for ‘%s’, and why is said', async (slug, why) => {
  const { asked } = await openDialog();
  await write('corner');
  await until(() => expect(update().disabled).toBe(false));
  await write(slug);
  expect(update().disabled).toBe(true);
  expect(status()).toContain(why);
  expect(asked).not.toContain(slug);
});

test('an address is asked about once the typing pauses, and is told to be free', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { asked } = await openDialog();
  await write('c');
  await write('co');
  await write('corner');
  expect(status()).toBe('Checking...');
  expect(asked).toEqual([]);
  await until(() => expect(status()).toBe('‘corner’ is free.'));
  expect(asked).toEqual(['corner']);
  expect(update().disabled).toBe(false);
});

test.each([
  ['slug_taken', TAKEN],
  ['slug_reserved', 'We use this word for our own pages. Please choose another one.'],
])(
  'an address that can’t be had (%s) is said at the field before it is sent',
  async (reason, words) => {
    await openDialog({ availability: () => ({ body: { available: false, reason } }) });
    await write('members');
    await until(() => expect(fault()).toContain(words));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(status()).toBe(words);
    expect(update().disabled).toBe(true);
  },
);

test('an answer that comes late does not judge another address', async () => {
  const late = later(taken);
  const { asked } = await openDialog({
    availability: (slug) => (slug === 'slow' ? late.coming : free),
  });
  await write('slow');
  await until(() => expect(asked).toContain('slow'));
  await write('quick');
  await until(() => expect(status()).toBe('‘quick’ is free.'));
  await doing(late.come);
  expect(status()).toBe('‘quick’ is free.');
  expect(update().disabled).toBe(false);
});

test('when it can’t be checked that is said, and the address can be tried all the same', async () => {
  const { toasts } = await openDialog({
    availability: () => problem(503, 'unavailable', 'We cannot answer right now.'),
  });
  await write('corner');
  await until(() => expect(status()).toContain('We could not check whether it is free.'));
  await press('Update URL');
  await until(() => expect(toasts).toHaveLength(1));
});

test('a new address is said, shown on the card, and the focus is back on the button', async () => {
  const { toasts } = await openDialog();
  await moveTo('corner');
  await until(() => expect(dialog()).toBeNull());
  expect(toasts).toEqual([
    {
      title: 'URL Updated',
      description: 'Your station is at https://radio.example.com/corner now.',
      kind: 'good',
    },
  ]);
  expect(find(HTMLAnchorElement, 'section a').href).toBe('https://radio.example.com/corner');
  await until(() => expect(document.activeElement).toBe(button('Edit URL')));
  await press('Edit URL');
  await until(() => expect(dialog()?.textContent).toContain('6 changes left'));
});

test('while it is being changed the button says so and the dialog stays', async () => {
  const answer = later({ body: { ...station, station_slug: 'corner' } });
  await openDialog({ change: () => answer.coming });
  await moveTo('corner');
  await until(() => expect(update().getAttribute('aria-busy')).toBe('true'));
  expect(update().textContent).toContain('Updating...');
  await doing(() => find(HTMLElement, '[aria-label="Close"]').click());
  expect(dialog()).not.toBeNull();
  await doing(answer.come);
  await until(() => expect(dialog()).toBeNull());
});

test('an address that somebody else took meanwhile is said at the field, which has the focus', async () => {
  await openDialog({ change: () => problem(409, 'slug_taken', TAKEN) });
  await moveTo('corner');
  await until(() => expect(fault()).toContain(TAKEN));
  expect(document.activeElement).toBe(field());
  expect(update().disabled).toBe(true);
  expect(dialog()?.textContent).not.toContain('Failed to update URL.');
  await write('corner-2');
  await until(() => expect(update().disabled).toBe(false));
});

test('a change that fails says so, keeps what was typed, and can be tried again', async () => {
  let answer = problem(500, 'internal_error', 'The fault is ours and has been noted.');
  const { toasts } = await openDialog({ change: () => answer });
  await moveTo('corner');
  const alert = () => find(HTMLElement, '[role="dialog"] [role="alert"]').textContent;
  await until(() => expect(alert()).toContain('Failed to update URL. Please try again.'));
  expect(field().value).toBe('corner');
  answer = { body: { ...station, station_slug: 'corner' } };
  await press('Update URL');
  await until(() => expect(toasts[0]?.title).toBe('URL Updated'));
});

test('after the tenth change the limit is said, with a way to support', async () => {
  await openDialog({ own: { slug_changes_left: 0 } });
  expect(dialog()?.textContent).toContain('URL Edit Limit Reached');
  expect(dialog()?.textContent).toContain('0 changes left');
  expect(find(HTMLAnchorElement, '[role="dialog"] a').getAttribute('href')).toBe('/contact');
  expect(field().readOnly).toBe(true);
  expect(update().disabled).toBe(true);
});

test('a limit that was reached in another tab is said too', async () => {
  await openDialog({ change: () => problem(409, 'slug_limit_reached', 'Ten times.') });
  await moveTo('corner');
  await until(() => expect(dialog()?.textContent).toContain('URL Edit Limit Reached'));
  expect(update().disabled).toBe(true);
  expect(document.activeElement).toBe(field());
});
