import { expect, test, vi } from 'vitest';
import { answered, listed, profile, refused, user } from '../api/test/answers.ts';
import { dialog, doing, faultOf, field, find, press, text, type, until } from '../ui/test/draw.tsx';
import { openSettings } from './test/open-settings.tsx';

const LIST = 'GET /v1/me/api-keys';
const CREATE = 'POST /v1/me/api-keys';
const REVOKE = 'DELETE /v1/me/api-keys/k1';
const STEP_UP = 'POST /v1/auth/step-up';
const PASSWORD = 'a long walk by the sea';
const SECRET = 'shk_Yk3vN0fJm1x7cQ2hZr8sT4uW6yA9bD5eG1iK3lM7nPo';

const shop = {
  id: 'k1',
  name: 'Shop window',
  scopes: ['read'],
  prefix: 'shk_Yk3vN0',
  created_at: '2026-11-03T12:00:00.000Z',
  expires_at: null,
  last_used_at: null,
};
const till = {
  ...shop,
  id: 'k2',
  name: 'Till',
  scopes: ['read', 'write'],
  expires_at: '2027-11-03T12:00:00.000Z',
  last_used_at: '2026-11-21T12:00:00.000Z',
};

/** Opens the API keys section of the settings. */
async function openKeys(answers: Parameters<typeof openSettings>[0] = {}) {
  const proof = answered({ step_up_token: 'proof', expires_in: 300 });
  const page = await openSettings({ [LIST]: listed([shop, till]), [STEP_UP]: proof, ...answers });
  await until(() => expect(document.querySelectorAll('summary')).toHaveLength(6));
  expect(page.sent(LIST)).toEqual([]);
  await doing(() => document.querySelectorAll('summary')[2]?.click());
  return page;
}

const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent);

test('lists each key with its prefix, scopes, last use and expiry', async () => {
  await openKeys();
  await until(() => expect(rows()).toHaveLength(2));
  const [first, second] = rows();
  expect(first).toContain('Shop windowCan read');
  expect(first).toContain('shk_Yk3vN0… Created 3 November 2026, never used');
  expect(second).toContain('Can read and change');
  expect(first).not.toContain('expires');
  expect(second).toContain('last used 21 November 2026, expires 3 November 2027');
  expect(find(HTMLAnchorElement, 'a[href="/docs"]').textContent).toBe('Read the API reference');
});

test('explains API keys when there are none', async () => {
  await openKeys({ [LIST]: listed([]) });
  await until(() => expect(text()).toContain('No API keys yet'));
});

test('shows a new key once, copies it, and lists it without its secret', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const page = await openKeys({
    [LIST]: listed([]),
    [CREATE]: answered({ ...shop, key: SECRET }, 201),
  });
  await press('Create API key');
  await type(field('name'), 'Shop window');
  await press('Create key');
  await until(() => expect(faultOf('password')).toContain('Please enter your password.'));
  expect(page.sent(CREATE)).toEqual([]);
  await type(field('password'), PASSWORD);
  await press('Create key');
  await until(() => expect(dialog().textContent).toContain(SECRET));
  expect(dialog().textContent).toContain('we show it only once');
  expect(page.sent(STEP_UP)).toEqual([{ password: PASSWORD }]);
  expect(page.sent(CREATE)).toEqual([
    { name: 'Shop window', scopes: ['read'], expires_in_days: 365 },
  ]);
  await press('Copy');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(SECRET);
  await until(() => expect(page.toasts).toEqual([{ title: 'Copied!', kind: 'good' }]));
  await press('Done');
  await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  expect(text()).not.toContain(SECRET);
  expect(rows()).toHaveLength(1);
});

async function choose(name: string, value: string): Promise<void> {
  await doing(() => {
    const select = find(HTMLSelectElement, `select[name="${name}"]`);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

test('creates a key that can write and never expires', async () => {
  const page = await openKeys({ [CREATE]: answered({ ...shop, id: 'k3', key: SECRET }, 201) });
  await press('Create API key');
  expect(text()).not.toContain('admin area');
  await type(field('name'), 'Till');
  await choose('scopes', 'read,write');
  await choose('expires_in_days', '');
  await type(field('password'), PASSWORD);
  await press('Create key');
  await until(() =>
    expect(page.sent(CREATE)).toEqual([{ name: 'Till', scopes: ['read', 'write'] }]),
  );
});

test('creates a test key, which the list names', async () => {
  const made = { ...shop, id: 'k4', name: 'Build server', prefix: 'shk_test_Yk3vN0' };
  const page = await openKeys({ [CREATE]: answered({ ...made, key: `shk_test_${SECRET}` }, 201) });
  await press('Create API key');
  await type(field('name'), 'Build server');
  await doing(() => find(HTMLInputElement, 'input[name="is_test"]').click());
  await type(field('password'), PASSWORD);
  await press('Create key');
  await until(() =>
    expect(page.sent(CREATE)).toEqual([
      { name: 'Build server', scopes: ['read'], expires_in_days: 365, is_test: true },
    ]),
  );
  await press('Done');
  await until(() => expect(text()).toContain('Test key'));
});

test('offers admins a key for the admin area', async () => {
  const page = await openKeys({
    'GET /v1/me': answered({ user, role: 'admin', profile }),
    [CREATE]: answered({ ...shop, id: 'k3', scopes: ['read', 'admin'], key: SECRET }, 201),
  });
  await press('Create API key');
  await type(field('name'), 'Figures');
  await choose('scopes', 'read,admin');
  await type(field('password'), PASSWORD);
  await press('Create key');
  await until(() => expect(page.sent(CREATE)).toMatchObject([{ scopes: ['read', 'admin'] }]));
  await press('Done');
  await until(() => expect(rows()[0]).toContain('Can read as an admin'));
});

test('shows a wrong password at its field, and creates nothing', async () => {
  const page = await openKeys({
    [STEP_UP]: refused(401, 'invalid_credentials', 'The password is incorrect.'),
  });
  await press('Create API key');
  await type(field('name'), 'Till');
  await type(field('password'), 'not it');
  await press('Create key');
  await until(() => expect(faultOf('password')).toContain('The password is incorrect.'));
  expect(page.sent(CREATE)).toEqual([]);
});

test('requires a name, and says when there are too many keys', async () => {
  const page = await openKeys({
    [CREATE]: refused(409, 'too_many_keys', 'Delete a key that you no longer use.'),
  });
  await press('Create API key');
  await press('Create key');
  await until(() => expect(faultOf('name')).toContain('Please give the key a name.'));
  expect(page.sent(CREATE)).toEqual([]);
  await type(field('name'), 'One more');
  await type(field('password'), PASSWORD);
  await press('Create key');
  await until(() => expect(dialog().textContent).toContain('Delete a key that you no longer use.'));
  expect(field('name').value).toBe('One more');
});

test('revokes a key after confirmation, and removes it from the list', async () => {
  const page = await openKeys({ [REVOKE]: answered(null) });
  await press('Revoke Shop window');
  expect(dialog().textContent).toContain('Revoke “Shop window”?');
  expect(page.sent(REVOKE)).toEqual([]);
  await press('Revoke key');
  await until(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toContain('Till');
  expect(page.sent(REVOKE)).toHaveLength(1);
});

test('keeps a key that could not be revoked, and says why', async () => {
  await openKeys({ [REVOKE]: refused(503, 'unavailable', 'Please try again.') });
  await press('Revoke Shop window');
  await press('Revoke key');
  await until(() => expect(dialog().textContent).toContain('Failed to revoke the key.'));
  expect(dialog().textContent).toContain('Please try again.');
  expect(rows()).toHaveLength(2);
});
