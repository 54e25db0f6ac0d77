import { BRAND, COMPANY } from '@stationhouse/platform-api/contract/site/brand';
import { CURRENCY, PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import type { PortalPage } from '@stationhouse/platform-api/contract/site/pages';
import { faq } from '../marketing/content/faq.ts';
import { INDUSTRY_NAMES } from '../marketing/content/industry-names.ts';
import { PUBLIC_URL_PLACEHOLDER as url } from '../ui/public-url.ts';
import { pageHeads } from './page-heads.ts';

// Structured data for search engines (schema.org).

const [street, city, postalCode, country] = COMPANY.postal_address;

const organization = {
  '@type': 'Organization',
  '@id': `${url}/#organization`,
  name: BRAND.name,
  legalName: COMPANY.company_name,
  url: `${url}/`,
  email: COMPANY.contact_email,
  address: {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: city,
    postalCode,
    addressCountry: country,
  },
};

/** Prices of the contract at build time. The API uses the same file. */
const offers = PACKAGES.map((each) => ({
  '@type': 'Product',
  name: `${BRAND.name} ${each.name}`,
  description: each.description,
  brand: { '@type': 'Brand', name: BRAND.name },
  offers: {
    '@type': 'Offer',
    url: `${url}/#pricing`,
    priceCurrency: CURRENCY.toUpperCase(),
    price: (each.monthly_fee / 100).toFixed(2),
    availability: 'https://schema.org/InStock',
    seller: { '@id': organization['@id'] },
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceCurrency: CURRENCY.toUpperCase(),
      price: (each.monthly_fee / 100).toFixed(2),
      // The UN/CEFACT code for a month.
      unitCode: 'MON',
    },
  },
}));

const questions = {
  '@type': 'FAQPage',
  '@id': `${url}/faq`,
  mainEntity: faq.groups.flatMap((group) =>
    group.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  ),
};

const website = {
  '@type': 'WebSite',
  '@id': `${url}/#website`,
  name: BRAND.name,
  url: `${url}/`,
  publisher: { '@id': organization['@id'] },
};

/** The service on an industry page. */
function service(path: PortalPage): object {
  return {
    '@type': 'Service',
    name: pageHeads[path].title,
    description: pageHeads[path].description,
    url: url + path,
    provider: { '@id': organization['@id'] },
  };
}

/** The structured data of a page. */
export function structuredData(path: PortalPage): object {
  const graph: object[] = [organization];
  if (path === '/') graph.push(website, ...offers);
  if (path === '/faq') graph.push(questions);
  if (path in INDUSTRY_NAMES) graph.push(service(path));
  return { '@context': 'https://schema.org', '@graph': graph };
}
