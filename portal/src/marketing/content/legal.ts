import { COMPANY } from '@stationhouse/platform-api/contract/brand';

// What the three legal pages share.

/** When their words last changed, for people. Set it anew with every change. */
export const LEGAL_UPDATED = '21 November 2026';

/** The company as a letter would address it, on one line. */
export const companyAndAddress = [COMPANY.company_name, ...COMPANY.postal_address].join(', ');
