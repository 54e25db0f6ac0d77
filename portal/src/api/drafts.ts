/**
 * Drafts of forms, kept in the browser across reloads and expired sessions. A draft is shown only to the
 * user who typed it, and is deleted on sign-out.
 */
import type { z } from 'zod';
import { forgetKeptStation } from './kept-station.ts';

/** The storage of each draft: for the tab, or for the browser. */
const PLACES = {
  purchase: () => sessionStorage,
  'station-setup': () => localStorage,
} as const;

type DraftName = keyof typeof PLACES;

function forget(name: DraftName): void {
  try {
    PLACES[name]().removeItem(name);
  } catch {
    // Storage is blocked, so there is no draft.
  }
}

/** A guard by hand: every page loads this file, and not every page needs zod. */
const isDraft = (stored: unknown): stored is { user_id: unknown; draft: unknown } =>
  typeof stored === 'object' && stored !== null && 'user_id' in stored && 'draft' in stored;

/**
 * Stores one form's draft.
 *
 * @param rules validates what was stored; anything else is ignored
 */
export function createDraftStore<Draft>(name: DraftName, rules: z.ZodType<Draft>) {
  return {
    /** @returns undefined without a valid draft of this user */
    read(userId: string): Draft | undefined {
      try {
        const stored: unknown = JSON.parse(PLACES[name]().getItem(name) ?? '{}');
        const isOwn = isDraft(stored) && stored.user_id === userId;
        return isOwn ? rules.safeParse(stored.draft).data : undefined;
      } catch {
        return undefined;
      }
    },
    keep(userId: string, draft: Draft): void {
      try {
        PLACES[name]().setItem(name, JSON.stringify({ user_id: userId, draft }));
      } catch {
        // Storage is blocked or full: a reload starts from what the API knows.
      }
    },
    forget: () => forget(name),
  };
}

/** Deletes all drafts and the kept station, on sign-out: other people may use this browser. */
export function forgetDrafts(): void {
  for (const name of Object.keys(PLACES) as DraftName[]) forget(name); // Its keys are the names.
  forgetKeptStation();
}
