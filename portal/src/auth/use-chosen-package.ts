import type { PackageName } from '@stationhouse/platform-api/contract/limits';
import { useSearchParams } from 'react-router-dom';
import { useHydrated } from '../ui/after-hydration.ts';
import { packageIn } from '../api/member-paths.ts';

/**
 * The package that somebody chose before they had an account. The HTML of a page is the same for every
 * address, so its first drawing knows of none.
 */
export function useChosenPackage(): PackageName | undefined {
  const [params] = useSearchParams();
  const isHydrated = useHydrated();
  return isHydrated ? packageIn(params) : undefined;
}
