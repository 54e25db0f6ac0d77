import type { ReactElement } from 'react';

/**
 * A message that we write: one file each, all laid out by `letter-layout.tsx`. Each .tsx file names its
 * JSX runtime in its first line: started from the repository's root, tsx does not read our tsconfig.
 */
export interface Message<Props> {
  /** At most 60 characters: what a phone's list of mails shows. */
  subject(props: Props): string;
  Body(props: Props): ReactElement;
}

/** What a message that carries a one-time code is written from. */
export interface CodeAndLink {
  code: string;
  /** Does the same as the code. */
  link: string;
}
