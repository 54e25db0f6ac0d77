import { MAX_AUDIO_MEGABYTES } from '@stationhouse/platform-api/contract/assets/values';
import { MAX_SPOKEN_TEXT_LENGTH } from '@stationhouse/platform-api/contract/voices/values';
import type { SpokenId, Voice } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { openClient } from '../../api/client.ts';
import { GETTING_READY, voiceHint, voiceLabel } from '../../api/voice-words.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { AudioPreview } from '../../uploads/AudioPreview.tsx';
import { invalidateAdmin } from '../queries.ts';
import { radioIdsQuery } from './queries.ts';
import { useRecorder } from '../../uploads/use-recorder.ts';

interface ScriptCardProps {
  userId: string;
  spoken: SpokenId;
  title: string;
  voices: readonly Voice[];
  /** '' where there is no voice. */
  defaultVoiceId: string;
}

const RECORDED = 'Recording';

/** A script: how it is spoken, the newest take of it, and the radio ID of the station. */
export function ScriptCard({ userId, spoken, title, voices, defaultVoiceId }: ScriptCardProps) {
  const headingId = useId();
  const { script, take, accepted } = spoken;
  const nameOf = (id: string | null) =>
    id === null ? RECORDED : (voices.find((voice) => voice.id === id)?.name ?? id);
  const isNew = take !== null && take.id !== accepted?.take_id;
  return (
    <li
      aria-labelledby={headingId}
      className="flex flex-col gap-4 border-b border-line pb-6 last:border-0 last:pb-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={headingId} className="text-text">
          {title}
        </h3>
        {accepted ? <Badge kind="good">Accepted</Badge> : <Badge>Not accepted</Badge>}
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{script}</p>
      {accepted ? (
        <div className="flex">
          <AudioPreview
            name={`In use: ${nameOf(accepted.voice_id)}`}
            url={accepted.audio_url}
            peaks={accepted.peaks ?? []}
            duration_seconds={accepted.duration_seconds ?? undefined}
          />
        </div>
      ) : null}
      <SpeechForm
        userId={userId}
        spoken={spoken}
        title={title}
        voices={voices}
        defaultVoiceId={defaultVoiceId}
      />
      {isNew ? (
        <Take
          userId={userId}
          id={spoken.id}
          take={take}
          name={nameOf(take.voice_id)}
          title={title}
        />
      ) : null}
    </li>
  );
}

/** Shows the answer to a change, and whatever else it has changed. */
function useChange(userId: string) {
  const queries = useQueryClient();
  const { queryKey } = radioIdsQuery(userId);
  return async (changed: SpokenId) => {
    // A request under way was sent before the change, and would undo it.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(
      queryKey,
      (known) =>
        known && {
          ...known,
          data: known.data.map((each) => (each.id === changed.id ? changed : each)),
        },
    );
    void invalidateAdmin(queries);
  };
}

function SpeechForm({ userId, spoken, title, voices, defaultVoiceId }: ScriptCardProps) {
  const { id, spoken_text, take, accepted } = spoken;
  const known = take?.voice_id ?? accepted?.voice_id ?? defaultVoiceId;
  const [text, setText] = useState(spoken_text);
  const [voiceId, setVoiceId] = useState(
    voices.some((voice) => voice.id === known) ? known : defaultVoiceId,
  );
  const input = useRef<HTMLInputElement>(null);
  const onSuccess = useChange(userId);
  const speech = useMutation({
    mutationFn: async () => {
      const { admin } = await openClient();
      return admin.customers.radioIds.speak(userId, id, { text: text.trim(), voice_id: voiceId });
    },
    onSuccess,
    onError: toastFailure('The text was not spoken'),
  });
  const recording = useMutation({
    mutationFn: async (sound: Blob) =>
      (await openClient()).admin.customers.radioIds.record(userId, id, sound),
    onSuccess,
    onError: toastFailure('The recording was not saved'),
  });
  const recorder = useRecorder((sound) => recording.mutate(sound));
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file may be chosen again.
    currentTarget.value = '';
    if (file) recording.mutate(file);
  };
  const voice = voices.find((each) => each.id === voiceId);
  const isBusy = speech.isPending || recording.isPending || take?.state === 'getting_ready';
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Spoken as"
        hint="Spell names and numbers as they should sound. The customer’s text stays as it is."
      >
        <TextArea
          rows={2}
          maxLength={MAX_SPOKEN_TEXT_LENGTH}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className="min-h-20!"
        />
      </Field>
      <Field label="Voice" hint={voiceHint(voice)}>
        <Select
          choices={voices.map((each) => ({ value: each.id, label: voiceLabel(each) }))}
          value={voiceId}
          onChange={({ currentTarget }) => setVoiceId(currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={isBusy}
          busyText="Getting ready..."
          disabled={text.trim() === '' || voice === undefined}
          onClick={() => speech.mutate()}
        >
          Speak<span className="sr-only"> {title}</span>
        </Button>
        {recorder.isPossible ? (
          <Button kind="secondary" busy={isBusy} onClick={recorder.toggle}>
            {recorder.isRecording ? 'Stop recording' : 'Record'}
            <span className="sr-only"> {title}</span>
          </Button>
        ) : null}
        <Button kind="secondary" busy={isBusy} onClick={() => input.current?.click()}>
          Upload a recording<span className="sr-only"> of {title}</span>
        </Button>
        <input
          ref={input}
          type="file"
          accept="audio/*"
          aria-label={`Recording of ${title}`}
          onChange={choose}
          className="hidden"
        />
      </div>
      <p role="alert" className="text-small font-medium text-bad empty:hidden">
        {recorder.failure}
      </p>
      <p className="text-small text-muted">
        A recording can be any audio file of up to {MAX_AUDIO_MEGABYTES}MB.
      </p>
    </div>
  );
}

interface TakeProps {
  userId: string;
  /** The script's id. */
  id: string;
  take: NonNullable<SpokenId['take']>;
  /** The name of the voice. */
  name: string;
  title: string;
}

function Take({ userId, id, take, name, title }: TakeProps) {
  const changed = useChange(userId);
  const acceptance = useMutation({
    mutationFn: async () =>
      (await openClient()).admin.customers.radioIds.accept(userId, id, take.id),
    async onSuccess(spoken) {
      await changed(spoken);
      toast({ title: 'Accepted', description: `${title} is ready for the air.`, kind: 'good' });
    },
    onError: toastFailure('The radio ID was not accepted'),
  });
  const { state, message, audio_url, peaks, duration_seconds } = take;
  return (
    <div className="flex flex-wrap items-start gap-4 rounded-card bg-sunken p-4">
      <p role="status" className="text-small text-muted empty:hidden">
        {state === 'getting_ready' ? GETTING_READY : null}
      </p>
      {message === null ? null : (
        <p className="flex items-start gap-1.5 text-small font-medium text-bad">
          <CircleAlert aria-hidden="true" className="mt-[0.15em] size-[1.15em] flex-none" />
          <span className="min-w-0">{message}</span>
        </p>
      )}
      {state === 'ready' && audio_url !== null ? (
        <>
          <AudioPreview
            name={`New: ${name}`}
            url={audio_url}
            peaks={peaks ?? []}
            duration_seconds={duration_seconds ?? undefined}
          />
          <Button
            busy={acceptance.isPending}
            busyText="Accepting..."
            onClick={() => acceptance.mutate()}
          >
            Accept<span className="sr-only"> {title}</span>
          </Button>
        </>
      ) : null}
    </div>
  );
}
