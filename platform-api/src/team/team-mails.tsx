/** @jsxRuntime automatic */
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { TEAM_ROLES, type TeamRole } from '../../contract/team/values.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from '../mail/letter-layout.tsx';
import type { Message } from '../mail/message.ts';
import { mail } from '../mail/send-mail.ts';

/** The rights of each role, after 'You can'. */
const RIGHTS: Record<TeamRole, string> = {
  manager:
    'do everything for the station that its owner can, except billing, packages, API keys, the team and deletion',
  staff: 'see what is on air, skip a song, make announcements and close the station for holidays',
};

const AS_ROLE: Record<TeamRole, string> = { manager: 'a manager', staff: 'a member of staff' };

/** Invites a person to a team. The link is made when the mail is sent. */
export const invitationToTeam: Message<{
  station_name: string;
  role: TeamRole;
  days: number;
  link: string;
}> = {
  subject: ({ station_name }) => `Join the team of ${station_name}`,
  Body: ({ station_name, role, days, link }) => (
    <LetterLayout
      preview={`You are invited as ${AS_ROLE[role]}.`}
      heading={`Join the team of ${station_name}`}
      why={`You get this email because the owner of ${station_name} entered your address at ${BRAND.name}.`}
    >
      <Paragraph>
        <strong>{station_name}</strong> invites you as {AS_ROLE[role]}. You can {RIGHTS[role]}.
      </Paragraph>
      <Action href={link} label="See the invitation" />
      <SmallPrint>
        The link works once, for {days} days. Sign in with this address, or create an account with
        it.
      </SmallPrint>
      <SmallPrint>
        If you don’t know this business, ignore this email, and nothing happens.
      </SmallPrint>
    </LetterLayout>
  ),
};

/** Tells an owner that an invitation was accepted. */
export const teamMemberJoined = mail({
  name: 'team-member-joined',
  payload: { email: z.string(), role: z.enum(TEAM_ROLES), station_name: z.string() },
  subject: ({ station_name }) => `Your team of ${station_name} has grown`,
  Body: ({ email, role, station_name, publicUrl }) => (
    <LetterLayout
      preview={`${email} has accepted your invitation.`}
      heading="Your team has grown"
      why={`You get this email because you own ${station_name} at ${BRAND.name}.`}
    >
      <Paragraph>
        <strong>{email}</strong> has accepted your invitation and is now {AS_ROLE[role]} of your
        team.
      </Paragraph>
      <Action href={`${publicUrl}/members/team`} label="Open your team" />
      <SmallPrint>You can change the role there, or remove the person, at any time.</SmallPrint>
    </LetterLayout>
  ),
});

/** Tells an owner that a person has left the team. */
export const teamMemberLeft = mail({
  name: 'team-member-left',
  payload: { email: z.string(), station_name: z.string() },
  subject: ({ station_name }) => `A person has left your team of ${station_name}`,
  Body: ({ email, station_name, publicUrl }) => (
    <LetterLayout
      preview="They can no longer act for your station."
      heading="A person has left your team"
      why={`You get this email because you own ${station_name} at ${BRAND.name}.`}
    >
      <Paragraph>
        <strong>{email}</strong> has left your team and can no longer act for your station. Your
        station keeps what they did, such as their announcements.
      </Paragraph>
      <Action href={`${publicUrl}/members/team`} label="Open your team" />
    </LetterLayout>
  ),
});

/** Tells a person that they were removed from a team. */
export const removedFromTeam = mail({
  name: 'removed-from-team',
  payload: { station_name: z.string() },
  subject: ({ station_name }) => `You no longer belong to the team of ${station_name}`,
  Body: ({ station_name, publicUrl }) => (
    <LetterLayout
      preview="Your own account stays as it is."
      heading="You have left a team"
      why={`You get this email because you belonged to the team of ${station_name} at ${BRAND.name}.`}
    >
      <Paragraph>
        The owner of <strong>{station_name}</strong> has removed you from the team. You can no
        longer act for this station. Your own account stays as it is.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Open your account" />
      <SmallPrint>Ask the owner for a new invitation if this was a mistake.</SmallPrint>
    </LetterLayout>
  ),
});
