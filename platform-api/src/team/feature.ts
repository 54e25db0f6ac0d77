// Team members: people who work for a business beside its owner.
import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/team/calls.ts';
import { createCodeSecrets, type CodeSecrets } from '../accounts/code-secrets.ts';
import { actorOf } from '../audit/audit.ts';
import type { Feature } from '../feature.ts';
import type { MountCall } from '../http/mount-call.ts';
import { tasksWith } from '../jobs/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Logger } from '../process/log.ts';
import { RadioStation } from '../stations/station.ts';
import { SEND_INVITATION } from './invitation-mail.ts';
import { invite, join, listInvitations, readInvitation, resend, revoke } from './invitations.ts';
import { changeMember, leaveTeam, listMembers, listTeams, removeMember } from './members.ts';

/** Owners invite people to their team; people accept and leave. */
export function teamFeature(services: {
  db: Knex;
  /** Make the links of invitations; the newest first. */
  secrets: readonly string[];
  mailer: Mailer;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): Feature {
  const deps = { ...services, codes: createCodeSecrets(services.secrets) };
  return {
    routers: (mountCall) => [teamRoutes(mountCall, deps)],
    tasks: tasksWith(deps, SEND_INVITATION),
  };
}

function teamRoutes(
  mountCall: MountCall,
  deps: { db: Knex; codes: CodeSecrets; now: () => number },
): Router {
  const { db } = deps;
  const router = new Router();
  const ownStation = ({ user }: { user: { id: string } }) => RadioStation.requireOwn(db, user.id);

  mountCall(router, calls.listTeam, async ({ identity }) => {
    const station = await ownStation(identity);
    return {
      data: await listMembers(db, station.id),
      has_more: false,
      next_cursor: null,
      invitations: await listInvitations(db, station.id),
    };
  });

  mountCall(router, calls.inviteTeamMember, async ({ identity, body, address }) => {
    const station = await ownStation(identity);
    return invite(deps, actorOf(identity, address), { station, ...body });
  });

  mountCall(router, calls.resendTeamInvitation, async ({ identity, params }) =>
    resend(deps, { station: await ownStation(identity), ...params }),
  );

  mountCall(router, calls.revokeTeamInvitation, async ({ identity, params, address }) => {
    const station = await ownStation(identity);
    await revoke(db, actorOf(identity, address), { station, ...params });
    return undefined;
  });

  mountCall(router, calls.changeTeamMember, async ({ identity, params, body, address }) => {
    const station = await ownStation(identity);
    return changeMember(db, actorOf(identity, address), { station, ...params, ...body });
  });

  mountCall(router, calls.removeTeamMember, async ({ identity, params, address }) => {
    const station = await ownStation(identity);
    await removeMember(db, actorOf(identity, address), { station, ...params });
    return undefined;
  });

  mountCall(router, calls.listMyTeams, async ({ identity: { user } }) => ({
    data: await listTeams(db, user.id),
    has_more: false,
    next_cursor: null,
  }));

  mountCall(router, calls.leaveTeam, async ({ identity, params, address }) => {
    await leaveTeam(db, actorOf(identity, address), { userId: identity.user.id, ...params });
    return undefined;
  });

  mountCall(router, calls.readTeamInvitation, ({ body }) => readInvitation(deps, body.token));

  mountCall(router, calls.joinTeam, ({ identity, body, address }) =>
    join(deps, actorOf(identity, address), { user: identity.user, ...body }),
  );

  return router;
}
