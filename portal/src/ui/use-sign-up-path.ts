import { INDUSTRIES } from '@stationhouse/platform-api/contract/setup/values';
import { useLocation } from 'react-router-dom';
import { withIntent } from '../api/member-paths.ts';

/** The way to sign up from this page: with a package or a trial, and the kind of place whose page it is. */
export function useSignUpPath(): (wants?: Record<string, string>) => string {
  const { pathname } = useLocation();
  const industry = INDUSTRIES.find((name) => pathname === `/${name}`);
  return (wants = {}) =>
    withIntent('/signup', new URLSearchParams({ ...wants, ...(industry && { industry }) }));
}
