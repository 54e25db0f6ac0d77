import { randomBytes } from 'node:crypto';
import type { Card } from '../acts.ts';

/** How long the bank's question waits for its answer, in ms. */
const KEPT_MS = 10 * 60 * 1000;

/** Questions that nobody answered go, the oldest first, before they fill the memory. */
const MAX_KEPT = 1_000;

/** What the bank was asked about: a card as it was typed, or the one on file. */
export type AskedCard = Card | 'on file';

/** Cards on their way through the bank's question, each for one checkout or invoice. */
export interface KeptCards {
  /** Keeps a card for ten minutes; gives the id by which the question finds it. */
  keep(payableId: string, card: AskedCard): string;
  /** Whether the question still waits. */
  has(id: string, payableId: string): boolean;
  /** Gives the card once; null: it was taken, is for something else, or its time is over. */
  take(id: string, payableId: string): AskedCard | null;
}

/** Keeps cards in memory and nowhere else: never in a page, an address or a file. */
export function createKeptCards(now: () => number): KeptCards {
  const kept = new Map<string, { payableId: string; card: AskedCard; until: number }>();

  function drop(): void {
    for (const [id, { until }] of kept) {
      if (until > now() && kept.size < MAX_KEPT) return;
      kept.delete(id);
    }
  }

  function find(id: string, payableId: string): AskedCard | null {
    const found = kept.get(id);
    return found?.payableId === payableId && found.until > now() ? found.card : null;
  }

  return {
    keep(payableId, card) {
      drop();
      const id = randomBytes(16).toString('hex');
      kept.set(id, { payableId, card, until: now() + KEPT_MS });
      return id;
    },
    has: (id, payableId) => find(id, payableId) !== null,
    take(id, payableId) {
      const card = find(id, payableId);
      if (card) kept.delete(id);
      return card;
    },
  };
}
