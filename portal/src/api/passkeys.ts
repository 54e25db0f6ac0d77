import type { PasskeyCreation, PasskeyProof, PasskeyRequest } from '@stationhouse/sdk/client';
import { PasskeyFailed } from './failures.ts';

/** Loaded on first use: only people with passkeys need it. */
const open = () => import('@simplewebauthn/browser');

/** The meaning of the browser's errors (WebAuthn Level 3, §5.1.3 and §5.1.4), by their names. */
const REASONS: Readonly<Record<string, { title: string; detail: string }>> = {
  NotAllowedError: {
    title: 'No passkey was used',
    detail: 'You cancelled, or it took too long. Try again when you are ready.',
  },
  InvalidStateError: {
    title: 'You have added this one already',
    detail:
      'This device or password manager has a passkey for your account. You can choose another one.',
  },
  ConstraintError: {
    title: 'This device can’t make a passkey',
    detail:
      'It needs a screen lock: a PIN, fingerprint or face. Set one up, or use another device.',
  },
  SecurityError: {
    title: 'Passkeys don’t work at this address',
    detail: 'Open this page at its usual secure address and try again.',
  },
};

const UNSUPPORTED = {
  title: 'This browser has no passkeys',
  detail: 'Use a newer browser, or another way to sign in.',
};
const OTHER = {
  title: 'The passkey did not work',
  detail: 'Your browser reported a problem. Please try again, or use another way.',
};

/** @throws PasskeyFailed */
async function withBrowser<Result>(
  act: (browser: Awaited<ReturnType<typeof open>>) => Promise<Result>,
): Promise<Result> {
  const browser = await open().catch((cause: unknown) => {
    throw new PasskeyFailed(OTHER, { cause });
  });
  if (!browser.browserSupportsWebAuthn()) throw new PasskeyFailed(UNSUPPORTED);
  try {
    return await act(browser);
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    throw new PasskeyFailed(REASONS[name] ?? OTHER, { cause });
  }
}

/** Asks the user for a passkey. @throws PasskeyFailed */
export const askForPasskey = (request: PasskeyRequest): Promise<PasskeyProof> =>
  withBrowser(({ startAuthentication }) => startAuthentication({ optionsJSON: request }));

/** Makes a new passkey. @throws PasskeyFailed */
export const makePasskey = (creation: PasskeyCreation) =>
  withBrowser(({ startRegistration }) => startRegistration({ optionsJSON: creation }));
