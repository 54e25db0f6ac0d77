import { expect, test } from 'vitest';
import { answered, refused } from '../api/test/answers.ts';
import { dialog, doing, faultOf, field, find, press, text, type, until } from '../ui/test/draw.tsx';
import { openSettings } from './test/open-settings.tsx';

const KNOWN = 'GET /v1/auth/second-factor';
const BEGIN = 'POST /v1/auth/second-factor';
const CONFIRM = 'POST /v1/auth/second-factor/confirm';
const STEP_UP = 'POST /v1/auth/step-up';
const REMOVE = 'DELETE /v1/auth/second-factor';
const PASSWORD = 'a long walk by the sea';
const CODES = ['7K2M-QX4D-9TBN-RW3H', '1ABC-2DEF-3GHJ-4KMN'];

const off = answered({ confirmed_at: null, recovery_codes: 0 });
const on = answered({ confirmed_at: '2026-11-24T09:00:00.000Z', recovery_codes: 2 });
const proof = answered({ step_up_token: 'proof', expires_in: 300 });
const required = refused(
  401,
  'second_factor_required',
  'Enter the code of your authenticator app.',
);

async function open(answers: Parameters<typeof openSettings>[0]) {
  const page = await openSettings({ [STEP_UP]: proof, ...answers });
  await until(() => expect(document.querySelectorAll('summary')).toHaveLength(5));
  await doing(() => document.querySelectorAll('summary')[1]?.click());
  return page;
}

test('sets up an app: password, QR code and key, a first code, then the recovery codes', async () => {
  const uri = 'otpauth://totp/Stationhouse:ada%40example.com?secret=JBSWY3DP&issuer=Stationhouse';
  const page = await open({
    [KNOWN]: off,
    [BEGIN]: answered({ secret: 'JBSWY3DPEHPK3PXP', uri }),
    [CONFIRM]: answered({ recovery_codes: CODES }),
  });
  await until(() => expect(text()).toContain('a stolen password alone opens nothing'));
  await press('Set up');
  await type(field('password'), PASSWORD);
  await press('Continue');
  await until(() => expect(dialog().textContent).toContain('Scan this with your app'));
  expect(find(HTMLImageElement, '[role=dialog] img').src).toContain('data:image/svg+xml');
  expect(dialog().textContent).toContain('JBSW Y3DP EHPK 3PXP');
  expect(document.activeElement).toBe(field('second_factor'));
  await type(field('second_factor'), '402817');
  page.answers[KNOWN] = on;
  await press('Turn on');
  await until(() => expect(dialog().textContent).toContain(CODES[0]));
  expect(page.sent(CONFIRM)).toEqual([{ second_factor: '402817' }]);
  await press('Done');
  await until(() =>
    expect(text()).toContain('since 24 November 2026, with 2 of 10 recovery codes'),
  );
  expect(text()).toContain('Few recovery codes are left');
});

test('keeps the step open and says at the field that a first code is wrong', async () => {
  await open({
    [KNOWN]: off,
    [BEGIN]: answered({ secret: 'JBSWY3DP', uri: 'otpauth://totp/a?secret=JBSWY3DP' }),
    [CONFIRM]: refused(401, 'second_factor_wrong', 'The code is not valid.'),
  });
  await until(() => expect(text()).toContain('opens nothing'));
  await press('Set up');
  await type(field('password'), PASSWORD);
  await press('Continue');
  await until(() => expect(text()).toContain('Scan this'));
  await type(field('second_factor'), '123456');
  await press('Turn on');
  await until(() => expect(faultOf('second_factor')).toContain('The code is not valid.'));
});

test('asks for the code after the password, again when it is wrong, and goes on', async () => {
  const answers = [required, refused(401, 'second_factor_wrong', 'The code is not valid.'), proof];
  const page = await open({
    [KNOWN]: on,
    [STEP_UP]: () => (answers.shift() ?? proof)(),
    [REMOVE]: answered(null),
  });
  await until(() => expect(text()).toContain('since 24 November 2026'));
  await press('Remove');
  await type(field('password'), PASSWORD);
  await press('Remove second factor');
  await until(() => expect(text()).toContain('Open your authenticator app'));
  const code = () => find(HTMLInputElement, '[autocomplete="one-time-code"]');
  const send = async (value: string) => {
    await type(code(), value);
    await doing(() => code().form?.requestSubmit());
  };
  await send('123456');
  await until(() => expect(text()).toContain('The code is not valid.'));
  await send('402817');
  await until(() => expect(page.toasts).toMatchObject([{ title: 'Second factor removed' }]));
  expect(page.sent(STEP_UP)).toEqual([
    { password: PASSWORD },
    { password: PASSWORD, second_factor: '123456' },
    { password: PASSWORD, second_factor: '402817' },
  ]);
  expect(text()).toContain('opens nothing');
});

test('offers to retry when it cannot be loaded', async () => {
  await open({ [KNOWN]: refused(500, 'internal_error', 'Please try again.') });
  await until(() => expect(text()).toContain('Failed to load your second factor'));
});
