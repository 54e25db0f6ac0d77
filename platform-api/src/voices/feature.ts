// Spoken radio IDs: an admin has scripts spoken, hears them, and accepts. Visitors hear the name of their place.
import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/voices/calls.ts';
import { speakName } from '../../contract/voices/spoken-names.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { actorOf } from '../audit/audit.ts';
import type { Feature } from '../feature.ts';
import type { MountCall } from '../http/mount-call.ts';
import { createTrackFiles, type TrackFiles } from '../library/track-files.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Logger } from '../process/log.ts';
import { acceptTake, removeSpeech } from './accept-take.ts';
import { createNameSpeaker } from './speak-name.ts';
import { recordScript, SPEAK_RADIO_ID, speakScript } from './speak-radio-id.ts';
import { readSpokenId, readSpokenIds } from './spoken-rows.ts';
import type { VoiceMaker } from './voice-maker.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  voices: VoiceMaker;
  uploadsDir: string;
  publicUrl: string;
  log: Logger;
  limits: RateLimits;
}

export const voicesFeature = (
  services: Deps & { secrets: readonly string[]; now: () => number },
): Feature => ({
  routers: (mountCall) => [
    voiceRoutes(mountCall, { ...services, files: createTrackFiles(services) }),
  ],
  tasks: [SPEAK_RADIO_ID.taskWith(services)],
});

function voiceRoutes(mountCall: MountCall, deps: Deps & { files: TrackFiles }): Router {
  const { db, voices } = deps;
  const router = new Router();
  const whole = { has_more: false, next_cursor: null };

  mountCall(router, calls.listVoices, () => ({ ...whole, data: [...voices.voices] }));

  const speakFor = createNameSpeaker(deps);
  mountCall(router, speakName, ({ body }) => speakFor(body));

  mountCall(router, calls.listSpokenIds, async ({ params }) => ({
    ...whole,
    ...(await readSpokenIds(deps, params.user_id)),
  }));

  mountCall(router, calls.speakRadioId, async ({ params, body, identity, address }) => {
    const { user_id: userId, id } = params;
    await speakScript(deps, actorOf(identity, address), { userId, id, ...body });
    return readSpokenId(deps, userId, id);
  });

  mountCall(router, calls.recordRadioId, async ({ params, raw, identity, address }) => {
    const { user_id: userId, id } = params;
    await recordScript(deps, actorOf(identity, address), { userId, id, bytes: raw });
    return readSpokenId(deps, userId, id);
  });

  mountCall(router, calls.acceptRadioId, async ({ params, body, identity, address }) => {
    const { user_id: userId, id } = params;
    await acceptTake(deps, actorOf(identity, address), { userId, id, ...body });
    return readSpokenId(deps, userId, id);
  });

  mountCall(router, calls.removeRadioId, async ({ params, identity, address }) => {
    const { user_id: userId, id } = params;
    await removeSpeech({ ...deps, db }, actorOf(identity, address), { userId, id });
    return undefined;
  });

  return router;
}
