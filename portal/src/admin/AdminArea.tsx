import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasCode } from '../api/failures.ts';
import { ACCOUNT_PATH } from '../api/member-paths.ts';
import { meQuery } from '../api/queries.ts';
import { leaveSupportView, supportView, type SupportView } from '../api/support-view.ts';
import { ForMembers } from '../auth/ForMembers.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Head, type PageHead } from '../ui/Head.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { PageTitle } from '../ui/Section.tsx';
import { ServiceBanner } from '../ui/ServiceBanner.tsx';
import { toast } from '../ui/toast.ts';
import { prepareToasts } from '../ui/Toaster.tsx';
import { useAdminDialog } from './admin-address.ts';
import { AdminStepUp } from './customers/actions/AdminStepUp.tsx';
import { statsQuery, troublesQuery } from './queries.ts';

const CustomerDialogs = lazy(async () => ({
  default: (await import('./CustomerDialogs.tsx')).CustomerDialogs,
}));

interface AdminAreaProps extends PageHead {
  heading: ReactNode;
  /** Support may open it, too. */
  forSupport?: boolean;
  children: ReactNode;
}

/**
 * A page for admins, with the dialogs about a customer. The API enforces the role on every call; this only explains a
 * refusal.
 */
export function AdminArea({ heading, forSupport = false, children, ...head }: AdminAreaProps) {
  useEffect(prepareToasts, []);
  return (
    <>
      <Head {...head} />
      <ForMembers className={DESK_PAGE}>
        {supportView ? (
          <InSupportView view={supportView} />
        ) : (
          <ForAdmins heading={heading} forSupport={forSupport}>
            <AdminStepUp>
              {children}
              <OpenDialog />
            </AdminStepUp>
          </ForAdmins>
        )}
      </ForMembers>
    </>
  );
}

/** The width and padding of a page. */
export const DESK_PAGE = 'container-dashboard py-6 lg:py-8';

/** Smaller than on other pages: the lists below it matter more. */
const DESK_HEADING = 'mb-5 text-[1.625rem] leading-tight';

/** The dialog that the address names, over any page of the area. */
function OpenDialog() {
  const { dialog } = useAdminDialog();
  return <Suspense>{dialog === null ? null : <CustomerDialogs />}</Suspense>;
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
      <main className={clsx(DESK_PAGE, 'pb-16')}>
        <ServiceBanner className="mb-5" />
        <h1 className={DESK_HEADING}>{heading}</h1>
        {children}
      </main>
    );
  }
  if (me.data) return <AccessDenied />;
  return (
    <main className={DESK_PAGE}>
      <h1 className={DESK_HEADING}>{heading}</h1>
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
