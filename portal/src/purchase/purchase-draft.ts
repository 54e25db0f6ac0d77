/**
 * What was typed of a purchase, so that a reload or signing in again loses nothing of it. In this tab's own
 * storage, which the browser empties with the tab; another member who signs in here is not shown it.
 */
import { z } from 'zod';
import { COMPANY_NAMES, type CompanyValues } from './company-rules.ts';

const KEY = 'purchase';

const Draft = z.object({
  user_id: z.string(),
  company: z.record(z.enum(COMPANY_NAMES), z.string()),
});

/** @returns undefined where nothing was typed, by somebody else, or where storage is forbidden */
export function readDraft(userId: string): CompanyValues | undefined {
  try {
    const kept = Draft.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return kept.data?.user_id === userId ? kept.data.company : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(userId: string, company: CompanyValues): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ user_id: userId, company }));
  } catch {
    // Storage is forbidden or full: then a reload begins with what the profile says.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above: nothing was kept.
  }
}
