import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasCode } from '../api/failures.ts';
import { ACCOUNT_PATH } from '../api/member-paths.ts';
import { meQuery } from '../api/queries.ts';
import { Queries } from '../api/Queries.tsx';
import { leaveSupportView, supportView, type SupportView } from '../api/support-view.ts';
import { ForMembers } from '../auth/ForMembers.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Head, type PageHead } from '../ui/Head.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { PageTitle } from '../ui/Section.tsx';
import { ServiceBanner } from '../ui/ServiceBanner.tsx';
import { toast } from '../ui/toast.ts';
import { prepareToasts } from '../ui/Toaster.tsx';
import { statsQuery, troublesQuery } from './queries.ts';

interface AdminAreaProps extends PageHead {
  /** Above the page until it has loaded. */
  heading: string;
  /** Support may open it, too. */
  forSupport?: boolean;
  children: ReactNode;
}

/** A page for admins. The API enforces the role on every call; this only explains a refusal. */
export function AdminArea({ heading, forSupport = false, children, ...head }: AdminAreaProps) {
  useEffect(prepareToasts, []);
  return (
    <>
      <Head {...head} />
      <meta name="robots" content="noindex" />
      <ForMembers>
        {supportView ? (
          <InSupportView view={supportView} />
        ) : (
          <Queries>
            <ForAdmins heading={heading} forSupport={forSupport}>
              {children}
            </ForAdmins>
          </Queries>
        )}
      </ForMembers>
    </>
  );
}

/** Other users see 'Access Denied' and go to `/` (specification §2). */
export function ForAdmins({
  heading,
  forSupport = false,
  children,
}: Pick<AdminAreaProps, 'heading' | 'forSupport' | 'children'>) {
  const me = useQuery({ ...meQuery, refetchOnWindowFocus: 'always' });
  // The figures are for every admin, and the watch for support; a refusal says whether a second factor is missing.
  const stats = useQuery({ ...statsQuery, enabled: me.data?.role === 'admin' });
  const isSupport = forSupport && me.data?.role === 'support';
  const troubles = useQuery({ ...troublesQuery, enabled: isSupport });
  const isFactorMissing = [stats, troubles].some(({ error }) =>
    hasCode(error, 'second_factor_setup_required'),
  );
  if (isFactorMissing) return <SecondFactorMissing />;
  if (me.data?.role === 'admin' || isSupport) {
    return (
      <>
        <ServiceBanner className="container-dashboard pt-5" />
        {children}
      </>
    );
  }
  if (me.data) return <AccessDenied />;
  return (
    // At least as high as the window, so that the footer does not jump when the content arrives.
    <main className="container-dashboard min-h-dvh py-8 pb-(--section)">
      <h1 className="mb-6 text-heading">{heading}</h1>
      <Loaded query={me} failure="Failed to load customer data.">
        {() => null}
      </Loaded>
    </main>
  );
}

/** This tab shows the portal as a customer sees it, and customers have no admin area. */
function InSupportView({ view }: { view: SupportView }) {
  return (
    <main className="container-dashboard pb-(--section)">
      <PageTitle
        lead={`This tab shows what ${view.user.email ?? view.user.phone} sees, so the admin area is closed in it. End the view to return, or open the admin area in another tab.`}
      >
        You are viewing as a customer
      </PageTitle>
      <Button onClick={() => void leaveSupportView(view)}>
        End view and return to the admin area
      </Button>
    </main>
  );
}

/** Where the operator requires a second factor of admins. */
function SecondFactorMissing() {
  const { title, detail } = ERRORS.second_factor_setup_required;
  return (
    <main className="container-dashboard pb-(--section)">
      <PageTitle lead={detail}>{title}</PageTitle>
      <ButtonLink to={ACCOUNT_PATH}>Go to your account settings</ButtonLink>
    </main>
  );
}

const DENIED = {
  title: 'Access Denied',
  description: "You don't have permission to access this page.",
};

function AccessDenied() {
  const navigate = useNavigate();
  const isTold = useRef(false);
  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    toast({ ...DENIED, kind: 'bad', leavesPage: true });
    void navigate('/', { replace: true });
  }, [navigate]);
  return (
    <main className="container-dashboard pb-(--section)">
      <PageTitle lead={DENIED.description}>{DENIED.title}</PageTitle>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </main>
  );
}
