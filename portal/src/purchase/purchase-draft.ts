import { z } from 'zod';
import { keptDraft } from '../ui/kept-draft.ts';
import { COMPANY_NAMES, type CompanyValues } from './company-rules.ts';

/** What was typed of a purchase. It goes with the tab: an order is begun and ended in one. */
export const purchaseDraft = keptDraft<CompanyValues>(
  'purchase',
  z.record(z.enum(COMPANY_NAMES), z.string()),
);
