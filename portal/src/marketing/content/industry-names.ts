/**
 * The industry pages in the order in which menus list them, by themselves, so that the footer of every
 * page does not carry all their words.
 */
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
