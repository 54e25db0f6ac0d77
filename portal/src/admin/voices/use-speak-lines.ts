import { FREE_VOICE_MAKERS } from '@stationhouse/platform-api/contract/voices/values';
import type { SpokenId } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { describe } from '../../api/failures.ts';
import { invalidateAdmin } from '../queries.ts';
import { invalidateSchedule } from '../schedule/queries.ts';
import { LOOK_EVERY_MS, radioIdsQuery, voicesQuery } from './queries.ts';

/** A line is spoken and prepared in about this time, in s. */
export const LINE_SECONDS = 10;

/** The line is no radio ID of the station yet. */
export const isLeft = ({ is_outdated, accepted }: SpokenId): boolean =>
  !is_outdated && accepted === null;

const needsTake = ({ take }: SpokenId): boolean => take === null || take.state === 'failed';

/** It was never spoken, or as this hook speaks it: the page may have been closed before it was accepted. */
const isUntried = ({ script, take }: SpokenId, voiceId: string): boolean =>
  take === null || (take.voice_id === voiceId && take.text === script && take.state !== 'failed');

interface SpeakLinesOptions {
  userId: string;
  stationId: string;
  /** All lines are radio IDs of the station. */
  onSpoken?: () => void;
}

/**
 * Has the texts of the setup form spoken by the customer's voice, and accepts them. A take that an admin has had made of
 * a line is kept.
 */
export function useSpeakLines({ userId, stationId, onSpoken }: SpeakLinesOptions) {
  const queries = useQueryClient();
  const { data } = useQuery(radioIdsQuery(userId));
  const voices = useQuery(voicesQuery);
  const voice_id = data?.default_voice_id ?? null;
  const voice = voices.data?.find(({ id }) => id === voice_id);
  const lines = data?.data.filter(({ is_outdated }) => !is_outdated) ?? [];
  const left = lines.filter(isLeft);
  const speech = useMutation({
    /** @returns what is wrong with a text that was not spoken; null: all were */
    async mutationFn(): Promise<string | null> {
      if (voice_id === null) return 'There is no voice.';
      const { radioIds } = (await openClient()).admin.customers;
      const ids = new Set(left.map(({ id }) => id));
      let problem: string | null = null;
      for (const { id, spoken_text: text } of left.filter(needsTake)) {
        await radioIds.speak(userId, id, { text, voice_id }).catch((failure: unknown) => {
          // The other lines are spoken, too.
          ids.delete(id);
          problem ??= describe(failure).detail;
        });
      }
      const { queryKey } = radioIdsQuery(userId);
      for (;;) {
        const listed = await radioIds.list(userId);
        queries.setQueryData(queryKey, listed);
        const open = listed.data.filter((line) => ids.has(line.id) && isLeft(line));
        if (open.some(({ take }) => take?.state === 'getting_ready')) {
          await new Promise((resolve) => void setTimeout(resolve, LOOK_EVERY_MS));
          continue;
        }
        for (const { id, take } of open) {
          if (take?.state === 'ready') await radioIds.accept(userId, id, take.id);
          else problem ??= take?.message ?? 'Please try again.';
        }
        return problem;
      }
    },
    onSuccess: (problem) => {
      if (problem === null) onSpoken?.();
    },
    onSettled: () =>
      Promise.all([invalidateSchedule(queries, stationId), invalidateAdmin(queries)]),
  });
  return {
    isLoaded: data !== undefined,
    lines,
    left,
    /** Some voice can speak. */
    isPossible: voice_id !== null,
    /** The voice that suits the customer; undefined: not known (yet). */
    voice,
    /** No admin has tried anything else with the lines, and speaking them costs nothing. */
    canBegin:
      voice !== undefined &&
      FREE_VOICE_MAKERS.includes(voice.maker) &&
      left.length > 0 &&
      left.every((line) => isUntried(line, voice.id)),
    speak: speech.mutate,
    isSpeaking: speech.isPending,
    /** Why a line was not spoken. */
    problem: speech.error ? describe(speech.error).detail : (speech.data ?? null),
  };
}

export type SpeakLines = ReturnType<typeof useSpeakLines>;

/** 'The lines are not spoken.', '1 of 2 lines is not spoken.' */
export function unspokenInWords(left: number, all: number): string {
  if (left < all) return `${left} of ${all} lines ${left === 1 ? 'is' : 'are'} not spoken.`;
  return all === 1 ? 'The line is not spoken.' : 'The lines are not spoken.';
}

/** 'the line', 'both lines', 'all 3 lines'. */
export const linesInWords = (count: number): string =>
  count === 1 ? 'the line' : count === 2 ? 'both lines' : `all ${count} lines`;
