/**
 * `npm run bench [-- name…]`: the product's figures, each beside its peer from the same run. A
 * missed goal is printed and is no failure: a bench is not a test.
 */
import { writeFileSync } from 'node:fs';
import { benchAccounts } from './accounts.ts';
import { benchAdmin } from './admin.ts';
import { benchBilling } from './billing.ts';
import { benchCdn } from './cdn.ts';
import { benchEvents } from './events.ts';
import { benchFairness } from './fairness.ts';
import { printFigures, printSummary, type Figure } from './figure.ts';
import { benchHours } from './hours.ts';
import { benchLibrary } from './library.ts';
import { benchListeners } from './listeners.ts';
import { benchLive } from './live.ts';
import { benchMemberHome } from './member-home.ts';
import { benchMixing } from './mixing.ts';
import { benchNowPlaying } from './now-playing.ts';
import { benchOnAir } from './on-air.ts';
import { benchPlayer } from './player.ts';
import { benchPortalPages } from './portal-pages.ts';
import { benchReports } from './reports.ts';
import { benchSdkSize } from './sdk-size.ts';
import { benchSizing } from './sizing.ts';
import { benchStationPage } from './station-page.ts';
import { benchStart } from './start.ts';
import { benchUploads } from './uploads.ts';

const BENCHES: Record<string, () => Promise<Figure[]>> = {
  'sdk-size': benchSdkSize,
  player: benchPlayer,
  'now-playing': benchNowPlaying,
  events: benchEvents,
  accounts: benchAccounts,
  billing: benchBilling,
  uploads: benchUploads,
  live: benchLive,
  fairness: benchFairness,
  admin: benchAdmin,
  library: benchLibrary,
  listeners: benchListeners,
  'on-air': benchOnAir,
  mixing: benchMixing,
  hours: benchHours,
  reports: benchReports,
  cdn: benchCdn,
  sizing: benchSizing,
  start: benchStart,
  'station-page': benchStationPage,
  'portal-pages': benchPortalPages,
  'member-home': benchMemberHome,
};

// Only a regular exit stops the started programs (programs.ts).
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}

const figures: Figure[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  try {
    const measured = await bench();
    printFigures(measured);
    figures.push(...measured);
  } catch (error) {
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
}
printSummary(figures);
// For the report of `npm run proof`.
const results = process.env['BENCH_RESULTS'];
if (results !== undefined) writeFileSync(results, JSON.stringify(figures));
