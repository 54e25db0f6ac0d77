import { VOICE_PREFERENCES } from '@stationhouse/platform-api/contract/setup/values';
import { useId } from 'react';
import { PlayButton } from '../uploads/AudioPreview.tsx';
import { usePreview } from '../uploads/use-preview.ts';
import female from './sounds/female-voice.mp3';
import male from './sounds/male-voice.mp3';

type Voice = (typeof VOICE_PREFERENCES)[number];

const VOICES = {
  male: { label: 'Male', sample: male },
  female: { label: 'Female', sample: female },
} as const;

interface VoiceChoiceProps {
  value: Voice;
  onChange: (voice: Voice) => void;
}

/** The voices, to hear before one is chosen. */
export function VoiceChoice({ value, onChange }: VoiceChoiceProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-semibold">Voice</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {VOICE_PREFERENCES.map((voice) => (
          <VoiceCard
            key={voice}
            name={name}
            voice={voice}
            isChosen={voice === value}
            onChoose={() => onChange(voice)}
          />
        ))}
      </div>
      <p className="mt-2 text-small text-muted">
        These are samples. Our team listens to how your name is spoken before it airs.
      </p>
    </fieldset>
  );
}

interface VoiceCardProps {
  /** The name of the group of radio buttons. */
  name: string;
  voice: Voice;
  isChosen: boolean;
  onChoose: () => void;
}

function VoiceCard({ name, voice, isChosen, onChoose }: VoiceCardProps) {
  const { label, sample } = VOICES[voice];
  const { element, isPlaying, hasFailed, toggle } = usePreview();
  return (
    <div className="relative">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it speaks the sentence that stands below */}
      <audio ref={element} src={sample} preload="none" />
      <label className="control flex min-h-15! cursor-pointer items-center gap-2.5 pe-16! hover:border-ink has-checked:border-primary has-checked:font-semibold has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <input
          type="radio"
          name={name}
          value={voice}
          checked={isChosen}
          onChange={onChoose}
          className="radio"
        />
        {label}
      </label>
      <span className="absolute end-2 top-2">
        <PlayButton
          name={`a sample of the ${voice} voice`}
          isPlaying={isPlaying}
          onPress={toggle}
          quiet
        />
      </span>
      <p role="status" className="mt-1 text-small font-medium text-bad empty:hidden">
        {hasFailed ? 'This could not be played. Check your connection.' : ''}
      </p>
    </div>
  );
}
