import type { Knex } from 'knex';
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import {
  STATUS_ADVICE,
  type AlertWay,
  type LocationStatus,
} from '../../contract/locations/values.ts';
import { loginsOf } from '../accounts/user.ts';
import { job, queueJob } from '../jobs/job.ts';
import { queueMail, type MailContent } from '../mail/send-mail.ts';
import type { MailedStation } from '../mail/station-sign.tsx';
import type { TextMessages } from '../mail/text-messages.ts';
import { presentMailedStation, RadioStation } from '../stations/station.ts';
import { locationPlaying, locationSilent } from './location-mails.tsx';
import { HOURS_NOW } from './location-rows.ts';

/** Sends an alert to a phone. */
export const SEND_ALERT_TEXT = job({
  name: 'send_location_alert',
  payload: z.object({ to: z.string(), text: z.string() }),
  isMail: true,
  async run({ texts }: { texts: TextMessages }, { to, text }, { id }) {
    await texts.send({ to, text, id }, { isProven: true });
  },
});

/** A time of day in a zone, with the day. */
const localTime = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);

interface About {
  id: string;
  name: string;
  zone: string;
  station_id: string;
  reserve_seconds: number;
}

async function readAbout(trx: Knex, id: string): Promise<About | undefined> {
  const { rows } = await trx.raw<{ rows: About[] }>(
    `select l.id, l.name, l.station_id, h.zone,
       coalesce((select max(reserve_seconds) from location_players where location_id = l.id), 0) as reserve_seconds
     from locations l join lateral ${HOURS_NOW} h on true
     where l.id = ?`,
    [id],
  );
  return rows[0];
}

/** The team members who work for a location. */
export type TeamAt = (
  db: Knex,
  where: { station_id: string; location_id: string },
) => Promise<string[]>;

/** The services that tell of a silence. */
export interface AlertDeps {
  trx: Knex;
  teamAt: TeamAt;
  publicUrl: string;
}

/** How a person is told. Owners who have not chosen get emails, team members nothing. */
export async function alertsOf(
  db: Knex,
  { user_id, isOwner }: { user_id: string; isOwner: boolean },
): Promise<AlertWay> {
  const row = await db('location_alerts').where({ user_id }).first('send_by');
  return row?.send_by ?? (isOwner ? 'email' : 'none');
}

/** Tells those who want it that a location is silent. */
export async function tellSilent(
  deps: AlertDeps,
  { location_id, status, since }: { location_id: string; status: LocationStatus; since: Date },
): Promise<void> {
  const about = await readAbout(deps.trx, location_id);
  if (!about) return;
  const { id, name, zone, reserve_seconds } = about;
  const time = localTime(since, zone);
  // Without a report it is not known whether the player is silent or plays its reserve.
  const reserve_until =
    status === 'offline' && reserve_seconds > 0
      ? localTime(new Date(since.getTime() + reserve_seconds * 1_000), zone)
      : null;
  const news =
    reserve_until === null
      ? `has been silent since ${time}.`
      : `has not reported since ${time}. If only its line is cut, it plays until about ${reserve_until}.`;
  await send(deps, about, {
    mail: (station) =>
      locationSilent({ ...station, location_id: id, name, status, time, reserve_until }),
    text: `${BRAND.name}: ${name} ${news} ${STATUS_ADVICE[status] ?? ''}`.trim(),
  });
}

/** Tells those who want it that a location plays again. */
export async function tellPlaying(
  deps: AlertDeps,
  silence: { location_id: string; since: Date; was_on_reserve: boolean },
): Promise<void> {
  const about = await readAbout(deps.trx, silence.location_id);
  if (!about) return;
  const { id, name, zone } = about;
  const since = localTime(silence.since, zone);
  const { was_on_reserve } = silence;
  await send(deps, about, {
    mail: (station) =>
      locationPlaying({ ...station, location_id: id, name, since, was_on_reserve }),
    text: was_on_reserve
      ? `${BRAND.name}: ${name} is back. It played its reserve since ${since}.`
      : `${BRAND.name}: ${name} plays again. It was silent since ${since}.`,
  });
}

async function send(
  { trx, teamAt, publicUrl }: AlertDeps,
  { id: location_id, station_id }: About,
  { mail, text }: { mail: (station: MailedStation) => MailContent; text: string },
): Promise<void> {
  const station = await RadioStation.read(trx, station_id);
  const letter = mail(presentMailedStation(station, publicUrl));
  const { user_id: owner } = station;
  for (const user_id of [owner, ...(await teamAt(trx, { station_id, location_id }))]) {
    const { email, phone } = await loginsOf(trx, user_id);
    const by = await alertsOf(trx, { user_id, isOwner: user_id === owner });
    if (by === 'email' && email !== null) await queueMail(trx, email, letter);
    if (by === 'text' && phone !== null) await queueJob(trx, SEND_ALERT_TEXT, { to: phone, text });
  }
}
