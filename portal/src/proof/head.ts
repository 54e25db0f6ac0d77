import type { PageHead } from '../ui/Head.tsx';

/** Title and description of the page before a proof is loaded. */
export const proofHead: PageHead = {
  title: 'Proof of play',
  description:
    'When a spot aired on a radio station, where it played and how many listened: signed, and checked in your own browser.',
};
