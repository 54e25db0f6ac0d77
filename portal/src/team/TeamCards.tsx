import type { Location, TeamInvitation, TeamMember } from '@stationhouse/sdk/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { locationsQuery } from '../locations/queries.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { formatDate } from '../ui/dates.ts';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { ChangeRole } from './ChangeRole.tsx';
import { InviteForm } from './InviteForm.tsx';
import { teamQuery, useRefreshTeam } from './queries.ts';
import { roleInWords } from './role-words.ts';

/** The people of a business and the open invitations, for its owner. */
export function TeamCards() {
  const team = useQuery(teamQuery);
  // Their statuses are not shown here.
  const { data: places } = useQuery({ ...locationsQuery, refetchInterval: false });
  const locations = places?.data ?? [];
  return (
    <>
      <Card
        title="Invite a person"
        description="We email a link. They sign in or create an account of their own with it."
        aside={
          <a href="/docs/team" className="link inline-flex min-h-11 items-center">
            What each role may do
          </a>
        }
      >
        <InviteForm locations={locations} />
      </Card>
      <Loaded query={team} failure="Failed to load your team">
        {({ data, invitations }) => (
          <>
            <People members={data} locations={locations} />
            {invitations.length === 0 ? null : (
              <Invitations invitations={invitations} now={team.dataUpdatedAt} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

const row =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-line py-3 last:border-0';

interface PeopleProps {
  members: readonly TeamMember[];
  locations: readonly Location[];
}

function People({ members, locations }: PeopleProps) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <Card title="Your team" description="You own the business, so you always stay in it.">
      <div ref={list} tabIndex={-1} className="outline-none">
        {members.length === 0 ? (
          <EmptyState title="You work alone so far">
            People appear here once they accept your invitation.
          </EmptyState>
        ) : (
          <ul className="flex flex-col">
            {members.map((member) => (
              <Person
                key={member.id}
                member={member}
                locations={locations}
                focusAfter={() => list.current}
              />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

interface PersonProps {
  member: TeamMember;
  locations: readonly Location[];
  focusAfter: () => HTMLElement | null;
}

function Person({ member, locations, focusAfter }: PersonProps) {
  const { id, email, joined_at } = member;
  const name = `${member.first_name} ${member.last_name}`.trim() || (email ?? 'A person');
  const refresh = useRefreshTeam();
  return (
    <li className={row}>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-small text-muted wrap-anywhere">
          {email === null || email === name ? null : `${email} · `}Since {formatDate(joined_at)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Badge>{roleInWords(member)}</Badge>
        <ChangeRole member={member} name={name} locations={locations} />
        <AlertDialog
          title={`Remove ${name}?`}
          trigger={
            <Button kind="secondary" size="small">
              Remove<span className="sr-only"> {name}</span>
            </Button>
          }
          action="Remove from the team"
          busyText="Removing..."
          failureText="The person was not removed."
          onConfirm={async () => {
            await (await openClient()).me.team.remove(id).catch(ignoreNotFound);
            toast({ title: 'Removed from your team', description: name, kind: 'good' });
            await refresh();
          }}
          focusAfter={focusAfter}
          danger
        >
          They can no longer act for your station, even where they are signed in now. Their own
          account and what they did for you stay.
        </AlertDialog>
      </div>
    </li>
  );
}

interface InvitationsProps {
  invitations: readonly TeamInvitation[];
  /** When they were read, in epoch ms. */
  now: number;
}

function Invitations({ invitations, now }: InvitationsProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <Card title="Invitations">
      <ul ref={list} tabIndex={-1} className="flex flex-col outline-none">
        {invitations.map((invitation) => (
          <Invitation
            key={invitation.id}
            invitation={invitation}
            isOver={Date.parse(invitation.expires_at) < now}
            focusAfter={() => list.current}
          />
        ))}
      </ul>
    </Card>
  );
}

interface InvitationProps {
  invitation: TeamInvitation;
  isOver: boolean;
  focusAfter: () => HTMLElement | null;
}

function Invitation({ invitation, isOver, focusAfter }: InvitationProps) {
  const { id, email, expires_at } = invitation;
  const refresh = useRefreshTeam();
  const resend = useMutation({
    mutationFn: async () => (await openClient()).me.team.resend(id),
    onSuccess: () => toast({ title: 'Invitation sent again', description: email, kind: 'good' }),
    onError: toastFailure('The invitation was not sent'),
    onSettled: refresh,
  });
  return (
    <li className={row}>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="flex flex-wrap items-center gap-2 text-small text-muted">
          <Badge kind={isOver ? 'bad' : 'neutral'}>
            {isOver ? 'Expired' : roleInWords(invitation)}
          </Badge>
          {isOver ? 'Send it again to renew the link.' : `Open until ${formatDate(expires_at)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="secondary"
          size="small"
          busy={resend.isPending}
          busyText="Sending..."
          onClick={() => resend.mutate()}
        >
          Send again<span className="sr-only"> to {email}</span>
        </Button>
        <AlertDialog
          title="Withdraw this invitation?"
          trigger={
            <Button kind="secondary" size="small">
              Withdraw<span className="sr-only"> {email}</span>
            </Button>
          }
          action="Withdraw invitation"
          busyText="Withdrawing..."
          failureText="The invitation was not withdrawn."
          onConfirm={async () => {
            await (await openClient()).me.team.revoke(id).catch(ignoreNotFound);
            toast({ title: 'Invitation withdrawn', description: email, kind: 'good' });
            await refresh();
          }}
          focusAfter={focusAfter}
          danger
        >
          The link in the mail to {email} stops working.
        </AlertDialog>
      </div>
    </li>
  );
}
