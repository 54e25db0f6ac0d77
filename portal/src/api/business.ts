import type { Team } from '@stationhouse/sdk/client';
import { hasCode } from './failures.ts';
import { MEMBERS_PATH } from './member-paths.ts';
import { supportView } from './support-view.ts';

/** The business of others for which this tab shows the portal. The API checks the role on every call. */
export type Business = Pick<Team, 'id' | 'business_id' | 'station_name' | 'role' | 'location_ids'>;

/** The key in sessionStorage (cookie policy): reloads keep the choice, and other tabs have their own. */
const KEY = 'business';

/** In place of a business: the user has chosen their own account. */
const OWN = 'own';

/** The same, followed by the name of a business whose team the user was removed from. */
const LOST = 'lost ';

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    // Storage is blocked: the tab shows the user's own account.
    return null;
  }
}

function keep(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
  } catch {
    // Storage is blocked: the tab shows the user's own account.
  }
}

function readBusiness(): Business | undefined {
  const kept = read();
  if (!kept?.startsWith('{') || supportView) return undefined;
  try {
    return JSON.parse(kept) as Business;
  } catch {
    return undefined;
  }
}

/** The business that this tab shows; undefined: the user's own account. */
export const business = readBusiness();

/** Whether the user asked for their own account, which is then not replaced by their only team. */
export const hasChosenOwn = (): boolean => read() === OWN;

/** Shows a business in this tab. All queries and event streams of the page before end with it. */
export function enterBusiness(team: Business): void {
  const { id, business_id, station_name, role, location_ids } = team;
  keep(JSON.stringify({ id, business_id, station_name, role, location_ids }));
  location.assign(MEMBERS_PATH);
}

/** Shows the user's own account in this tab. */
export function leaveBusiness(path = MEMBERS_PATH): void {
  keep(OWN);
  location.assign(path);
}

/** Forgets the choice when the user signs out: another user may sign in. */
export function forgetBusiness(): void {
  if (!business) return;
  keep(null);
  // The client of this page still acts for the business.
  location.reload();
}

function lose({ station_name }: Business): void {
  keep(LOST + station_name);
  location.assign(MEMBERS_PATH);
}

/** Returns to the user's own account once the API says that they left the team. */
export function leaveLostBusiness(failure: unknown): void {
  if (business && hasCode(failure, 'not_in_team')) lose(business);
}

const rightsOf = ({ role, location_ids }: Business): string => JSON.stringify([role, location_ids]);

/** Loads the page anew if the user's role has changed since they chose the business, or they left its team. */
export function followTeams(teams: readonly Business[]): void {
  if (!business) return;
  const team = teams.find(({ id }) => id === business.id);
  if (!team) lose(business);
  else if (rightsOf(team) !== rightsOf(business)) enterBusiness(team);
}

function takeLost(): string | null {
  const kept = read();
  if (!kept?.startsWith(LOST)) return null;
  keep(OWN);
  return kept.slice(LOST.length);
}

/** The business whose team the user was removed from, just before this page. */
export const lostBusiness = takeLost();
