import type { Industry, VOICE_PREFERENCES } from '@stationhouse/platform-api/contract/setup/values';
import { clsx } from 'clsx';
import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { useId, useState } from 'react';
import { useSample } from '../player/use-sample.ts';
import { Lamp } from '../ui/Lamp.tsx';
import { Section } from '../ui/Section.tsx';
import { SCENE_SIZE, sceneUrl } from '../ui/solutions.ts';
import { placesFor, type Place } from './content/places.ts';

type Voice = (typeof VOICE_PREFERENCES)[number];

const samples = import.meta.glob<string>('../../samples/*.mp3', {
  query: '?url',
  import: 'default',
  eager: true,
});
const sampleUrl = (place: Place, voice: Voice): string =>
  samples[`../../samples/${place.id}-${voice}.mp3`] ?? '';

/** The name of a place's picture and colour. */
const lookOf = ({ id }: Place): string => (id === 'shop' ? 'retail' : id);

interface HearPlacesProps {
  tone?: 'paper' | 'sunken';
  /** The industry of the page, whose own place comes first. */
  industry?: Industry | undefined;
}

/** Three places to hear before buying, each with a spoken ID in either voice. */
export function HearPlaces({ tone = 'paper', industry }: HearPlacesProps) {
  return (
    <Section
      id="hear"
      tone={tone}
      title="Hear three places"
      lead="Twenty seconds each: the music, and the name between the songs. Choose the voice that says it."
    >
      <ul className="grid gap-6 md:grid-cols-3">
        {placesFor(industry).map((place) => (
          <PlaceCard key={place.id} place={place} />
        ))}
      </ul>
    </Section>
  );
}

function PlaceCard({ place }: { place: Place }) {
  const [voice, setVoice] = useState<Voice>('female');
  const { heard, toggle } = useSample();
  const url = sampleUrl(place, voice);
  const isHeard = heard?.url === url && heard.phase !== 'failed';
  const hasFailed = heard?.url === url && heard.phase === 'failed';
  const { station_name, moment, music } = place;
  return (
    <li
      className={`look look-${lookOf(place)} flex flex-col overflow-hidden rounded-card border border-line bg-surface`}
    >
      <img
        src={sceneUrl(lookOf(place))}
        alt=""
        {...SCENE_SIZE}
        loading="lazy"
        decoding="async"
        className="aspect-[5/2] w-full object-cover md:aspect-[8/5]"
      />
      <div className="flex flex-1 flex-col p-5">
        <p className="flex items-center justify-between gap-3 text-small text-muted">
          {moment}
          <Lamp on={isHeard} />
        </p>
        <h3 className="mt-1 text-title">{station_name}</h3>
        <p className="mt-1.5 mb-5 text-small text-muted">{music}</p>
        <div className="mt-auto flex flex-wrap items-center gap-3">
          <button
            type="button"
            aria-label={isHeard ? `Stop ${station_name}` : `Play ${station_name}`}
            onClick={() => toggle(url)}
            className="grid size-13 flex-none cursor-pointer place-items-center rounded-full bg-primary text-on-primary transition-colors hover:bg-primary-raised"
          >
            {isHeard ? (
              <Square aria-hidden="true" fill="currentColor" className="size-5" />
            ) : (
              <Play aria-hidden="true" fill="currentColor" className="ms-0.5 size-6" />
            )}
          </button>
          <VoiceChoice
            of={station_name}
            voice={voice}
            onChoose={(next) => {
              setVoice(next);
              // The other voice is heard at once.
              if (isHeard) toggle(sampleUrl(place, next));
            }}
          />
        </div>
        <progress
          max={1}
          value={isHeard ? heard.progress : 0}
          aria-hidden="true"
          className="sample-progress mt-5 h-1 w-full"
        />
        <p role="status" className="text-small empty:hidden">
          {hasFailed ? 'This sample could not be loaded. Please try again.' : null}
        </p>
      </div>
    </li>
  );
}

const VOICE_WORDS: Record<Voice, string> = { female: 'Female', male: 'Male' };

interface VoiceChoiceProps {
  of: string;
  voice: Voice;
  onChoose: (voice: Voice) => void;
}

/** Which voice speaks: two radio buttons that look like one switch. */
function VoiceChoice({ of, voice, onChoose }: VoiceChoiceProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-none rounded-full border border-edge p-1 text-small font-semibold">
      <legend className="sr-only">Voice of {of}</legend>
      {(['female', 'male'] as const).map((each) => (
        <label
          key={each}
          className={clsx(
            'flex min-h-9 cursor-pointer items-center rounded-full px-3.5 md:max-lg:px-2.5 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary pointer-coarse:min-h-11',
            each === voice ? 'bg-ink text-background' : 'text-ink hover:bg-sunken',
          )}
        >
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === voice}
            onChange={() => onChoose(each)}
            className="sr-only"
          />
          {VOICE_WORDS[each]}
        </label>
      ))}
    </fieldset>
  );
}
