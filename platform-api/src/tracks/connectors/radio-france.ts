import { isRecord, recordsOf } from './read-fields.ts';
import { trackIn } from './track-fields.ts';
import type { Connector, RawTrack } from './track-set.ts';

/**
 * Radio France's `/livemeta/pull/{station}`: `steps` by id, and `levels` that list their ids in order with the `position`
 * of what is on air. The deepest level is the song; the others are the programmes around it.
 */
export const readRadioFrance: Connector = (document) => {
  if (!isRecord(document) || !isRecord(document.steps) || !Array.isArray(document.levels)) {
    return null;
  }
  const { steps } = document;
  const level = recordsOf(document.levels).at(-1);
  const [items, position] = [level?.items, Number(level?.position)];
  if (!Array.isArray(items) || !Number.isInteger(position)) return { current: null };
  const at = (index: number): RawTrack | null => trackIn(steps[String(items[index])]);
  return { previous: at(position - 1), current: at(position), next: at(position + 1) };
};
