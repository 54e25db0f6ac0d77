// Parts that the answers of all families share. Names of artists and songs are invented; the forms are those of the sources.

/** The program, the path, the answer (a text as it is sent, or its JSON), the current track, and other slots. */
export type Answer = [
  program: string,
  path: string,
  answer: unknown,
  current: object | null,
  others?: object,
];

export const SONG = { artist: 'Nora Field', title: 'Slow Morning' };
export const LINE = 'Nora Field - Slow Morning';
export const BEFORE = { artist: 'Ann & Bob', title: 'Less Is More' };
export const AFTER = { artist: 'The Counters', title: 'Second Cup' };
export const NOTHING = null;
