/** The screen of a location: a browser in a shop, as the player's tests look at it and listen to it. */
import { expect } from './fixtures.ts';
import { addMember, giveStation } from './admin-area.ts';
import { asUser } from './as-user.ts';
import type { Stationhouse } from './stationhouse.ts';
import { SITE } from './wizard.ts';

/** As the browser of a shop is started. */
export const PLAYS_UNASKED = '--autoplay-policy=no-user-gesture-required';

export const STATION_NAME = 'The Corner Shop';

/** A location as its owner sees it. */
interface Place {
  id: string;
  status: string;
  players: { id: string }[];
  days: { parts: { status: string }[] }[];
}

/** A business with a station on air and one location. */
export async function openShop(stationhouse: Stationhouse, slug: string, location: object = {}) {
  const member = await addMember(stationhouse, {
    email: `${slug}@example.com`,
    last_name: 'Lantern',
  });
  await giveStation(stationhouse, member.email, {
    station_slug: slug,
    station_name: STATION_NAME,
    status: 'active',
    stream_url: '/stream/demo',
    current_track_data: '/stream/demo/tracks/current',
    next_track_data: '/stream/demo/tracks/next',
  });
  const send = await asUser(stationhouse, member);
  const { id } = await send<Place>('POST', '/v1/me/locations', {
    name: 'High Street',
    ...location,
  });
  return {
    page: `${SITE}/${slug}/play`,
    pair: (pairing_code: string) =>
      send<Place>('POST', `/v1/me/locations/${id}/players`, { pairing_code }),
    read: () => send<Place>('GET', `/v1/me/locations/${id}`),
    change: (change: object) => send<Place>('PATCH', `/v1/me/locations/${id}`, change),
    /** Removes its players, as the owner does in the portal. */
    unpair: () => stationhouse.query('delete from location_players where location_id = $1', [id]),
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** The common part of Playwright's and puppeteer's pages. */
export interface Tab {
  evaluate<Result>(script: () => Result): Promise<Result>;
}

/** The visible state of a location player. */
export interface Shown {
  code: string;
  place: string;
  title: string;
  status: string;
}

/** Looks at a screen. */
export const look = (tab: Tab): Promise<Shown> =>
  tab.evaluate(() => {
    const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    return {
      code: text('.code'),
      place: text('.place'),
      title: text('.now .title'),
      status: text('.status'),
    };
  });

/** Waits until the last line of a screen says that so many minutes are in reserve. */
export async function untilInReserve(tab: Tab, minutes: number, timeout: number): Promise<void> {
  await expect
    .poll(async () => Number(/(\d+) minutes of music/.exec((await look(tab)).status)?.[1] ?? 0), {
      timeout,
    })
    .toBeGreaterThanOrEqual(minutes);
}

/** One look at the sound of a page. */
interface Sounding {
  /** In seconds since the page was opened. */
  at: number;
  position: number;
  isLoud: boolean;
}

/** Records in the page, from its next sound on and ten times a second, whether it sounds and how far it has played. */
export async function record(tab: Tab): Promise<() => Promise<Sounding[]>> {
  // Listening to a page may interrupt its sound for a moment when it begins.
  const isHeard = () => tab.evaluate(() => (window.__hear()?.loudness ?? 0) > 0.001);
  await expect.poll(isHeard, { timeout: 20_000 }).toBe(true);
  await tab.evaluate(() => {
    const heard: Sounding[] = [];
    Object.assign(window, { __recorded: heard });
    setInterval(() => {
      const now = window.__hear();
      heard.push({
        at: performance.now() / 1_000,
        // No sound is ready: it is where it was.
        position: now?.currentTime ?? heard.at(-1)?.position ?? 0,
        isLoud: (now?.loudness ?? 0) > 0.001,
      });
    }, 100);
  });
  return () => tab.evaluate(() => (window as unknown as { __recorded: Sounding[] }).__recorded);
}

/**
 * The longest time without sound, in seconds. A busy page may look late: if no look in between was silent, only the time
 * counts by which the sound has not advanced.
 */
export function longestGap(heard: Sounding[]): number {
  let last = heard[0];
  let wasSilent = false;
  let longest = 0;
  for (const look of heard) {
    if (last) {
      const advanced = look.position - last.position;
      const isKnown = wasSilent || !look.isLoud || advanced < 0;
      longest = Math.max(longest, look.at - last.at - (isKnown ? 0 : advanced));
    }
    wasSilent = !look.isLoud;
    if (look.isLoud) last = look;
  }
  return longest;
}

/** How much less was played than time has passed, in seconds. A new source begins at 0 again. */
export function lostSeconds(heard: Sounding[]): number {
  let played = 0;
  for (const [n, { position }] of heard.entries()) {
    played += Math.max(0, position - (heard[n - 1]?.position ?? position));
  }
  return (heard.at(-1)?.at ?? 0) - (heard[0]?.at ?? 0) - played;
}
