import { authHeads } from '../../auth/heads.ts';
import { about } from './about.ts';
import { cafe } from './cafe.ts';
import { contact } from './contact.ts';
import type { PageHead } from '../../ui/Head.tsx';
import { cookiePolicy } from './cookie-policy.ts';
import { faq } from './faq.ts';
import { gym } from './gym.ts';
import { home } from './home.ts';
import { hotel } from './hotel.ts';
import type { IndustryPath } from './industry-names.ts';
import { office } from './office.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { retail } from './retail.ts';
import { salon } from './salon.ts';
import { supermarket } from './supermarket.ts';
import { termsOfService } from './terms-of-service.ts';

/** Every page that a visitor may open. */
export type PublicPath =
  | '/'
  | IndustryPath
  | '/about'
  | '/contact'
  | '/faq'
  | '/privacy-policy'
  | '/terms-of-service'
  | '/cookie-policy'
  | '/login'
  | '/signup'
  | '/auth';

/**
 * The head of every public page. It carries the words of all of them with it: for the prerendering, and
 * for nothing that a browser loads.
 */
export const pageHeads: Readonly<Record<PublicPath, PageHead>> = {
  '/': home,
  '/cafe': cafe,
  '/gym': gym,
  '/retail': retail,
  '/office': office,
  '/hotel': hotel,
  '/supermarket': supermarket,
  '/salon': salon,
  '/about': about,
  '/contact': contact,
  '/faq': faq,
  '/privacy-policy': privacyPolicy,
  '/terms-of-service': termsOfService,
  '/cookie-policy': cookiePolicy,
  ...authHeads,
};
