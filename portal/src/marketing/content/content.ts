/**
 * What the public pages say, apart from how they look: each page's words are a file in this folder, and
 * every industry page is one layout over such a file.
 */

/** A heading with a few sentences. */
export interface Point {
  title: string;
  text: string;
}

/** What a search engine and a shared link show of a page. */
export interface PageHead {
  /** Without the operator's name, which every title ends with. At most 45 characters. */
  title: string;
  /** 70 to 155 characters. */
  description: string;
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
