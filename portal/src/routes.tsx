import type { PortalPage } from '@stationhouse/platform-api/contract/pages';
import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import { HomePage } from './marketing/HomePage.tsx';
import { NotFoundPage } from './ui/NotFoundPage.tsx';

/** One entry for each page that the server knows; a missing one does not compile. */
const pages: Record<PortalPage, ReactElement> = {
  '/': <HomePage />,
};

export const routes: RouteObject[] = [
  ...Object.entries(pages).map(([path, element]) => ({ path, element })),
  { path: '*', element: <NotFoundPage /> },
];
