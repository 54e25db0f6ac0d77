import { useMutation, useQuery } from '@tanstack/react-query';
import { enterBusiness } from '../api/business.ts';
import { openClient } from '../api/client.ts';
import { INVITATION_PATH, withIntent } from '../api/member-paths.ts';
import { Queries } from '../api/Queries.tsx';
import { useVisitor } from '../api/visitors.ts';
import { signOut } from '../auth/sign-out.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Head } from '../ui/Head.tsx';
import { EmptyState, Loaded, Loading, Skeleton } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { ROLES } from './role-words.ts';

/** The key in sessionStorage: the invitation waits there while its person signs in or up. */
const KEY = 'invitation';

/** Takes the token out of the address, so that it gets into no history. */
function takeToken(): string | null {
  // The build draws the frame of this page.
  if (typeof location === 'undefined') return null;
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) history.replaceState(history.state, '', location.pathname);
  try {
    if (given !== null) sessionStorage.setItem(KEY, given);
    return given ?? sessionStorage.getItem(KEY);
  } catch {
    // Storage is blocked: the person opens the mail again if the page is left.
    return given;
  }
}

/** Taken before the router reads the address. */
const taken = takeToken();

function forgetToken(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** `/members/invitation`: the page that the link in an invitation opens. */
export function InvitationPage() {
  const token = useHydrated() ? taken : undefined;
  return (
    <Queries>
      <main className="container-page py-section">
        <Head title="Your invitation" description="Join the team of a business." />
        <meta name="robots" content="noindex" />
        <div className="mx-auto flex max-w-xl flex-col gap-6">
          <h1 className="text-page">Your invitation</h1>
          {token === undefined ? (
            <Loading>
              <Skeleton className="h-40 w-full" />
            </Loading>
          ) : token === null ? (
            <EmptyState title="No invitation here">
              Open the link in the mail that you got again.
            </EmptyState>
          ) : (
            <OpenInvitation token={token} />
          )}
        </div>
      </main>
    </Queries>
  );
}

function OpenInvitation({ token }: { token: string }) {
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await openClient()).me.teams.invitation(token),
    staleTime: Infinity,
  });
  return (
    <Loaded query={query} failure="This invitation can’t be opened">
      {({ station_name, email, role }) => (
        <Card
          title={`Join the team of ${station_name}`}
          description={`You are invited as ${role === 'manager' ? 'a manager' : 'a member of staff'}.`}
        >
          <p>{ROLES[role].youMay}</p>
          <Answer token={token} email={email} />
        </Card>
      )}
    </Loaded>
  );
}

/** The buttons, which depend on the account that is signed in. */
function Answer({ token, email }: { token: string; email: string }) {
  const { visitor } = useVisitor();
  const join = useMutation({
    mutationFn: async () => (await openClient()).me.teams.join(token),
    onSuccess(team) {
      forgetToken();
      enterBusiness(team);
    },
    onError: toastFailure('You did not join the team'),
  });
  if (visitor.status === 'anonymous') {
    const intent = new URLSearchParams({ next: INVITATION_PATH });
    return (
      <>
        <p className="text-small text-muted">
          It was sent to <strong className="wrap-anywhere">{email}</strong>. Use this address, and
          the invitation waits here.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={withIntent('/signup', intent)} state={{ email }}>
            Create an account
          </ButtonLink>
          <ButtonLink to={withIntent('/login', intent)} kind="secondary">
            Sign in
          </ButtonLink>
        </div>
      </>
    );
  }
  if (visitor.status !== 'member') {
    return (
      <Loading>
        <Skeleton className="h-12 w-40" />
      </Loading>
    );
  }
  if (visitor.user.email !== email) {
    return (
      <Notice kind="attention" title="This invitation is for another address">
        <p>
          It was sent to {email}. You are signed in as {visitor.user.email ?? visitor.user.phone}.
        </p>
        <Button kind="secondary" size="small" className="mt-3" onClick={() => void signOut()}>
          Sign out
        </Button>
      </Notice>
    );
  }
  return (
    <Button
      className="self-start"
      busy={join.isPending || join.isSuccess}
      busyText="Joining..."
      onClick={() => join.mutate()}
    >
      Join the team
    </Button>
  );
}
