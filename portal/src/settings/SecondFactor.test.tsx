import { expect, onTestFinished, test, vi } from 'vitest';
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

const confirmed_at = '2026-11-24T09:00:00.000Z';
const off = answered({ confirmed_at: null, passkeys: [], recovery_codes: 0 });
const on = answered({ confirmed_at, passkeys: [], recovery_codes: 2 });
const phone = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  name: 'My phone',
  created_at: confirmed_at,
  last_used_at: null,
  signs_in: true,
};
const withPasskey = answered({ confirmed_at: null, passkeys: [phone], recovery_codes: 10 });
const proof = answered({ step_up_token: 'proof', expires_in: 300 });
const required = refused(
  401,
  'second_factor_required',
  'Enter the code of your authenticator app.',
);

async function open(answers: Parameters<typeof openSettings>[0]) {
  const page = await openSettings({ [STEP_UP]: proof, ...answers });
  await until(() => expect(document.querySelectorAll('summary')).toHaveLength(6));
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
  await until(() => expect(text()).toContain('we ask for a passkey'));
  await press('Set up an app');
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
  await until(() => expect(text()).toContain('Added 24 November 2026'));
  expect(text()).toContain('with 2 of 10 recovery codes left');
  expect(text()).toContain('Few recovery codes are left');
});

test('keeps the step open and says at the field that a first code is wrong', async () => {
  await open({
    [KNOWN]: off,
    [BEGIN]: answered({ secret: 'JBSWY3DP', uri: 'otpauth://totp/a?secret=JBSWY3DP' }),
    [CONFIRM]: refused(401, 'second_factor_wrong', 'The code is not valid.'),
  });
  await until(() => expect(text()).toContain('we ask for a passkey'));
  await press('Set up an app');
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
  await until(() => expect(text()).toContain('Added 24 November 2026'));
  await press('Remove Authenticator app');
  await type(field('password'), PASSWORD);
  await press('Remove');
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
  expect(text()).toContain('we ask for a passkey');
});

/** A browser with passkeys, whose answers the test gives. */
function withPasskeys(credentials: Partial<CredentialsContainer>): void {
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
}

const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  authenticatorAttachment: null,
  getClientExtensionResults: () => ({}),
};
const request = {
  challenge: 'AQID',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};

test('adds a passkey: says why the browser made none, then shows the recovery codes', async () => {
  let isCancelled = true;
  withPasskeys({
    create: async () => {
      if (isCancelled) throw new DOMException('Not allowed.', 'NotAllowedError');
      const response = { attestationObject: bytes, clientDataJSON: bytes };
      return { ...credential, response } as unknown as Credential;
    },
  });
  const page = await open({
    [KNOWN]: off,
    'POST /v1/auth/passkey-creation': answered({
      challenge: 'AQID',
      rp: { id: 'localhost', name: 'Stationhouse' },
      user: { id: 'AQID', name: 'ada@example.com', displayName: 'ada@example.com' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }),
    'POST /v1/auth/passkeys': answered({ passkey: phone, recovery_codes: CODES }),
  });
  await press('Add a passkey');
  await type(field('name'), 'My phone');
  await type(field('password'), PASSWORD);
  await press('Create passkey');
  await until(() => expect(dialog().textContent).toContain('No passkey was used'));
  isCancelled = false;
  page.answers[KNOWN] = withPasskey;
  await press('Create passkey');
  await until(() => expect(dialog().textContent).toContain(CODES[0]));
  expect(page.sent('POST /v1/auth/passkeys')).toMatchObject([
    { name: 'My phone', passkey: { id: 'AQID', response: { attestationObject: 'AQID' } } },
  ]);
  await press('Done');
  await until(() => expect(text()).toContain('Added 24 November 2026, never used'));
});

test('asks for the passkey after the password, again when it is refused, and can take a code', async () => {
  let asked = 0;
  withPasskeys({
    get: async () => {
      asked += 1;
      const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes };
      return { ...credential, response } as unknown as Credential;
    },
  });
  const second_factor = { app: false, passkey: request };
  const need = refused(401, 'second_factor_required', 'Use your passkey.', { second_factor });
  const wrong = refused(401, 'passkey_refused', 'We could not check it.', { second_factor });
  const answers = [need, wrong, proof];
  const page = await open({
    [KNOWN]: withPasskey,
    [STEP_UP]: () => (answers.shift() ?? proof)(),
    [`DELETE /v1/auth/passkeys/${phone.id}`]: answered(null),
  });
  await press('Remove My phone');
  await type(field('password'), PASSWORD);
  await press('Remove');
  await press('Use your passkey');
  await until(() => expect(text()).toContain('We could not check it.'));
  await press('Use a recovery code instead');
  await type(find(HTMLInputElement, '[autocomplete="one-time-code"]'), CODES[0] ?? '');
  await press('Continue');
  await until(() => expect(page.toasts).toMatchObject([{ title: 'Second factor removed' }]));
  expect(asked).toBe(1);
  expect(page.sent(STEP_UP)).toMatchObject([
    { password: PASSWORD },
    { password: PASSWORD, second_factor: { id: 'AQID', response: { signature: 'AQID' } } },
    { password: PASSWORD, second_factor: CODES[0] },
  ]);
  expect(document.activeElement?.textContent).toContain('we ask for a passkey');
});

test('says that the browser has no passkeys', async () => {
  await open({ [KNOWN]: off, 'POST /v1/auth/passkey-creation': answered({}) });
  await press('Add a passkey');
  await type(field('password'), PASSWORD);
  await press('Create passkey');
  await until(() => expect(dialog().textContent).toContain('This browser has no passkeys'));
});

test('offers to retry when it cannot be loaded', async () => {
  await open({ [KNOWN]: refused(500, 'internal_error', 'Please try again.') });
  await until(() => expect(text()).toContain('Failed to load your second factor'));
});
