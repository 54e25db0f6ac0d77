import { longestMarker, TRACK_MARKERS } from '@stationhouse/platform-api/contract/library/values';
import type { LibraryTrackDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { usePreview } from '../../../uploads/use-preview.ts';
import { closeUpQuery, coarseCloseUp, type Part } from './close-up.ts';
import { MarkerSlider } from './MarkerSlider.tsx';
import { SegueTrial } from './SegueTrial.tsx';

/** The segue and the intro of a track, in seconds; null: as measured. */
export interface Markers {
  segue_seconds: number | null;
  intro_seconds: number | null;
}

export const markersOf = (track: LibraryTrackDetails): Markers => ({
  segue_seconds: track.is_segue_moved ? track.segue_seconds : null,
  intro_seconds: track.is_intro_moved ? track.intro_seconds : null,
});

/** Seconds around the longest segue and intro that a close-up shows. */
const MARGIN = 4;

/** What is heard before a marker, in seconds. */
const LEAD = 5;

interface TrackMarkersProps {
  track: LibraryTrackDetails;
  value: Markers;
  onChange: (name: keyof Markers, seconds: number | null) => void;
}

/** Close-ups of the start and of the end of a track, each with a marker to move. Saved with the tags. */
export function TrackMarkers({ track, value, onChange }: TrackMarkersProps) {
  const { aired_seconds, audio_url, measured_segue_seconds, measured_intro_seconds } = track;
  const { element, isPlaying, position, toggle, seek } = usePreview();
  const [heard, setHeard] = useState<keyof Markers | null>(null);
  if (aired_seconds === null || audio_url === null) return null;

  const length = aired_seconds;
  const longest = {
    segue: longestMarker('segue', length),
    intro: longestMarker('intro', length),
  };
  const segue = value.segue_seconds ?? measured_segue_seconds ?? 0;
  const intro = value.intro_seconds ?? measured_intro_seconds ?? 0;

  function hear(name: keyof Markers, seconds: number) {
    const isOther = heard !== name;
    setHeard(name);
    if (isOther || !isPlaying) seek(Math.max(0, seconds - LEAD));
    if (!isOther || !isPlaying) toggle();
  }
  const common = (name: keyof Markers, measured: number | null) => ({
    track,
    url: audio_url,
    length,
    state:
      value[name] === null
        ? measured === null
          ? 'Not measured yet'
          : 'Measured'
        : 'Moved by hand',
    played: position,
    isHeard: isPlaying && heard === name,
    onReset: value[name] === null ? null : () => onChange(name, null),
  });
  return (
    <section aria-labelledby="markers" className="flex flex-col gap-3">
      <div>
        <h3 id="markers" className="font-semibold">
          Segue and intro
        </h3>
        <p className="text-small text-muted">
          The next song begins while this one ends. Radio IDs may be spoken over the intro.
        </p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music has no captions */}
      <audio ref={element} src={audio_url} preload="none" />
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <CloseUp
          {...common('intro_seconds', measured_intro_seconds)}
          name="Intro ends"
          text={intro === 0 ? 'No intro' : `${intro.toFixed(1)} s`}
          part={{ from: 0, to: Math.min(length, TRACK_MARKERS.intro.seconds + MARGIN) }}
          limits={{ from: 0, to: longest.intro }}
          position={intro}
          marked={{ from: 0, to: intro }}
          onMove={(seconds) => onChange('intro_seconds', rounded(seconds))}
          onHear={() => hear('intro_seconds', intro)}
        />
        <CloseUp
          {...common('segue_seconds', measured_segue_seconds)}
          name="Next song begins"
          text={segue === 0 ? 'At the end' : `${segue.toFixed(1)} s before the end`}
          part={{ from: Math.max(0, length - TRACK_MARKERS.segue.seconds - MARGIN), to: length }}
          limits={{ from: length - longest.segue, to: length }}
          position={length - segue}
          marked={{ from: length - segue, to: length }}
          onMove={(seconds) => onChange('segue_seconds', rounded(length - seconds))}
          onHear={() => hear('segue_seconds', length - segue)}
        />
      </div>
      <SegueTrial track={track} segueSeconds={segue} />
    </section>
  );
}

/** To the millisecond, without what subtraction leaves. */
const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

interface CloseUpProps {
  track: LibraryTrackDetails;
  url: string;
  /** Of the track, in seconds. */
  length: number;
  /** The marker's. */
  name: string;
  text: string;
  /** Whether it was measured or moved. */
  state: string;
  part: Part;
  limits: Part;
  position: number;
  /** The intro or the segue. */
  marked: Part;
  /** The position of the sound. */
  played: number;
  isHeard: boolean;
  onMove: (seconds: number) => void;
  onHear: () => void;
  /** Null: it was not moved. */
  onReset: (() => void) | null;
}

function CloseUp({ track, url, length, part, ...props }: CloseUpProps) {
  const { name, text, state, isHeard, played, onHear, onReset, ...slider } = props;
  const { data } = useQuery(closeUpQuery(url, part));
  const Sign = isHeard ? Pause : Play;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{name}</span>
        <span className="tabular">{text}</span>
      </p>
      <MarkerSlider
        {...slider}
        name={name}
        text={`${text}, ${state.toLowerCase()}`}
        part={part}
        bars={data ?? coarseCloseUp(track.peaks ?? [], length, part)}
        played={isHeard ? played : null}
      />
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          kind="secondary"
          size="small"
          aria-label={isHeard ? `Pause at “${name}”` : `Play from ${LEAD} s before “${name}”`}
          onClick={onHear}
        >
          <Sign aria-hidden="true" className="fill-current" />
          {isHeard ? 'Pause' : `From ${LEAD} s before`}
        </Button>
        {onReset === null ? (
          <span className="text-small text-muted">{state}</span>
        ) : (
          <Button
            kind="quiet"
            size="small"
            aria-label={`Reset to measured: “${name}”`}
            onClick={onReset}
          >
            Reset
          </Button>
        )}
      </div>
    </div>
  );
}
