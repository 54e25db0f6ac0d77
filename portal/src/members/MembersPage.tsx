import { useEffect } from 'react';
import { Queries } from '../api/Queries.tsx';
import { ForMembers } from '../auth/ForMembers.tsx';
import { Head } from '../ui/Head.tsx';
import { prepareToasts } from '../ui/Toaster.tsx';
import { Dashboard } from './Dashboard.tsx';

/** `/members`: the member's own station, how it stands, what it costs, and the way to one. */
export function MembersPage() {
  useEffect(prepareToasts, []);
  return (
    <>
      <Head title="Dashboard" description="Your station, how it stands and where it plays." />
      <meta name="robots" content="noindex" />
      <ForMembers>
        <Queries>
          <Dashboard />
        </Queries>
      </ForMembers>
    </>
  );
}
