import type {
  AdminPage,
  MemberPage,
  PortalPage,
  SentPage,
} from '@stationhouse/platform-api/contract/site/pages';
import type { RouteObject } from 'react-router-dom';
import type { DocumentContent, IndustryContent } from './marketing/content/content.ts';
import { PageError, Portal, SiteFrame } from './Portal.tsx';
import { NotFoundPage } from './ui/NotFoundPage.tsx';

type Page = Required<Pick<RouteObject, 'lazy'>>;

/** A page and its content, both loaded when it is opened. */
function industry(load: () => Promise<IndustryContent>): Page {
  return {
    async lazy() {
      const [{ IndustryPage }, content] = await Promise.all([
        import('./marketing/IndustryPage.tsx'),
        load(),
      ]);
      // The page of another industry begins anew.
      return { element: <IndustryPage key={content.name} content={content} /> };
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

/** The pages within the site's header and footer. */
const sitePages: Record<Exclude<PortalPage, SentPage>, Page> = {
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
};

/** Pages about a member's station, without the header and footer of the site. */
const sentPages: Record<SentPage, Page> = {
  '/proof': {
    lazy: async () => ({ Component: (await import('./proof/ProofPage.tsx')).ProofPage }),
  },
};

/** The member's area, within a frame of its own. */
const memberPages: Record<Exclude<MemberPage, '/members/invitation'>, Page> = {
  '/members': {
    lazy: async () => ({ Component: (await import('./members/Dashboard.tsx')).Dashboard }),
  },
  '/members/sound': {
    lazy: async () => ({ Component: (await import('./members/SoundPage.tsx')).SoundPage }),
  },
  '/members/programme': {
    lazy: async () => ({
      Component: (await import('./members/ProgrammePage.tsx')).ProgrammePage,
    }),
  },
  '/members/share': {
    lazy: async () => ({ Component: (await import('./members/share/MovedPages.tsx')).SharePage }),
  },
  '/members/share/look': {
    lazy: async () => ({ Component: (await import('./members/share/LookPage.tsx')).LookPage }),
  },
  '/members/share/page': {
    lazy: async () => ({ Component: (await import('./members/share/OwnPage.tsx')).OwnPage }),
  },
  '/members/share/website': {
    lazy: async () => ({
      Component: (await import('./members/share/WebsitePage.tsx')).WebsitePage,
    }),
  },
  '/members/share/screens': {
    lazy: async () => ({
      Component: (await import('./members/share/ScreensPage.tsx')).ScreensPage,
    }),
  },
  '/members/share/print': {
    lazy: async () => ({ Component: (await import('./members/share/PrintPage.tsx')).PrintPage }),
  },
  '/members/table-cards': {
    lazy: async () => ({
      Component: (await import('./members/share/MovedPages.tsx')).TableCardsPage,
    }),
  },
  '/members/locations': {
    lazy: async () => ({
      Component: (await import('./members/LocationsPage.tsx')).LocationsPage,
    }),
  },
  '/members/files': {
    lazy: async () => ({ Component: (await import('./members/FilesPage.tsx')).FilesPage }),
  },
  '/members/billing': {
    lazy: async () => ({ Component: (await import('./members/BillingPage.tsx')).BillingPage }),
  },
  '/members/account': {
    lazy: async () => ({ Component: (await import('./members/AccountPage.tsx')).AccountPage }),
  },
  '/members/team': {
    lazy: async () => ({ Component: (await import('./members/TeamPage.tsx')).TeamPage }),
  },
};

/** The page of an invitation, for people with an account and without, in the frame of the site. */
const invitationPage: RouteObject = {
  path: '/members/invitation',
  lazy: async () => ({
    Component: (await import('./team/InvitationPage.tsx')).InvitationPage,
  }),
};

/** The admin area, within a frame of its own, too. */
const adminPages: Record<AdminPage, Page> = {
  '/admin': {
    lazy: async () => ({ Component: (await import('./admin/today/TodayPage.tsx')).TodayPage }),
  },
  '/admin/stations': {
    lazy: async () => ({
      Component: (await import('./admin/customers/StationsPage.tsx')).StationsPage,
    }),
  },
  '/admin/schedule': {
    lazy: async () => ({ Component: (await import('./admin/schedule/Schedule.tsx')).SchedulePage }),
  },
  '/admin/library': {
    lazy: async () => ({
      Component: (await import('./admin/library/tracks/MusicPage.tsx')).MusicPage,
    }),
  },
  '/admin/library/add': {
    lazy: async () => ({
      Component: (await import('./admin/library/uploads/AddMusicPage.tsx')).AddMusicPage,
    }),
  },
  '/admin/playlists': {
    lazy: async () => ({
      Component: (await import('./admin/library/playlists/PlaylistsPage.tsx')).PlaylistsPage,
    }),
  },
  '/admin/listening': {
    lazy: async () => ({
      Component: (await import('./admin/listening/ListeningPage.tsx')).ListeningPage,
    }),
  },
  '/admin/reports': {
    lazy: async () => ({
      Component: (await import('./admin/reports/ReportsPage.tsx')).ReportsPage,
    }),
  },
  '/admin/messages': {
    lazy: async () => ({
      Component: (await import('./admin/messages/MessagesPage.tsx')).MessagesPage,
    }),
  },
  '/admin/operations': {
    lazy: async () => ({
      Component: (await import('./admin/operations/OperationsPage.tsx')).OperationsPage,
    }),
  },
  '/admin/webhooks': {
    lazy: async () => ({ Component: (await import('./admin/WebhooksPage.tsx')).WebhooksPage }),
  },
  '/admin/history': {
    lazy: async () => ({ Component: (await import('./admin/audit/HistoryPage.tsx')).HistoryPage }),
  },
  '/admin/music': {
    lazy: async () => ({
      Component: (await import('./admin/library/tracks/MusicPage.tsx')).MovedMusicPage,
    }),
  },
};

/** The page of one location. */
const locationPage: RouteObject = {
  path: '/members/locations/:id',
  lazy: async () => ({
    Component: (await import('./members/LocationPage.tsx')).LocationPage,
  }),
};

/** The page of one customer. */
const customerPage: RouteObject = {
  path: '/admin/customers/:userId',
  lazy: async () => ({
    Component: (await import('./admin/customers/page/CustomerPage.tsx')).CustomerPage,
  }),
};

/** The page on which a customer’s station is built. */
const buildPage: RouteObject = {
  path: '/admin/customers/:userId/build',
  lazy: async () => ({
    Component: (await import('./admin/build/BuildPage.tsx')).BuildPage,
  }),
};

const routesOf = (pages: Record<string, Page>): RouteObject[] =>
  Object.entries(pages).map(([path, page]) => ({ path, ...page }));

/** Every UI component in every state, in development only. */
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
            errorElement: <PageError />,
            children: [
              ...routesOf(sitePages),
              invitationPage,
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
      { errorElement: <PageError />, children: routesOf(sentPages) },
      {
        errorElement: <PageError />,
        children: [
          {
            async lazy() {
              const { MemberFrame, askForMembers } = await import('./members/MemberFrame.tsx');
              askForMembers();
              return { Component: MemberFrame };
            },
            children: [
              { errorElement: <PageError />, children: [...routesOf(memberPages), locationPage] },
            ],
          },
        ],
      },
      {
        errorElement: <PageError />,
        children: [
          {
            lazy: async () => ({
              Component: (await import('./admin/shell/AdminFrame.tsx')).AdminFrame,
            }),
            children: [
              {
                errorElement: <PageError />,
                children: [...routesOf(adminPages), customerPage, buildPage],
              },
            ],
          },
        ],
      },
      ...(import.meta.env.DEV ? [showcase] : []),
    ],
  },
];
