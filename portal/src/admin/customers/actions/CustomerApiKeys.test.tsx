import { expect, test } from 'vitest';
import { answered, refused } from '../../../api/test/answers.ts';
import { dialog, press, until } from '../../../ui/test/draw.tsx';
import { CUSTOMER, openAdminDialog } from '../../test/open-admin-dialog.tsx';

const KEYS = `GET ${CUSTOMER}/api-keys`;
const ID = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a77';
const REVOKE = `DELETE ${CUSTOMER}/api-keys/${ID}`;

const key = {
  id: ID,
  name: 'Shop window',
  scopes: ['read'],
  prefix: 'shk_Yk3vN0',
  created_at: '2026-11-01T09:30:00.000Z',
  expires_at: null,
  last_used_at: null,
};
const listed = (...data: object[]) => answered({ data, has_more: false, next_cursor: null });

const text = () => dialog().textContent;

test('shows the first characters of each key, and revokes one after a question', async () => {
  const page = await openAdminDialog('api-keys', {
    [KEYS]: listed(key),
    [REVOKE]: answered(null, 204),
  });
  await until(() => expect(text()).toContain('shk_Yk3vN0…'));
  await press('Revoke Shop window');
  expect(page.sent(REVOKE)).toEqual([]);
  await press('Revoke key');
  await until(() => expect(page.toasts[0]?.title).toBe('API key revoked'));
  expect(page.sent(REVOKE)).toHaveLength(1);
  await until(() => expect(text()).toContain('This customer has none.'));
});

test('takes a key that is gone already for revoked', async () => {
  const page = await openAdminDialog('api-keys', {
    [KEYS]: listed(key),
    [REVOKE]: refused(404, 'not_found', 'There is nothing here.'),
  });
  await until(() => expect(text()).toContain('Shop window'));
  await press('Revoke Shop window');
  await press('Revoke key');
  await until(() => expect(page.toasts[0]?.title).toBe('API key revoked'));
});

test('says that a customer has no keys', async () => {
  await openAdminDialog('api-keys', { [KEYS]: listed() });
  await until(() => expect(text()).toContain('No API keys'));
});
