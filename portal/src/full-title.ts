import { BRAND } from '@stationhouse/platform-api/contract/brand';

/** A page's title with the operator's name. */
export const fullTitle = (title: string): string => `${title} · ${BRAND.name}`;
