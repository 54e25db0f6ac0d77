/**
 * What was typed and not sent yet, kept in the browser so that a reload or signing in again loses nothing
 * of it. Another member who signs in here is not shown it, and whoever signs out takes it along.
 */
import type { z } from 'zod';

/** Every draft there is, and whether it goes with its tab or outlives it. */
const PLACES = {
  purchase: () => sessionStorage,
  'station-setup': () => localStorage,
} as const;

export type DraftName = keyof typeof PLACES;

function forget(name: DraftName): void {
  try {
    PLACES[name]().removeItem(name);
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

/**
 * One draft of a form.
 *
 * @param rules what counts as one; anything else that lies there is none
 */
export function createDraftStore<Draft>(name: DraftName, rules: z.ZodType<Draft>) {
  return {
    /** @returns undefined where nothing was typed, by somebody else, or where storage is forbidden */
    read(userId: string): Draft | undefined {
      try {
        const { user_id, draft } = Object(JSON.parse(PLACES[name]().getItem(name) ?? 'null'));
        return user_id === userId ? rules.safeParse(draft).data : undefined;
      } catch {
        return undefined;
      }
    },
    keep(userId: string, draft: Draft): void {
      try {
        PLACES[name]().setItem(name, JSON.stringify({ user_id: userId, draft }));
      } catch {
        // Storage is forbidden or full: then a reload begins with what the API knows.
      }
    },
    forget: () => forget(name),
  };
}

/** At signing out: nothing that was typed stays in a browser that others use as well. */
export function forgetDrafts(): void {
  for (const name of Object.keys(PLACES) as DraftName[]) forget(name); // Its keys are the names.
}
