import { beforeEach, expect, test, vi } from 'vitest';
import { answered, refused } from '../api/test/answers.ts';
import { doing, faultOf, field, isThere, press, text, type, until } from '../ui/test/draw.tsx';
import { openSettings } from './test/open-settings.tsx';

const STEP_UP = 'POST /v1/auth/step-up';
const EXPORT = 'GET /v1/me/export';
const PASSWORD = 'a long walk by the sea';

const proof = answered({ step_up_token: 'proof', expires_in: 300 });
const kept = { exported_at: '2026-11-21T09:30:00.000Z', role: 'user', assets: [] };

/** The downloads, by file name. */
let saved: Map<string, Blob>;

beforeEach(() => {
  saved = new Map();
  const made: Blob[] = [];
  // jsdom implements neither.
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => `blob:${made.push(blob) - 1}`;
      static override revokeObjectURL = () => undefined;
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = made[Number(this.href.replace('blob:', ''))];
    if (blob) saved.set(this.download, blob);
  });
});

/** Opens the export section of the settings. */
async function openExport(answers: Parameters<typeof openSettings>[0] = {}) {
  const page = await openSettings({ [STEP_UP]: proof, [EXPORT]: answered(kept), ...answers });
  await until(() => expect(document.querySelectorAll('summary')).toHaveLength(6));
  await doing(() => document.querySelectorAll('summary')[4]?.click());
  await until(() => field('password'));
  return page;
}

async function exportWith(password: string) {
  await type(field('password'), password);
  await press('Download my data');
}

test('downloads all data as one file after the password', async () => {
  const page = await openExport();
  await exportWith(PASSWORD);
  await until(() => expect(saved.size).toBe(1));
  const [name, file] = [...saved][0] ?? [];
  expect(name).toBe('stationhouse-export-2026-11-21.json');
  expect(file?.type).toBe('application/json');
  expect(JSON.parse((await file?.text()) ?? '')).toEqual(kept);
  expect(page.sent(STEP_UP)).toEqual([{ password: PASSWORD }]);
  expect(page.toasts[0]?.title).toBe('Your data is downloaded');
});

test('does not ask for the password twice, and keeps the focus', async () => {
  const page = await openExport();
  await exportWith(PASSWORD);
  await until(() => expect(document.querySelector('input[name="password"]')).toBeNull());
  expect(document.activeElement?.textContent).toContain('Download my data');
  await press('Download my data');
  await until(() => expect(page.sent(EXPORT)).toHaveLength(2));
  expect(page.sent(STEP_UP)).toHaveLength(1);
});

test('asks for the password again when the step-up proof has expired', async () => {
  const page = await openExport();
  await exportWith(PASSWORD);
  await until(() => expect(saved.size).toBe(1));
  page.answers[EXPORT] = refused(403, 'step_up_required', 'Enter your password again to continue.');
  await press('Download my data');
  await until(() => expect(faultOf('password')).toContain('Enter your password again'));
  expect(document.activeElement).toBe(field('password'));
  expect(field('password').value).toBe('');
  page.answers[EXPORT] = answered(kept);
  await exportWith(PASSWORD);
  await until(() => expect(page.sent(EXPORT)).toHaveLength(3));
  expect(page.sent(STEP_UP)).toHaveLength(2);
});

test('shows a wrong password at its field, and does not send an empty one', async () => {
  const page = await openExport({
    [STEP_UP]: refused(401, 'invalid_credentials', 'The password is incorrect.'),
  });
  await press('Download my data');
  await until(() => expect(faultOf('password')).toContain('Please enter your password.'));
  expect(page.sent(STEP_UP)).toEqual([]);
  await exportWith('not it');
  await until(() => expect(faultOf('password')).toContain('The password is incorrect.'));
  expect(document.activeElement).toBe(field('password'));
  expect(page.sent(EXPORT)).toEqual([]);
});

test('shows progress on the button, and ignores a second press', async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  const page = await openExport({ [EXPORT]: () => coming.then(answered(kept)) });
  await exportWith(PASSWORD);
  await press('Preparing...');
  expect(isThere('Download my data')).toBe(false);
  come();
  await until(() => expect(saved.size).toBe(1));
  expect(page.sent(EXPORT)).toHaveLength(1);
});

test('says why an export failed', async () => {
  await openExport({
    [EXPORT]: refused(429, 'rate_limited', 'You have tried this too many times.'),
  });
  await exportWith(PASSWORD);
  await until(() => expect(text()).toContain('Failed to export your data'));
  expect(text()).toContain('You have tried this too many times.');
  expect(saved.size).toBe(0);
});
