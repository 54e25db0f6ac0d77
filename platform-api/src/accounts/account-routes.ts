import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/accounts/calls.ts';
import * as keyCalls from '../../contract/accounts/api-keys.ts';
import { STEP_UP_SECONDS } from '../../contract/accounts/values.ts';
import * as factorCalls from '../../contract/accounts/second-factor.ts';
import * as sessionCalls from '../../contract/accounts/sessions.ts';
import { readSupportViews } from '../audit/audit.ts';
import { requireCountry } from './countries.ts';
import { AppError } from '../errors.ts';
import { limitedAddress } from '../http/client-address.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { TextMessages } from '../mail/text-messages.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import { changeUser } from './change-user.ts';
import type { Codes } from './codes.ts';
import type { Passkeys } from './passkeys.ts';
import { provePassword, type Passwords } from './passwords.ts';
import { changeProfile, presentProfile, Profile, readMe } from './profile.ts';
import { secondFactorsOf, type SecondFactors } from './second-factor.ts';
import type { SessionTokens } from './session-tokens.ts';
import { askerOf, endSessions, listSessions } from './sessions.ts';
import { endOtherAccess } from './sign-in.ts';

/** Routes of signed-in users for their own account: login, profile, sessions, API keys. */
export function accountRoutes(
  mountCall: MountCall,
  deps: {
    db: Knex;
    passwords: Passwords;
    passkeys: Passkeys;
    limits: RateLimits;
    codes: Codes;
    texts: TextMessages;
    stepUpTokens: SessionTokens;
    secondFactors: SecondFactors;
    memberships: string;
    boughtStations: string;
  },
): Router {
  const { db, passkeys, stepUpTokens, secondFactors } = deps;
  const router = new Router();

  mountCall(router, calls.getUser, ({ identity }) => identity.user);

  mountCall(router, calls.changeUser, async ({ identity: { user, session_id }, body, address }) => {
    // The call takes no API keys (contract), so there is a session.
    if (session_id === null) throw new AppError('session_ended');
    return changeUser(deps, { userId: user.id, sessionId: session_id, address }, body);
  });

  mountCall(router, calls.getMe, async ({ identity: { user, role } }) => {
    const profile = await readMe(deps, user);
    return {
      user,
      // A role that could not be read counts as 'user' (specification §4).
      role: role ?? 'user',
      profile: presentProfile(profile),
      has_station: profile.has_station,
      has_teams: profile.has_teams,
    };
  });

  mountCall(router, calls.getProfile, async ({ identity: { user } }) =>
    presentProfile(await Profile.ofUser(db, user)),
  );

  mountCall(router, calls.changeProfile, async ({ identity: { user }, body }) => {
    if (body.country !== undefined) requireCountry(body.country, 'country');
    return presentProfile(await changeProfile(db, await Profile.ofUser(db, user), body));
  });

  mountCall(router, sessionCalls.listSessions, async ({ identity }) => ({
    data: (await listSessions(db, identity.user.id)).map((session) => ({
      ...session,
      current: session.id === identity.session_id,
    })),
    has_more: false,
    next_cursor: null,
    support_views: await readSupportViews(db, identity.user.id),
  }));

  mountCall(router, sessionCalls.endOtherSessions, async ({ identity }) => {
    await endSessions(db, identity.user.id, { except: identity.session_id ?? '' });
    await endOtherAccess(db, identity.user.id);
    return undefined;
  });

  mountCall(router, sessionCalls.endSession, async ({ identity, params }) => {
    const ended = await endSessions(db, identity.user.id, { only: params.id });
    if (ended === 0) throw new AppError('not_found');
    return undefined;
  });

  mountCall(
    router,
    sessionCalls.stepUp,
    async ({ identity: { user, session_id }, body, address }) => {
      if (session_id === null) throw new AppError('forbidden');
      if (!(await provePassword(deps, user.id, body.password)))
        throw new AppError('step_up_refused');
      const from = limitedAddress(address);
      await secondFactors.prove(user, body.second_factor, { from, sessionId: session_id });
      const step_up_token = stepUpTokens.issue({ user_id: user.id, session_id });
      return { step_up_token, expires_in: STEP_UP_SECONDS };
    },
  );

  mountCall(router, factorCalls.getSecondFactor, ({ identity: { user } }) =>
    secondFactorsOf(db, user.id),
  );

  mountCall(router, factorCalls.beginSecondFactor, ({ identity }) =>
    secondFactors.begin(identity.user, askerOf(identity)),
  );

  mountCall(router, factorCalls.confirmSecondFactor, async ({ identity, body }) => ({
    recovery_codes: await secondFactors.confirm(askerOf(identity), body.second_factor),
  }));

  mountCall(router, factorCalls.renewRecoveryCodes, async ({ identity: { user } }) => ({
    recovery_codes: await secondFactors.renewCodes(user.id),
  }));

  mountCall(router, factorCalls.removeSecondFactor, async ({ identity: { user } }) => {
    await secondFactors.removeApp(user.id);
    return undefined;
  });

  mountCall(router, factorCalls.beginPasskey, ({ identity }) =>
    passkeys.beginAdding(identity.user, askerOf(identity).sessionId),
  );

  mountCall(router, factorCalls.addPasskey, ({ identity, body }) =>
    secondFactors.addPasskey(askerOf(identity), body),
  );

  mountCall(router, factorCalls.removePasskey, async ({ identity: { user }, params }) => {
    await secondFactors.removePasskey(user.id, params.id);
    return undefined;
  });

  mountCall(router, keyCalls.listApiKeys, async ({ identity: { user } }) => ({
    data: await listApiKeys(db, user.id),
    has_more: false,
    next_cursor: null,
  }));

  mountCall(router, keyCalls.createApiKey, async ({ identity, body }) => {
    const { row, key } = await createApiKey(db, askerOf(identity), body);
    return { ...row, key };
  });

  mountCall(router, keyCalls.deleteApiKey, async ({ identity: { user }, params }) => {
    const prefix = await deleteApiKey(db, user.id, params.id);
    if (prefix === undefined) throw new AppError('not_found');
    return undefined;
  });

  return router;
}
