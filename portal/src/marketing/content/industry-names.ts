/** The industry pages in menu order. Separate from their content, which the footer must not load. */
export const INDUSTRY_NAMES = {
  '/cafe': 'Cafés',
  '/gym': 'Gyms',
  '/retail': 'Retail',
  '/office': 'Offices',
  '/hotel': 'Hotels',
  '/supermarket': 'Supermarkets',
  '/salon': 'Salons',
} as const;

export type IndustryPath = keyof typeof INDUSTRY_NAMES;
