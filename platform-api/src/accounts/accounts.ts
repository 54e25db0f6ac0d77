import type { Router } from '@koa/router';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { MountCall } from '../http/mount-call.ts';
import type { Identify, Identity } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Task } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import type { Mailer, SmsSender } from '../mail/mailer.ts';
import { createAccessTokens } from './access-tokens.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { authRoutes } from './auth-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { createIdentify } from './identify.ts';
import { createCodes } from './one-time-codes.ts';
import { createPasswords } from './passwords.ts';
import { profileRoutes } from './profile-routes.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createSessionWatch, type SessionWatch } from './session-watch.ts';
import { createProveStepUp, createStepUpTokens, stepUpRoutes } from './step-up.ts';
import { createSweep } from './sweep.ts';

/** The accounts room as the rest of the house sees it. */
export interface Accounts {
  identify: Identify;
  sessionWatch: SessionWatch;
  /** @throws `step_up_required` unless the request carries a step-up token of this very session */
  proveStepUp: (ctx: Context, identity: Identity) => Promise<void>;
  routers(mountCall: MountCall): Router[];
  tasks: Task[];
}

/** Puts the room together. */
export function createAccounts(services: {
  db: Knex;
  /** Sign tokens and make codes; the newest first. */
  secrets: readonly string[];
  limits: RateLimits;
  mailer: Mailer;
  sms: SmsSender;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): Accounts {
  const { db, publicUrl, log } = services;
  const accessTokens = createAccessTokens(services);
  const stepUpTokens = createStepUpTokens(services);
  const identify = createIdentify({ db, accessTokens, log });
  const codes = createCodes(services);
  const deps = {
    ...services,
    accessTokens,
    stepUpTokens,
    identify,
    codes,
    passwords: createPasswords(),
    sessionCookie: createSessionCookie(publicUrl),
  };
  return {
    identify,
    sessionWatch: createSessionWatch(services),
    proveStepUp: createProveStepUp(stepUpTokens),
    routers: (mountCall) => [
      authRoutes(mountCall, deps),
      stepUpRoutes(mountCall, deps),
      codeRoutes(mountCall, deps),
      profileRoutes(mountCall, deps),
      apiKeyRoutes(mountCall, db),
    ],
    tasks: [...codes.tasks, createSweep(services)],
  };
}
