import type { Knex } from 'knex';
import type { Feature } from '../feature.ts';
import type { Identify } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Mailer, SmsSender } from '../mail/mailer.ts';
import { createTextMessages } from '../mail/text-messages.ts';
import type { Logger } from '../process/log.ts';
import { accountRoutes } from './account-routes.ts';
import { authRoutes } from './auth-routes.ts';
import { createCodes } from './codes.ts';
import { createIdentify, createProveStepUp } from './identify.ts';
import { Passkeys } from './passkeys.ts';
import { createPasswords } from './passwords.ts';
import { createSecondFactors } from './second-factor.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createAccessTokens, createStepUpTokens } from './session-tokens.ts';
import { createSessionWatch, type SessionWatch } from './session-watch.ts';
import { SWEEP_ACCOUNTS } from './sweep.ts';

/** Beside the plug, the values that the rest of the app uses of accounts. */
type Accounts = Feature & {
  identify: Identify;
  proveStepUp: ReturnType<typeof createProveStepUp>;
  sessionWatch: SessionWatch;
};

/** Users: how they prove who they are, and where they are signed in. */
export function accountsFeature(services: {
  db: Knex;
  /** Sign tokens and make codes; the newest first. */
  secrets: readonly string[];
  limits: RateLimits;
  mailer: Mailer;
  sms: SmsSender;
  adminsNeedFactor: boolean;
  /** SQL: team members with the owners of their businesses, to be joined. */
  memberships: string;
  /** SQL: stations that are not waiting for their first payment, to be joined. */
  boughtStations: string;
  smsCountries: readonly string[];
  publicUrl: string;
  now: () => number;
  log: Logger;
}): Accounts {
  const { publicUrl } = services;
  const accessTokens = createAccessTokens(services);
  const stepUpTokens = createStepUpTokens(services);
  const identify = createIdentify({ ...services, accessTokens });
  const texts = createTextMessages(services);
  const codes = createCodes({ ...services, texts });
  const passkeys = new Passkeys(services);
  const deps = {
    ...services,
    accessTokens,
    stepUpTokens,
    identify,
    codes,
    texts,
    passkeys,
    passwords: createPasswords(),
    secondFactors: createSecondFactors({ ...services, passkeys }),
    sessionCookie: createSessionCookie(publicUrl),
  };
  return {
    identify,
    sessionWatch: createSessionWatch(services),
    proveStepUp: createProveStepUp(stepUpTokens),
    routers: (mountCall) => [authRoutes(mountCall, deps), accountRoutes(mountCall, deps)],
    tasks: [...codes.tasks, SWEEP_ACCOUNTS.taskWith(services)],
  };
}
