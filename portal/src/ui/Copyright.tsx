import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { COPYRIGHT_YEAR } from '@stationhouse/platform-api/contract/site/values';
import { useSyncExternalStore } from 'react';

// A page may be read in a later year than it was built; the first render must match its HTML.
const never = () => () => undefined;
const thisYear = () => new Date().getFullYear();
const yearOfBuild = () => import.meta.env.BUILD_YEAR;

/** '© 2024–2026 Stationhouse', in the footers. */
export function Copyright() {
  const year = useSyncExternalStore(never, thisYear, yearOfBuild);
  const years = year > COPYRIGHT_YEAR ? `${COPYRIGHT_YEAR}–${year}` : COPYRIGHT_YEAR;
  return `© ${years} ${BRAND.name}`;
}
