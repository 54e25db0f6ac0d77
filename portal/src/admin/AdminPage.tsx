import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { meQuery } from '../api/queries.ts';
import { Queries } from '../api/Queries.tsx';
import { ForMembers } from '../auth/ForMembers.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Head } from '../ui/Head.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { PageTitle } from '../ui/Section.tsx';
import { toast } from '../ui/toast.ts';
import { prepareToasts } from '../ui/Toaster.tsx';
import { AdminDashboard } from './AdminDashboard.tsx';

/** `/admin`. The API enforces the role on every call; this page only explains a refusal. */
export function AdminPage() {
  useEffect(prepareToasts, []);
  return (
    <>
      <Head title="Admin" description="Pending setups, station problems and all customers." />
      <meta name="robots" content="noindex" />
      <ForMembers>
        <Queries>
          <ForAdmins />
        </Queries>
      </ForMembers>
    </>
  );
}

/** The dashboard for admins. Other users see 'Access Denied' and go to `/` (specification §2). */
export function ForAdmins() {
  const me = useQuery({ ...meQuery, refetchOnWindowFocus: 'always' });
  if (me.data?.role === 'admin') return <AdminDashboard />;
  if (me.data) return <AccessDenied />;
  return (
    // At least as high as the window, so that the footer does not jump when the content arrives.
    <main className="container-dashboard min-h-dvh py-8 pb-(--section)">
      <h1 className="mb-6 text-heading">Admin Dashboard</h1>
      <Loaded query={me} failure="Failed to load customer data.">
        {() => null}
      </Loaded>
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
    // A bad toast stays on the next page until it is closed.
    toast({ ...DENIED, kind: 'bad' });
    void navigate('/', { replace: true });
  }, [navigate]);
  return (
    <main className="container-dashboard pb-(--section)">
      <PageTitle lead={DENIED.description}>{DENIED.title}</PageTitle>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </main>
  );
}
