import type { PageHead } from '../../ui/Head.tsx';

/**
 * The texts of the public pages, one file per page. All industry pages share one layout, and all documents
 * another.
 */

/** A heading with a few sentences. */
export interface Point {
  title: string;
  text: string;
}

export interface IndustryContent extends PageHead {
  /** The name in menus: 'Cafés'. */
  name: string;
  headline: string;
  lead: string;
  /** A moment in that business, and its music. */
  moment: { time: string; scene: string };
  /** The example station in the hero, with an announcement. */
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
  /** The date of the last change: '21 November 2026'. */
  updated?: string;
  lead: string;
  sections: readonly { heading: string; body: readonly Passage[] }[];
}

/** The anchor of a section: 'What we do' becomes `what-we-do`. */
export function sectionId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
