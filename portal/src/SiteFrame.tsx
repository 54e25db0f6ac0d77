import { COMPANY } from '@stationhouse/platform-api/contract/brand';
import { useSyncExternalStore } from 'react';
import { Outlet } from 'react-router-dom';
import { useVisitor } from './api/use-visitor.ts';
import { visitors } from './api/visitors.ts';
import { footerAbout } from './marketing/content/site.ts';
import { SiteFooter } from './ui/SiteFooter.tsx';
import { SiteHeader } from './ui/SiteHeader.tsx';
import { toast } from './ui/toast.ts';

// A page is built in one year and may be read in the next; its first drawing is that of its HTML.
const never = () => () => undefined;
const thisYear = () => new Date().getFullYear();
const yearOfBuild = () => import.meta.env.BUILD_YEAR;

/** Here it is done at once; whoever cannot be told of it has the session back when the page is loaded again. */
async function signOut(): Promise<void> {
  try {
    await visitors.signOut();
  } catch {
    toast({
      title: 'Signed out on this page only',
      description: 'The server could not be reached. Sign out again once you are back online.',
      kind: 'bad',
    });
  }
}

/** The head and foot around a page. */
export function SiteFrame() {
  const { visitor } = useVisitor();
  const year = useSyncExternalStore(never, thisYear, yearOfBuild);
  return (
    <>
      <SiteHeader
        visitor={{
          signedIn: visitor.is === 'member' || visitor.is === 'expected',
          isAdmin: visitor.is === 'member' && visitor.isAdmin,
          onSignOut: () => void signOut(),
        }}
      />
      <div id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </div>
      <SiteFooter about={footerAbout} address={COMPANY.postal_address} year={year} />
    </>
  );
}
