import type { Profile, ScheduleAsset, ScheduleDraft, SpokenId } from '@stationhouse/sdk/client';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import {
  isLeft,
  LINE_SECONDS,
  linesInWords,
  unspokenInWords,
  useSpeakLines,
} from '../voices/use-speak-lines.ts';
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
  /** The texts of the setup form and their speech, where they are known. */
  lines?: readonly SpokenId[];
}

export const minutesOf = (count: number): string =>
  count === 1 ? 'every minute' : `every ${count} minutes`;

/** Compares a draft with the setup form. Nothing before it was sent. */
export function lacksOf({ draft, profile, assets, lines = [] }: Asked): Lack[] {
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
  const left = lines.filter(isLeft).length;
  if (left > 0 && draft.radio_ids !== null && lacks.length === 0) {
    lacks.push({
      part: 'radio_ids',
      title: `Radio IDs: ${unspokenInWords(left, lines.length)}`,
      detail: `The customer asked for radio IDs ${minutesOf(minutes)}.`,
      every_minutes: draft.radio_ids.every_minutes,
      mend: null,
    });
  }
  const isLess = draft.breaks === null || draft.breaks.every_minutes > (breakMinutes ?? Infinity);
  if (isLess && breakMinutes !== null && isThere('commercial_spot')) {
    const spots = Math.max(1, profile.commercial_spots_per_break ?? 1);
    const now = draft.breaks === null ? 'none' : minutesOf(draft.breaks.every_minutes);
    lacks.push({
      part: 'breaks',
      title: `Commercial spots: ${now} in the programme`,
      detail: `The customer has sent spots, for a break ${minutesOf(breakMinutes)}.`,
      every_minutes: breakMinutes,
      mend: {
        label: `Air them ${minutesOf(breakMinutes)}`,
        change: {
          breaks: { items: 'all', spots, ...draft.breaks, every_minutes: breakMinutes },
        },
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

const NOT_SPOKEN = 'The lines were not spoken';

interface SpeakLinesProps {
  every_minutes: number;
  draft: Draft;
  userId: string;
  stationId: string;
}

/** Has the texts of the setup form spoken, and airs them as often as was asked. */
function SpeakLines({ every_minutes, draft, userId, stationId }: SpeakLinesProps) {
  const { isLoaded, isPossible, left, speak, isSpeaking } = useSpeakLines({
    userId,
    stationId,
    onSpoken: () => {
      draft.set({ radio_ids: { items: 'all', every_minutes } });
      toast({
        title: 'The radio IDs are spoken',
        description: 'Hear them in the preview.',
        kind: 'good',
      });
    },
  });
  if (!isLoaded) return null;
  if (!isPossible || left.length === 0) {
    return <p>There is no voice for them. Upload a recording under “Spoken radio IDs”.</p>;
  }
  return (
    <Button
      kind="secondary"
      size="small"
      busy={isSpeaking}
      busyText="Speaking..."
      onClick={() =>
        speak(undefined, {
          onSuccess: (problem) => {
            if (problem !== null) toast({ title: NOT_SPOKEN, description: problem, kind: 'bad' });
          },
          onError: toastFailure(NOT_SPOKEN),
        })
      }
    >
      Speak {linesInWords(left.length)} (about {left.length * LINE_SECONDS} s)
    </Button>
  );
}
