import { authHeads } from '../auth/heads.ts';
import { contact } from '../contact/content.ts';
import { about } from '../marketing/content/about.ts';
import { cafe } from '../marketing/content/cafe.ts';
import { cookiePolicy } from '../marketing/content/cookie-policy.ts';
import { faq } from '../marketing/content/faq.ts';
import { gym } from '../marketing/content/gym.ts';
import { home } from '../marketing/content/home.ts';
import { hotel } from '../marketing/content/hotel.ts';
import type { IndustryPath } from '../marketing/content/industry-names.ts';
import { office } from '../marketing/content/office.ts';
import { privacyPolicy } from '../marketing/content/privacy-policy.ts';
import { retail } from '../marketing/content/retail.ts';
import { salon } from '../marketing/content/salon.ts';
import { supermarket } from '../marketing/content/supermarket.ts';
import { termsOfService } from '../marketing/content/terms-of-service.ts';
import { proofHead } from '../proof/head.ts';
import type { PageHead } from '../ui/Head.tsx';

/** The public pages. */
type PublicPath =
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
  | '/auth'
  | '/proof';

/** The heads of all public pages. Only for prerendering: it imports the texts of every page. */
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
  '/proof': proofHead,
};
