import type { Knex } from 'knex';
import { z } from 'zod';
import { INVITATION_DAYS } from '../../contract/team/values.ts';
import type { CodeSecrets } from '../accounts/code-secrets.ts';
import { job } from '../jobs/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import { renderMessage } from '../mail/message.ts';
import type { Logger } from '../process/log.ts';
import { displayName, RadioStation } from '../stations/station.ts';
import { TeamInvitation } from './table.ts';
import { invitationToTeam } from './team-mails.tsx';

interface Deps {
  db: Knex;
  codes: CodeSecrets;
  mailer: Mailer;
  publicUrl: string;
  log: Logger;
}

/** Sends the mail of an invitation. The queue holds no secret. One that was withdrawn or replaced is not sent. */
export const SEND_INVITATION = job({
  name: 'send_invitation',
  payload: z.object({ link_id: z.uuid() }),
  isMail: true,
  async run({ db, codes, mailer, publicUrl, log }: Deps, { link_id }, { id }) {
    const invitation = await TeamInvitation.query(db).findOne({ link_id });
    const station = invitation && (await RadioStation.findBought(db, invitation.station_id));
    if (!station) return;
    const { email, role, link_hash } = invitation;
    const revealed = codes.reveal({ id: link_id, link_hash });
    if (!revealed) {
      log.warn({ link_id }, 'an invitation was not sent: the secret it was made with is gone');
      return;
    }
    const letter = await renderMessage(invitationToTeam, {
      station_name: displayName(station),
      role,
      days: INVITATION_DAYS,
      link: invitationLink(publicUrl, revealed.token),
    });
    await mailer.send({ ...letter, to: email, id: `invitation-${id}` });
  },
});

/** The address of a link. Browsers send a fragment to no server and in no Referer, so the token gets into no log. */
const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/members/invitation#token=${token}`;
