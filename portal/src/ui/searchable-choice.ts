import type { Choice } from './Select.tsx';

/** A choice that is also found by other names: 'UK' for the United Kingdom. */
export interface SearchableChoice extends Choice {
  otherNames?: readonly string[];
}

/** Without accents, capitals and the apostrophes of telephones' keyboards. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

const namesOf = ({ label, otherNames = [] }: SearchableChoice) => [label, ...otherNames].map(plain);

/** Whether a choice is meant: some word of one of its names begins so, accents and capitals aside. */
export function matches(choice: SearchableChoice, query: string): boolean {
  const wanted = plain(query.trim());
  return namesOf(choice).some((name) => ` ${name}`.includes(` ${wanted}`));
}

/** The one choice that a text can only mean: by its whole name, or since no other matches. */
export function onlyMatch<Meant extends SearchableChoice>(
  choices: readonly Meant[],
  text: string,
): Meant | undefined {
  const wanted = plain(text.trim());
  if (wanted === '') return undefined;
  const named = choices.find((choice) => namesOf(choice).includes(wanted));
  if (named) return named;
  const [first, second] = choices.filter((choice) => matches(choice, text));
  return second ? undefined : first;
}
