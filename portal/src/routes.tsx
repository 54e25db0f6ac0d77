import type { MemberPage, PortalPage } from '@stationhouse/platform-api/contract/pages';
import type { RouteObject } from 'react-router-dom';
import type { DocumentContent, IndustryContent } from './marketing/content/content.ts';

import { PageFault } from './PageFault.tsx';
import { Portal } from './Portal.tsx';
import { SiteFrame } from './SiteFrame.tsx';
import { NotFoundPage } from './ui/NotFoundPage.tsx';

type Page = Required<Pick<RouteObject, 'lazy'>>;

/** A page with its words: both are fetched when it is opened, or with the HTML of it. */
function industry(load: () => Promise<IndustryContent>): Page {
  return {
    async lazy() {
      const [{ IndustryPage }, content] = await Promise.all([
        import('./marketing/IndustryPage.tsx'),
        load(),
      ]);
      return { element: <IndustryPage content={content} /> };
    },
  };
}

function document(load: () => Promise<DocumentContent>): Page {
  return {
    async lazy() {
      const [{ DocumentPage }, content] = await Promise.all([
        import('./marketing/DocumentPage.tsx'),
        load(),
      ]);
      return { element: <DocumentPage content={content} /> };
    },
  };
}

/** One entry for each page that the server knows; a missing one does not compile. */
const pages: Record<PortalPage | MemberPage, Page> = {
  '/': { lazy: async () => ({ Component: (await import('./marketing/HomePage.tsx')).HomePage }) },
  '/cafe': industry(async () => (await import('./marketing/content/cafe.ts')).cafe),
  '/gym': industry(async () => (await import('./marketing/content/gym.ts')).gym),
  '/retail': industry(async () => (await import('./marketing/content/retail.ts')).retail),
  '/office': industry(async () => (await import('./marketing/content/office.ts')).office),
  '/hotel': industry(async () => (await import('./marketing/content/hotel.ts')).hotel),
  '/supermarket': industry(
    async () => (await import('./marketing/content/supermarket.ts')).supermarket,
  ),
  '/salon': industry(async () => (await import('./marketing/content/salon.ts')).salon),
  '/about': document(async () => (await import('./marketing/content/about.ts')).about),
  '/contact': {
    lazy: async () => ({ Component: (await import('./contact/ContactPage.tsx')).ContactPage }),
  },
  '/faq': { lazy: async () => ({ Component: (await import('./marketing/FaqPage.tsx')).FaqPage }) },
  '/privacy-policy': document(
    async () => (await import('./marketing/content/privacy-policy.ts')).privacyPolicy,
  ),
  '/terms-of-service': document(
    async () => (await import('./marketing/content/terms-of-service.ts')).termsOfService,
  ),
  '/cookie-policy': document(
    async () => (await import('./marketing/content/cookie-policy.ts')).cookiePolicy,
  ),
  '/login': { lazy: async () => ({ Component: (await import('./auth/LoginPage.tsx')).LoginPage }) },
  '/signup': {
    lazy: async () => ({ Component: (await import('./auth/SignupPage.tsx')).SignupPage }),
  },
  '/auth': { lazy: async () => ({ Component: (await import('./auth/AuthPage.tsx')).AuthPage }) },
  '/members': {
    lazy: async () => ({ Component: (await import('./members/MembersPage.tsx')).MembersPage }),
  },
  '/admin': {
    lazy: async () => ({ Component: (await import('./admin/AdminPage.tsx')).AdminPage }),
  },
};

/** Every piece of the kit in every state, for whoever works on it. */
const showcase: RouteObject = {
  path: '/dev/ui',
  lazy: async () => ({ Component: (await import('./ui/ShowcasePage.tsx')).ShowcasePage }),
};

export const routes: RouteObject[] = [
  {
    element: <Portal />,
    children: [
      {
        element: <SiteFrame />,
        children: [
          {
            errorElement: <PageFault />,
            children: [
              ...Object.entries(pages).map(([path, page]) => ({ path, ...page })),
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
      ...(import.meta.env.DEV ? [showcase] : []),
    ],
  },
];
