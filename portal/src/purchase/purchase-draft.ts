import { z } from 'zod';
import { createDraftStore } from '../api/drafts.ts';
import { COMPANY_NAMES, type CompanyValues } from './company-rules.ts';

/** What was typed of a purchase. It goes with the tab: an order is begun and ended in one. */
export const purchaseDraft = createDraftStore<CompanyValues>(
  'purchase',
  z.record(z.enum(COMPANY_NAMES), z.string()),
);
