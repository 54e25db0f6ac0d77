/**
 * What the public pages say, apart from how they look: each page's words are a file in this folder, and
 * every industry page is one layout over such a file.
 */
import type { PageHead } from '../../ui/Head.tsx';

/** A heading with a few sentences. */
export interface Point {
  title: string;
  text: string;
}

export interface IndustryContent extends PageHead {
  /** As menus name it: 'Cafés'. */
  name: string;
  headline: string;
  lead: string;
  /** One hour in that business, in words: what is heard, and why it is right. */
  moment: { time: string; scene: string };
  /** The decorative station in the hero, and what it announces. */
  card: { station_name: string; announcement: string };
  badges?: readonly string[];
  features_heading: string;
  features: readonly Point[];
  steps_heading: string;
  steps: readonly Point[];
  closing: { heading: string; text: string; has_demo: boolean };
}

/** A paragraph, or a list. */
export type Passage = string | readonly string[];

export interface DocumentContent extends PageHead {
  heading: string;
  /** When it last changed, for people: '21 November 2026'. */
  updated?: string;
  lead: string;
  sections: readonly { heading: string; body: readonly Passage[] }[];
}
