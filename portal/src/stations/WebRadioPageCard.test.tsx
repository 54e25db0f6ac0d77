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

// No test here measures time, and a busy machine may be slow.
vi.setConfig({ testTimeout: 30_000 });

afterEach(() => vi.useRealTimers());

const TAKEN = 'Another station uses this address. Please choose another one.';
const HELD =
  'Another station had this address in the last 90 days. Its old links and QR codes must not lead to yours. Please choose another one.';
const free = { body: { available: true } };
const taken = { body: { available: false, reason: 'slug_taken' } };

const update = () => button('Update URL');
const press = (name: string) => doing(() => button(name).click());
const dialog = () => document.querySelector('[role="dialog"]');
const status = () => find(HTMLElement, '[role="dialog"] p[role="status"]').textContent;

const write = (slug: string) => type(field(), slug);

/** Types an available slug and sends it. */
async function moveTo(slug: string): Promise<void> {
  await write(slug);
  await until(() => expect(status()).toBe(`‘${slug}’ is available.`));
  await press('Update URL');
}

test('links to the page of a live station in a new tab', async () => {
  await openCard();
  const link = find(HTMLAnchorElement, 'section a');
  expect(link.href).toBe(station.station_url);
  expect(link.target).toBe('_blank');
  expect(link.textContent).toContain(station.station_url);
});

test.each(['setup_pending', 'inactive', 'suspended'] as const)(
  'shows the URL of a station that is %s without a link',
  async (state) => {
    await openCard({ own: { status: state } });
    expect(text()).toContain(station.station_url);
    expect(document.querySelector('section p a')).toBeNull();
  },
);

test('Copy URL copies the URL and confirms it', async () => {
  const writeText = vi.fn<(words: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const { toasts } = await openCard();
  await press('Copy URL');
  await until(() => expect(toasts).toEqual([{ title: 'Copied!', kind: 'good' }]));
  expect(writeText).toHaveBeenCalledExactlyOnceWith(station.station_url);
});

test('says what to do when copying is blocked', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  const { toasts } = await openCard();
  await press('Copy URL');
  await until(() => expect(toasts[0]?.title).toBe('Not copied'));
  expect(toasts[0]?.description).toBe('Select the URL and copy it yourself.');
});

test('the dialog shows the host, the current slug, the changes left and the redirect of the old URL', async () => {
  await openDialog();
  expect(field().value).toBe('counting-house');
  expect(dialog()?.textContent).toContain(`${location.host}/`);
  expect(dialog()?.textContent).toContain('7 changes left');
  expect(dialog()?.textContent).toContain(
    'Your old URL redirects to the new one and is kept for you for 90 days.',
  );
});

test('uses the singular for the last change', async () => {
  await openDialog({ own: { slug_changes_left: 1 } });
  expect(dialog()?.textContent).toContain('1 change left');
});

test('turns what is typed into lower-case letters, digits and hyphens', async () => {
  await openDialog();
  await write('The Corner_Café-24!');
  expect(field().value).toBe('thecornercaf-24');
});

test('keeps the caret position', async () => {
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
  ['', 'Type a new URL.'],
  ['corner-', 'Use 1 to 63 letters from a to z, digits and hyphens'],
])('disables Update URL for ‘%s’ and says why', async (slug, why) => {
  const { asked } = await openDialog();
  await write('corner');
  await until(() => expect(update().disabled).toBe(false));
  await write(slug);
  expect(update().disabled).toBe(true);
  expect(status()).toContain(why);
  expect(asked).not.toContain(slug);
});

test('checks a slug when typing pauses, and says that it is available', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { asked } = await openDialog();
  await write('c');
  await write('co');
  await write('corner');
  expect(status()).toBe('Checking...');
  expect(asked).toEqual([]);
  await until(() => expect(status()).toBe('‘corner’ is available.'));
  expect(asked).toEqual(['corner']);
  expect(update().disabled).toBe(false);
});

test.each([
  ['slug_taken', TAKEN],
  ['slug_held', HELD],
  ['slug_reserved', 'We use this word for our own pages. Please choose another one.'],
])('shows at the field that a slug is unavailable (%s)', async (reason, words) => {
  await openDialog({ availability: () => ({ body: { available: false, reason } }) });
  await write('members');
  await until(() => expect(fault()).toContain(words));
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(status()).toBe(words);
  expect(update().disabled).toBe(true);
});

test('ignores a late answer about another slug', async () => {
  const late = later(taken);
  const { asked } = await openDialog({
    availability: (slug) => (slug === 'slow' ? late.coming : free),
  });
  await write('slow');
  await until(() => expect(asked).toContain('slow'));
  await write('quick');
  await until(() => expect(status()).toBe('‘quick’ is available.'));
  await doing(late.come);
  expect(status()).toBe('‘quick’ is available.');
  expect(update().disabled).toBe(false);
});

test('reports a failed check, and still allows sending', async () => {
  const { toasts } = await openDialog({
    availability: () => problem(503, 'unavailable', 'We cannot answer right now.'),
  });
  await write('corner');
  await until(() => expect(status()).toContain('We could not check whether it is available.'));
  await press('Update URL');
  await until(() => expect(toasts).toHaveLength(1));
});

test('confirms the new URL, shows it on the card and returns the focus to the button', async () => {
  const { toasts } = await openDialog();
  await moveTo('corner');
  await until(() => expect(dialog()).toBeNull());
  expect(toasts).toEqual([
    {
      title: 'URL Updated',
      description: 'Your station is now at https://radio.example.com/corner',
      kind: 'good',
    },
  ]);
  expect(find(HTMLAnchorElement, 'section a').href).toBe('https://radio.example.com/corner');
  await until(() => expect(document.activeElement).toBe(button('Edit URL')));
  await press('Edit URL');
  await until(() => expect(dialog()?.textContent).toContain('6 changes left'));
});

test('shows progress and keeps the dialog open while saving', async () => {
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

test('shows at the focused field that the slug was taken in between', async () => {
  await openDialog({ change: () => problem(409, 'slug_taken', TAKEN) });
  await moveTo('corner');
  await until(() => expect(fault()).toContain(TAKEN));
  expect(document.activeElement).toBe(field());
  expect(update().disabled).toBe(true);
  expect(dialog()?.textContent).not.toContain('Failed to update URL.');
  await write('corner-2');
  await until(() => expect(update().disabled).toBe(false));
});

test('reports a failure, keeps what was typed, and can be retried', async () => {
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

test('shows the limit after the tenth change, with a link to support', async () => {
  await openDialog({ own: { slug_changes_left: 0 } });
  expect(dialog()?.textContent).toContain('URL Edit Limit Reached');
  expect(dialog()?.textContent).toContain('0 changes left');
  expect(find(HTMLAnchorElement, '[role="dialog"] a').getAttribute('href')).toBe('/contact');
  expect(field().readOnly).toBe(true);
  expect(update().disabled).toBe(true);
});

test('shows the limit that was reached in another tab', async () => {
  await openDialog({ change: () => problem(409, 'slug_limit_reached', 'Ten times.') });
  await moveTo('corner');
  await until(() => expect(dialog()?.textContent).toContain('URL Edit Limit Reached'));
  expect(update().disabled).toBe(true);
  expect(document.activeElement).toBe(field());
});
