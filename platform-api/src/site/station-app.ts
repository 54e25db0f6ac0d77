import {
  renderOfflinePage,
  staticLookCss,
  STATION_WORKER,
} from '@stationhouse/player-shell/render';
import { readStationAddress, type SiteDomains } from '@stationhouse/sdk/station-address';
import type { Context } from 'koa';
import { paletteOf } from '../../contract/site/colours.ts';
import { EMBED_DEFAULTS } from '../../contract/stations/values.ts';
import type { PublicStation } from '../../contract/stations/schemas.ts';
import { AppError } from '../errors.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import { allowPlayerPage, allowStationWorker } from '../http/security-headers.ts';
import { designOfStation, drawSleeve } from '../../contract/site/sleeve.ts';
import type { LiveStations } from '../stations/live-stations.ts';
import { etagOf, hashOf } from './etag.ts';
import { ICONS, versionOf, type IconName, type StationIcons } from './station-icons.ts';
import { languageOfRequest } from './station-page.ts';

/** Of an icon or a manifest: a new logo shows within the hour. */
const FOR_AN_HOUR = forEveryone({ everywhere: 60 * 60, stale: WHILE_FAILING.hour });

/** Of a station that is being built: a date for the calendar. */
const START = 'start.ics';
const LOOK = 'look.css';

/** The files of a station's app are beside its page, such as `/demo/icon-192.png`. */
const FILE = new RegExp(
  `^(.*)/(start\\.ics|manifest\\.webmanifest|offline\\.html|look\\.css|${Object.keys(ICONS).join('|').replaceAll('.', '\\.')})$`,
);
const WORKER_PATH = '/station-worker.js';

/** Icons of the manifest: names, sizes in px, purposes (W3C Web Application Manifest §1.8, §1.12). */
const MANIFEST_ICONS = [
  ['icon-192.png', 'any'],
  ['icon-512.png', 'any'],
  ['icon-maskable-512.png', 'maskable'],
] as const;

interface Deps {
  stations: LiveStations;
  icons: StationIcons;
  publicUrl: string;
  domains: SiteDomains;
}

/** Sends a file that makes a station's page an installable app. @returns false at any other path */
export async function sendStationApp(ctx: Context, hostname: string, deps: Deps): Promise<boolean> {
  if (ctx.path === WORKER_PATH) {
    sendWorker(ctx, deps.publicUrl);
    return true;
  }
  const [, path, file] = FILE.exec(ctx.path) ?? [];
  if (path === undefined || file === undefined) return false;
  // Unlike on pages, the query cannot name a station.
  const address = readStationAddress({ hostname, pathname: path, search: '' }, deps.domains);
  if (!address || address.slug === null || address.view !== 'full') throw new AppError('not_found');
  ctx.vary('Host');
  if (file === START) {
    await sendStart(ctx, address.slug, deps);
    return true;
  }
  const live = await deps.stations.find(address.slug);
  if (file === LOOK) {
    const look = live?.station ?? (await deps.stations.coming(address.slug));
    if (!look) throw new AppError('station_not_found');
    ctx.set('Cache-Control', 'no-cache');
    answer(ctx, 'text/css', staticLookCss(look));
    return true;
  }
  if (!live) throw new AppError('station_not_found');
  await sendFile(ctx, { file, path, station: live.station }, deps);
  return true;
}

/** The moment until which a station is promised on air, as an event with an alarm (RFC 5545). */
async function sendStart(ctx: Context, slug: string, { stations, publicUrl }: Deps): Promise<void> {
  const coming = await stations.coming(slug);
  if (!coming?.asked_at || !coming.on_air_by) throw new AppError('station_not_found');
  const stamp = (time: string) => time.replaceAll(/[-:]|\.\d+/g, '');
  const text = (words: string) => words.replaceAll(/[\\,;]/g, String.raw`\$&`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(coming.station_name)}//Start//EN`,
    'BEGIN:VEVENT',
    `UID:start-${coming.public_id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${stamp(coming.asked_at)}`,
    `DTSTART:${stamp(coming.on_air_by)}`,
    'DURATION:PT30M',
    `SUMMARY:${text(coming.station_name)}`,
    `URL:${coming.station_url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0S',
    `DESCRIPTION:${text(coming.station_name)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  ctx.set('Cache-Control', 'no-cache');
  answer(ctx, 'text/calendar', `${lines.map(folded).join('\r\n')}\r\n`);
}

/** A line in pieces of at most 75 octets, each but the first behind a space (RFC 5545 §3.1). */
function folded(line: string): string {
  const pieces = [''];
  for (const letter of line) {
    const last = pieces.length - 1;
    if (Buffer.byteLength(`${pieces[last]}${letter}`) > 75) pieces.push(` ${letter}`);
    else pieces[last] += letter;
  }
  return pieces.join('\r\n');
}

/** Sends the icon that browsers ask for unasked: the station's on its own host, else the brand's. */
export async function sendFavicon(ctx: Context, hostname: string, deps: Deps): Promise<void> {
  const address = readStationAddress({ hostname, pathname: '/', search: '' }, deps.domains);
  const live = address?.slug ? await deps.stations.find(address.slug) : undefined;
  ctx.vary('Host');
  ctx.set('Cache-Control', FOR_AN_HOUR);
  answer(ctx, 'image/png', await deps.icons.draw(live?.station ?? null, 'icon-192.png'));
}

async function sendFile(
  ctx: Context,
  { file, path, station }: { file: string; path: string; station: PublicStation },
  { icons, publicUrl }: Deps,
): Promise<void> {
  if (file === 'offline.html') return sendOffline(ctx, station, { icons, publicUrl });
  ctx.set('Cache-Control', FOR_AN_HOUR);
  if (file === 'manifest.webmanifest') {
    return answer(ctx, 'application/manifest+json', JSON.stringify(manifestOf(station, path)));
  }
  // The pattern knows no other names.
  answer(ctx, 'image/png', await icons.draw(station, file as IconName));
}

/** @param path of the station at this host, without a slash at its end */
function manifestOf(station: PublicStation, path: string) {
  const page = path || '/';
  const { accent_colour, theme } = station;
  // A new logo or colour changes the URLs of its icons.
  const version = hashOf(versionOf(station));
  return {
    name: station.station_name,
    short_name: station.station_name,
    id: page,
    start_url: page,
    scope: page,
    display: 'standalone',
    background_color: accent_colour
      ? paletteOf({ accent_colour }, theme === 'dark').paper
      : EMBED_DEFAULTS.background_color,
    theme_color: accent_colour ?? EMBED_DEFAULTS.play_button_color,
    icons: MANIFEST_ICONS.map(([name, purpose]) => ({
      src: `${path}/${name}?v=${version}`,
      sizes: `${ICONS[name].size}x${ICONS[name].size}`,
      type: 'image/png',
      purpose,
    })),
  };
}

/** The offline screen, which the browser's worker keeps (player-shell/station-worker). */
async function sendOffline(
  ctx: Context,
  station: PublicStation,
  { icons, publicUrl }: Pick<Deps, 'icons' | 'publicUrl'>,
): Promise<void> {
  const icon = await icons.draw(station, 'icon-192.png');
  const logo = await icons.draw(station, 'logo.png');
  const { public_id, accent_colour = null } = station;
  const sleeve = drawSleeve(designOfStation({ station: public_id, accent: accent_colour }));
  const page = renderOfflinePage({
    ...station,
    station_name: station.station_name,
    lang: languageOfRequest(ctx),
    icon: `data:image/png;base64,${icon.toString('base64')}`,
    logo: `data:image/png;base64,${logo.toString('base64')}`,
    sleeve: `data:image/svg+xml,${encodeURIComponent(sleeve)}`,
  });
  allowPlayerPage(ctx, publicUrl, { styles: page.style_hashes, scripts: page.script_hashes });
  ctx.set('Cache-Control', 'no-cache');
  answer(ctx, 'text/html', page.html);
}

function sendWorker(ctx: Context, publicUrl: string): void {
  allowStationWorker(ctx, publicUrl);
  ctx.set('Cache-Control', 'no-cache');
  answer(ctx, 'text/javascript', STATION_WORKER);
}

function answer(ctx: Context, type: string, body: string | Buffer): void {
  ctx.type = type;
  ctx.etag = etagOf(body);
  ctx.body = body;
}
