/** How late items aired after they were due, in units. */
export interface Lateness {
  median_units: number;
  worst_units: number;
  /** How many aired, and how many were dropped because the next one was due. */
  aired: number;
  missed: number;
}

/** The promise of a schedule, as figures of simulated or kept days. */
export interface ProgrammeFigures {
  radio_ids: Lateness | null;
  breaks: Lateness | null;
  /** Per hour on air, in seconds. Speech is radio IDs and announcements. */
  seconds_per_hour: { music: number; speech: number; spots: number };
  /** The shortest time from start to start of the same artist and title, in units; null when none repeats. */
  shortest_repeat_units: number | null;
  /** Tracks that broke a separation rule because no other was left. */
  broken_separations: number;
}

/** One change that mends a problem, found by simulation: `to` is the value nearest to the present one that does. */
export type Mend =
  | { change: 'add_tracks'; playlist_id: string; tracks: number }
  | { change: 'title_hours'; to: number }
  | { change: 'artist_tracks'; to: number }
  | { change: 'radio_id_minutes' | 'break_minutes'; to: number }
  | { change: 'fixed_item_time'; fixed_item_id: string; to: string };

export type ProblemCode =
  /** A value is missing, out of range, or names something that is not in the document. */
  | 'invalid'
  | 'playlist_empty'
  /** Days of so many items can't be simulated in reasonable time. */
  | 'tracks_too_short'
  /** The simulation was given up. */
  | 'too_long'
  | 'title_repeats'
  | 'artist_repeats'
  | 'radio_ids_missed'
  | 'breaks_missed'
  | 'fixed_item_missed'
  | 'fixed_items_collide'
  | 'no_music_between_breaks';

/** A reason to refuse a publish. */
export interface ScheduleProblem {
  code: ProblemCode;
  /** A sentence for the admin: the problem, and each mend. */
  message: string;
  /** The playlist or fixed item concerned, where there is one. */
  playlist_id: string | null;
  fixed_item_id: string | null;
  /** How often in 60 days; 0 for what is found without simulation. */
  count: number;
  /** Each one alone is enough. Empty where no single change was found. */
  mends: Mend[];
}

export interface ScheduleCheck {
  /** A publish is refused unless this is empty. */
  problems: ScheduleProblem[];
  /** Null when the document is invalid, so that nothing could be simulated. */
  figures: ProgrammeFigures | null;
}
