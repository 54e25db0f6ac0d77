import { MAX_MOODS, MOODS, type Mood } from '@stationhouse/platform-api/contract/setup/values';
import { MOOD_DETAILS } from '@stationhouse/platform-api/contract/setup/music-wishes';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { useId } from 'react';
import { PlayButton } from '../uploads/AudioPreview.tsx';
import { usePreview } from '../uploads/use-preview.ts';
import { MOOD_SAMPLES } from './moods.ts';

interface MoodTilesProps {
  moods: readonly Mood[];
  onChange: (moods: Mood[]) => void;
}

/** Moods to hear and to choose, in the order in which they were chosen. */
export function MoodTiles({ moods, onChange }: MoodTilesProps) {
  const id = useId();
  const isFull = moods.length >= MAX_MOODS;
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="text-small font-semibold">Moods</legend>
      <p id={id} className="mb-3 flex flex-wrap justify-between gap-x-4 text-small text-muted">
        <span>Choose up to three. Press play to hear a few seconds.</span>
        <span role="status" className="tabular">
          {moods.length} of {MAX_MOODS}
        </span>
      </p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {MOODS.map((mood) => {
          const isChosen = moods.includes(mood);
          return (
            <MoodTile
              key={mood}
              mood={mood}
              isChosen={isChosen}
              isDisabled={isFull && !isChosen}
              onChoose={() =>
                onChange(isChosen ? moods.filter((each) => each !== mood) : [...moods, mood])
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}

interface MoodTileProps {
  mood: Mood;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
}

function MoodTile({ mood, isChosen, isDisabled, onChoose }: MoodTileProps) {
  const { name, line } = MOOD_DETAILS[mood];
  const { sound, cover } = MOOD_SAMPLES[mood];
  const { element, isPlaying, hasFailed, toggle } = usePreview();
  return (
    <div className="relative min-w-0">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music without words */}
      <audio ref={element} src={sound} preload="none" />
      <label
        className={clsx(
          'flex h-full flex-col overflow-hidden rounded-card border bg-surface',
          'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          isChosen ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)]' : 'border-edge',
          isDisabled ? 'cursor-not-allowed opacity-55' : 'cursor-pointer hover:border-ink',
        )}
      >
        <input
          type="checkbox"
          className="sr-only"
          checked={isChosen}
          disabled={isDisabled}
          onChange={onChoose}
        />
        <span className="relative block">
          <img
            src={cover}
            alt=""
            width={240}
            height={144}
            className="aspect-5/3 w-full border-b border-line object-cover"
          />
          {isChosen ? (
            <span className="absolute end-2 top-2 grid size-7 place-items-center rounded-full border-2 border-surface bg-primary text-on-primary">
              <Check aria-hidden="true" strokeWidth={3} className="size-4" />
            </span>
          ) : null}
        </span>
        <span className="flex flex-col gap-0.5 px-3 pt-2.5 pb-3">
          <span className={clsx('pe-10', isChosen ? 'font-semibold' : 'font-medium')}>{name}</span>
          <span className="text-small leading-5 text-muted">{line}</span>
          <span role="status" className="text-small font-medium text-bad empty:hidden">
            {hasFailed ? 'This could not be played. Check your connection.' : ''}
          </span>
        </span>
      </label>
      <span className="absolute start-1.5 top-1.5 rounded-full border-2 border-surface">
        <PlayButton name={`a few seconds of ${name}`} isPlaying={isPlaying} onPress={toggle} />
      </span>
    </div>
  );
}
