import Router from '@koa/router';
import type { SiteDomains } from '@stationhouse/sdk/station-address';
import type { Knex } from 'knex';
import type { Accounts } from './accounts/accounts.ts';
import type { Admin } from './admin/admin.ts';
import type { Announcements } from './announcements/announcements.ts';
import { assetRoutes } from './assets/routes.ts';
import { storageRoutes } from './assets/storage/storage-routes.ts';
import type { Storage } from './assets/storage/storage.ts';
import type { Billing } from './billing/billing.ts';
import { broadcastRoutes } from './broadcast/routes.ts';
import type { Broadcast } from './broadcast/broadcast.ts';
import { contactRoutes } from './contact/routes.ts';
import type { Deletion } from './deletion/deletion.ts';
import type { Domains } from './domains/domains.ts';
import { playlistRoutes } from './library/playlist-routes.ts';
import { createTrackFiles, trackFileRoutes } from './library/track-files.ts';
import { trackRoutes } from './library/track-routes.ts';
import { uploadRoutes } from './library/upload-routes.ts';
import type { Audience } from './listening/audience.ts';
import type { ListenerCountry } from './listening/listener-country.ts';
import { reportRoutes } from './listening/report-routes.ts';
import { listeningRoutes } from './listening/routes.ts';
import type { MountCall } from './http/mount-call.ts';
import { healthRoutes, type Readiness } from './http/readiness.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { referenceRoutes } from './reference/routes.ts';
import { portalFontFaces } from './site/static-files.ts';
import type { Logger } from './log.ts';
import { mailboxRoutes } from './mail/mailbox-routes.tsx';
import type { Mailbox } from './mail/mailbox.ts';
import { messageRoutes } from './messages/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import type { ModeWatch } from './operations/operating-modes.ts';
import { operationsRoutes } from './operations/routes.ts';
import type { Schedules } from './schedule/schedule.ts';
import { setupRoutes } from './setup/routes.ts';
import { oembedRoutes } from './site/oembed.ts';
import { stationNamed } from './site/site.ts';
import type { LiveStations } from './stations/live-stations.ts';
import type { MyLiveStations } from './stations/my-live-stations.ts';
import { voiceRoutes } from './voices/routes.ts';
import type { OnAirStations } from './schedule/on-air-stations.ts';
import type { Sleeves } from './sleeves/sleeves.ts';
import type { VoiceMaker } from './voices/voice-maker.ts';
import type { Webhooks } from './webhooks/webhooks.ts';
import { approvalRoutes } from './approval/approval.ts';
import { myStationRoutes } from './stations/my-routes.ts';
import { playerEmbedRoutes, stationRoutes } from './stations/routes.ts';

/** Mounts the routes of all features. `mountCall` enforces the access that each contract names. */
export function routes(
  mountCall: MountCall,
  rooms: {
    db: Knex;
    limits: RateLimits;
    log: Logger;
    accounts: Accounts;
    admin: Admin;
    announcements: Announcements;
    billing: Billing;
    deletion: Deletion;
    ownDomains: Domains;
    stations: LiveStations;
    myStations: MyLiveStations;
    broadcast: Broadcast;
    onAir: OnAirStations;
    sleeves: Sleeves;
    audience: Audience;
    listenerCountry?: ListenerCountry;
    trustProxy: number;
    mailbox: Mailbox | null;
    storage: Storage;
    voices: VoiceMaker;
    uploadsDir: string;
    publicUrl: string;
    waitsForApproval: boolean;
    secrets: readonly string[];
    now: () => number;
    domains: SiteDomains;
    readiness: Readiness;
    modes: ModeWatch;
    schedules: Schedules;
    webhooks: Webhooks;
  },
): Router {
  const { db } = rooms;
  const all = new Router();
  const trackFiles = createTrackFiles(rooms);
  const named = (text: string): string => stationNamed(text, rooms.domains);

  const calls = [
    stationRoutes(mountCall, { ...rooms, named }),
    oembedRoutes(mountCall, rooms),
    ...rooms.billing.routers(mountCall),
    ...rooms.accounts.routers(mountCall),
    assetRoutes(mountCall, rooms),
    ...rooms.announcements.routers(mountCall),
    ...rooms.deletion.routers(mountCall),
    ...rooms.ownDomains.routers(mountCall),
    myStationRoutes(mountCall, { ...rooms, sessionWatch: rooms.accounts.sessionWatch }),
    setupRoutes(mountCall, db),
    approvalRoutes(mountCall, { ...rooms, files: trackFiles }),
    notificationRoutes(mountCall, db),
    contactRoutes(mountCall, rooms),
    messageRoutes(mountCall, rooms),
    ...rooms.admin.routers(mountCall),
    trackRoutes(mountCall, { ...rooms, files: trackFiles }),
    playlistRoutes(mountCall, rooms),
    uploadRoutes(mountCall, rooms),
    ...rooms.schedules.routers(mountCall),
    listeningRoutes(mountCall, rooms),
    voiceRoutes(mountCall, { ...rooms, files: trackFiles }),
    ...rooms.webhooks.routers(mountCall),
    operationsRoutes(mountCall, rooms),
    healthRoutes(mountCall, rooms.readiness),
  ];
  const files = [
    broadcastRoutes(rooms.broadcast, rooms),
    rooms.sleeves.router,
    reportRoutes({ ...rooms, named }),
    trackFileRoutes({ ...rooms, files: trackFiles }),
    storageRoutes(rooms),
    playerEmbedRoutes(rooms),
    referenceRoutes({ ...rooms, fontFaces: portalFontFaces }),
    ...(rooms.mailbox ? [mailboxRoutes(rooms.mailbox)] : []),
  ];

  for (const room of [...calls, ...files]) all.use(room.routes());
  return all;
}
