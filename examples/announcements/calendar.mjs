// Announces the events of a calendar file (iCalendar, .ics), each at its start:
//
//   STATIONHOUSE_KEY=shk_… node examples/announcements/calendar.mjs examples/announcements/events.ics
//
// The key needs the scope `announcements:write` and nothing else. STATIONHOUSE_URL is the server's address. Run it as
// often as you like, for example every hour: an event is announced once.
import { readFile } from 'node:fs/promises';
import { createClient, RequestFailed } from '@stationhouse/sdk/client';

const { STATIONHOUSE_KEY: apiKey, STATIONHOUSE_URL: url = 'http://localhost:8000' } = process.env;
const [file] = process.argv.slice(2);
if (!apiKey || !file) {
  console.error('Set STATIONHOUSE_KEY to an API key of yours, and name a calendar file.');
  process.exit(2);
}

/** The events of a calendar (RFC 5545) that have a time. Those of whole days are left out. */
function eventsOf(calendar) {
  // A line that begins with a space continues the one before.
  const lines = calendar.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const events = [];
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push({});
    const [, name, value] = /^(SUMMARY|DESCRIPTION|DTSTART)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    if (name && events.length > 0) events.at(-1)[name] = value;
  }
  return events.flatMap(({ SUMMARY: title, DESCRIPTION = title, DTSTART = '' }) => {
    const [, year, month, day, hour, minute, utc] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\d(Z?)$/.exec(DTSTART) ?? [];
    if (!year || !title) return [];
    // Without Z it is local time, which the station's time zone is taken for.
    const at = `${year}-${month}-${day}T${hour}:${minute}:00${utc}`;
    return [{ title: plain(title), text: plain(DESCRIPTION), at }];
  });
}

const plain = (text) => text.replaceAll(/\\n/gi, ' ').replaceAll(/\\(.)/g, '$1');

/** '2026-11-24T18:30:00' in a time zone. Sweden writes times nearly as ISO 8601 does. */
const localTime = (moment, timeZone) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(moment))
    .replace(' ', 'T');

const { announcements } = createClient({ url, apiKey }).me;
try {
  const { data: known, zone } = await announcements.list();
  const isKnown = ({ title, at }) =>
    known.some(
      (one) =>
        one.title === title &&
        one.when?.kind === 'at' &&
        [localTime(one.when.at, zone), `${localTime(one.when.at, 'UTC')}Z`].includes(at),
    );
  for (const event of eventsOf(await readFile(file, 'utf8'))) {
    const { title, text, at } = event;
    if (isKnown(event)) {
      console.log(`${title} is planned already.`);
      continue;
    }
    try {
      const { due_at } = await announcements.create({ title, text, when: { kind: 'at', at } });
      console.log(`${title} will be announced at ${due_at}.`);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      // Such as a time that has passed, or an hour that is full.
      console.log(`${title}: ${error.errors[0]?.message ?? error.message}`);
    }
  }
} catch (error) {
  if (!(error instanceof RequestFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
