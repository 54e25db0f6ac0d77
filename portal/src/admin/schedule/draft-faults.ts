// The faults of a draft, by the names of its fields on the page.
import { NO_PLAYLIST_ID } from '@stationhouse/platform-api/contract/schedule/schemas';
import { ScheduleDraft as Rules } from '@stationhouse/platform-api/contract/schedule/draft';
import type { Playlist, ScheduleDraft } from '@stationhouse/sdk/client';

/** A field of the draft that has to be filled or corrected. */
export interface DraftFault {
  /** Its dotted path, as the API names fields: `day_parts.1.playlists`. */
  field: string;
  /** The field's name on the page. */
  name: string;
  /** The sentence about it; null: it lacks a playlist. */
  message: string | null;
}

const NAMES: Record<string, string> = {
  zone: 'Time zone',
  separation: 'Separation',
  radio_ids: 'Radio IDs',
  breaks: 'Breaks',
  fixed_items: 'At fixed times',
  mixing: 'Mixing',
  opening_hours: 'Opening hours',
};

/**
 * The faults of a draft that the page can see, in the order of its fields.
 * @param known the playlists in use; undefined: they are not loaded yet
 */
export function faultsOf(
  draft: ScheduleDraft,
  known: readonly Playlist[] | undefined,
): DraftFault[] {
  const ids = known && new Set(known.map(({ id }) => id));
  const lacksMusic = (shares: ScheduleDraft['playlists']) => {
    const chosen = chosenOf(shares);
    return chosen.length === 0 || chosen.some(({ playlist_id }) => ids?.has(playlist_id) === false);
  };
  const lists = [
    { field: 'playlists', name: 'Default playlists', shares: draft.playlists },
    ...draft.day_parts.map(({ name, playlists }, n) => ({
      field: `day_parts.${n}.playlists`,
      name,
      shares: playlists,
    })),
  ];
  const missing = lists
    .filter(({ shares }) => lacksMusic(shares))
    // A block with several hours is several day parts.
    .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
    .map(({ field, name }): DraftFault => ({ field, name, message: null }));
  const issues = Rules.safeParse(draft).error?.issues ?? [];
  const others = issues.flatMap(({ path, message }): DraftFault[] => {
    if (path.includes('playlists')) return [];
    const [first = '', second] = path.map(String);
    const part = first === 'day_parts' ? draft.day_parts[Number(second)]?.name : undefined;
    return [{ field: path.join('.'), name: part || (NAMES[first] ?? 'Block'), message }];
  });
  return [...missing, ...others];
}

/** Playlists that were chosen: a proposed draft may have none. */
export const chosenOf = (shares: ScheduleDraft['playlists']): ScheduleDraft['playlists'] =>
  shares.filter(({ playlist_id }) => playlist_id !== NO_PLAYLIST_ID);
