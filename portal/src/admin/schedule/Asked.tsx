import type { Profile, ScheduleAsset, ScheduleDraft, SpokenId } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { invalidateAdmin } from '../queries.ts';
import { radioIdsQuery } from '../voices/queries.ts';
import { invalidateSchedule } from './queries.ts';
import type { Draft } from './use-draft.ts';

/** A wish of the customer, or a part of their package, that the draft lacks. */
export interface Lack {
  part: 'radio_ids' | 'breaks';
  title: string;
  detail: string;
  every_minutes: number;
  /** The change that mends it; null: its sound is missing. */
  mend: { label: string; change: Partial<Pick<ScheduleDraft, 'radio_ids' | 'breaks'>> } | null;
}

interface Asked {
  draft: ScheduleDraft;
  profile: Profile;
  assets: readonly ScheduleAsset[];
}

const minutesOf = (count: number): string =>
  count === 1 ? 'every minute' : `every ${count} minutes`;

/** Compares a draft with the setup form. Nothing before it was sent. */
export function lacksOf({ draft, profile, assets }: Asked): Lack[] {
  if (!profile.setup_form_submitted) return [];
  const { radio_id_frequency: minutes, announcement_frequency: breakMinutes } = profile;
  const isThere = (airs_as: ScheduleAsset['airs_as']) =>
    assets.some((asset) => asset.airs_as === airs_as && asset.is_ready);
  const lacks: Lack[] = [];
  const radio_ids = { items: 'all' as const, every_minutes: minutes };
  if (draft.radio_ids === null) {
    lacks.push({
      part: 'radio_ids',
      title: 'Radio IDs: none in the programme',
      detail: `The customer asked for radio IDs ${minutesOf(minutes)}.`,
      every_minutes: minutes,
      mend: isThere('radio_id')
        ? { label: `Air them ${minutesOf(minutes)}`, change: { radio_ids } }
        : null,
    });
  } else if (draft.radio_ids.every_minutes > minutes) {
    lacks.push({
      part: 'radio_ids',
      title: `Radio IDs: ${minutesOf(draft.radio_ids.every_minutes)} in the programme`,
      detail: `The customer asked for radio IDs ${minutesOf(minutes)}.`,
      every_minutes: minutes,
      mend: {
        label: `Air them ${minutesOf(minutes)}`,
        change: { radio_ids: { ...draft.radio_ids, every_minutes: minutes } },
      },
    });
  }
  if (draft.breaks === null && breakMinutes !== null && isThere('commercial_spot')) {
    const spots = Math.max(1, profile.commercial_spots_per_break ?? 1);
    lacks.push({
      part: 'breaks',
      title: 'Commercial spots: none in the programme',
      detail: `The customer has sent spots, for a break ${minutesOf(breakMinutes)}.`,
      every_minutes: breakMinutes,
      mend: {
        label: `Air them ${minutesOf(breakMinutes)}`,
        change: { breaks: { items: 'all', every_minutes: breakMinutes, spots } },
      },
    });
  }
  return lacks;
}

/** The rules hold, and this was asked for and is not in the programme. */
export function Asked({
  lacks,
  draft,
  userId,
  stationId,
}: {
  lacks: readonly Lack[];
  draft: Draft;
  userId: string;
  stationId: string;
}) {
  return (
    <ul aria-label="Asked for, and not in the programme" className="flex flex-col gap-2">
      {lacks.map(({ part, title, detail, every_minutes, mend }) => (
        <li key={part}>
          <Notice kind="attention" title={title}>
            <p>{detail}</p>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {mend === null ? (
                <SpeakLines
                  every_minutes={every_minutes}
                  draft={draft}
                  userId={userId}
                  stationId={stationId}
                />
              ) : (
                <Button kind="secondary" size="small" onClick={() => draft.set(mend.change)}>
                  {mend.label}
                </Button>
              )}
            </div>
          </Notice>
        </li>
      ))}
    </ul>
  );
}

/** A line is spoken and prepared in about this time, in s. */
const LINE_SECONDS = 10;
const LOOK_EVERY_MS = 1_000;
const NOT_SPOKEN = 'The lines were not spoken';

const isLeft = ({ is_outdated, accepted }: SpokenId) => !is_outdated && accepted === null;

/** Has the texts of the setup form spoken by the customer's voice, accepts them, and airs them as often as was asked. */
function SpeakLines({
  every_minutes,
  draft,
  userId,
  stationId,
}: {
  every_minutes: number;
  draft: Draft;
  userId: string;
  stationId: string;
}) {
  const queries = useQueryClient();
  const { data } = useQuery(radioIdsQuery(userId));
  const left = data?.data.filter(isLeft) ?? [];
  const { mutate, isPending } = useMutation({
    /** @returns what is wrong with a text that was not spoken; null: all were */
    async mutationFn(): Promise<string | null> {
      const { radioIds } = (await openClient()).admin.customers;
      const voice_id = data?.default_voice_id;
      if (!voice_id) return 'There is no voice.';
      for (const { id, spoken_text: text } of left) {
        await radioIds.speak(userId, id, { text, voice_id });
      }
      const ids = new Set(left.map(({ id }) => id));
      for (;;) {
        const all = (await radioIds.list(userId)).data.filter(({ id }) => ids.has(id));
        if (all.some(({ take }) => take?.state === 'getting_ready')) {
          await new Promise((resolve) => void setTimeout(resolve, LOOK_EVERY_MS));
          continue;
        }
        const failed = all.find(({ take }) => take?.state === 'failed');
        if (failed) return failed.take?.message ?? 'Please try again.';
        for (const { id, take } of all) if (take) await radioIds.accept(userId, id, take.id);
        return null;
      }
    },
    async onSuccess(problem) {
      if (problem !== null) {
        toast({ title: NOT_SPOKEN, description: problem, kind: 'bad' });
        return;
      }
      draft.set({ radio_ids: { items: 'all', every_minutes } });
      toast({
        title: 'The radio IDs are spoken',
        description: 'Hear them in the preview.',
        kind: 'good',
      });
      await Promise.all([invalidateSchedule(queries, stationId), invalidateAdmin(queries)]);
    },
    onError: toastFailure(NOT_SPOKEN),
  });
  if (!data) return null;
  if (data.default_voice_id === null || left.length === 0) {
    return <p>There is no voice for them. Upload a recording under “Spoken radio IDs”.</p>;
  }
  const lines =
    left.length === 1 ? 'the line' : left.length === 2 ? 'both lines' : `all ${left.length} lines`;
  return (
    <Button
      kind="secondary"
      size="small"
      busy={isPending}
      busyText="Speaking..."
      onClick={() => mutate()}
    >
      Speak {lines} (about {left.length * LINE_SECONDS} s)
    </Button>
  );
}
