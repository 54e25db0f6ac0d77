import type { Knex } from 'knex';
import { queueMail } from '../../mail/send-mail.ts';
import { stationSilent, stationWell } from '../../stations/station-mails.tsx';
import { presentMailedStation, RadioStation } from '../../stations/station.ts';
import { emailOf } from '../../accounts/user.ts';

/** A member gets at most one mail about silence in this many minutes. */
const MAIL_AGAIN_MINUTES = 60;

// Silence counts once two turns in a row have found it, which are ten minutes apart.
const CLAIM_SILENT = `
  update station_troubles set member_told_at = now()
  where station_id = any (:stations::uuid[]) and trouble = 'silent' and times > 1
    and (member_told_at is null
      or (member_told_well_at > member_told_at
        and member_told_at < now() - :minutes * interval '1 minute'))
  returning station_id, since`;

const CLAIM_WELL = `
  update station_troubles set member_told_well_at = now()
  where station_id = any (:stations::uuid[]) and trouble = 'silent' and times = 0
    and member_told_at > coalesce(member_told_well_at, '-infinity')
  returning station_id`;

/**
 * Queues mails to the members whose stations are silent, and to those whose stations play again.
 *
 * @param stations the ids of the stations that were just checked
 * @param isOwnLine whether the cause may be this server's own internet connection: then listeners may hear
 *   the stations well, and the next turn decides
 */
export async function notifyMembers(
  db: Knex,
  { stations, isOwnLine, publicUrl }: { stations: string[]; isOwnLine: boolean; publicUrl: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const claim = async (sql: string) =>
      (
        await trx.raw<{ rows: { station_id: string; since: Date }[] }>(sql, {
          stations,
          minutes: MAIL_AGAIN_MINUTES,
        })
      ).rows;
    for (const { station_id, since } of isOwnLine ? [] : await claim(CLAIM_SILENT)) {
      const { station, to } = await findMember(trx, station_id);
      if (!station || !to) continue;
      const about = { ...presentMailedStation(station, publicUrl), since: since.toISOString() };
      await queueMail(trx, to, stationSilent(about));
    }
    for (const { station_id } of await claim(CLAIM_WELL)) {
      const { station, to } = await findMember(trx, station_id);
      if (!station || !to) continue;
      await queueMail(trx, to, stationWell(presentMailedStation(station, publicUrl)));
    }
  });
}

/** A station and the email of its member; null without one, or while the account is being deleted. */
async function findMember(
  trx: Knex,
  stationId: string,
): Promise<{ station?: RadioStation; to: string | null }> {
  const station = await RadioStation.findByKey(trx, { id: stationId });
  if (!station) return { to: null };
  return { station, to: await emailOf(trx, station.user_id) };
}
