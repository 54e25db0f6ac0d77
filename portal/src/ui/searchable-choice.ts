import type { Choice } from './Select.tsx';

/** A choice that is also found by other names: 'UK' for the United Kingdom. */
export interface SearchableChoice extends Choice {
  otherNames?: readonly string[];
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a choice is meant: some word of one of its names begins so, accents and capitals aside. */
export function matches({ label, otherNames = [] }: SearchableChoice, query: string): boolean {
  const wanted = plain(query.trim());
  return [label, ...otherNames].some((name) => ` ${plain(name)}`.includes(` ${wanted}`));
}
