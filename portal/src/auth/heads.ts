import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import type { PageHead } from '../ui/Head.tsx';
import { fromPrice } from '../ui/Money.tsx';

/** Titles and descriptions of the sign-in and sign-up pages. */
export const authHeads = {
  '/login': {
    title: 'Sign in',
    description: `Sign in to ${BRAND.name} to manage your radio station: its setup, uploads, player, address and invoices, all in one place.`,
  },
  '/signup': {
    title: 'Create your account',
    description: `Create an account and start your own radio station, in your business’s name: from only ${fromPrice}/mo, on air in under ${LAUNCH_HOURS} hours.`,
  },
  '/auth': {
    title: 'Sign in or sign up',
    description: `Sign in to ${BRAND.name}, create an account, or choose a new password. Your station, its uploads and its invoices are waiting here.`,
  },
} as const satisfies Record<string, PageHead>;
