import { STATIONS } from './stations/group.ts';
import { SETUP } from './setup/group.ts';
import { ANNOUNCEMENTS } from './announcements/group.ts';
import { PACKAGES, BILLING } from './billing/group.ts';
import { ACCOUNTS, API_KEYS } from './accounts/group.ts';
import { TEAM } from './team/group.ts';
import { WEBHOOKS } from './webhooks/group.ts';
import { VOICES } from './voices/group.ts';
import { CONTACT } from './contact/group.ts';
import { MESSAGES } from './messages/group.ts';
import { OPERATOR } from './admin/group.ts';
import { MUSIC_LIBRARY } from './library/group.ts';
import { SCHEDULES } from './schedule/group.ts';
import { LOCATIONS } from './locations/group.ts';
import { PROOF } from './proof/group.ts';
import { HEALTH } from './health/group.ts';
import type { Call, CallGroup } from './call.ts';

/** Every call of the API, in the order of the reference. */
export const CALL_GROUPS: readonly CallGroup[] = [
  STATIONS,
  SETUP,
  ANNOUNCEMENTS,
  LOCATIONS,
  PROOF,
  PACKAGES,
  VOICES,
  ACCOUNTS,
  API_KEYS,
  TEAM,
  WEBHOOKS,
  BILLING,
  CONTACT,
  MESSAGES,
  OPERATOR,
  MUSIC_LIBRARY,
  SCHEDULES,
  HEALTH,
];

/** Every call in one list. */
export const CALLS: readonly Call[] = CALL_GROUPS.flatMap(({ calls }) => calls);
