import { MAX_ANNOUNCEMENT_SECONDS } from '@stationhouse/platform-api/contract/schedule/values';
import { MAX_AUDIO_MEGABYTES } from '@stationhouse/platform-api/contract/assets/values';
import { MAX_SPOKEN_TEXT_LENGTH } from '@stationhouse/platform-api/contract/voices/values';
import { RequestFailed, type Announcement, type Voice } from '@stationhouse/sdk/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Mic from 'lucide-react/icons/mic';
import Square from 'lucide-react/icons/square';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { openClient } from '../api/client.ts';
import { GETTING_READY, voiceHint, voiceLabel } from '../api/voice-words.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { TextArea } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { clockTime } from '../programme/zone-times.ts';
import { AudioPreview } from '../uploads/AudioPreview.tsx';
import { formatLength } from '../uploads/file-facts.ts';
import { useRecorder } from '../uploads/use-recorder.ts';
import { myVoicesQuery, useRefresh } from './queries.ts';
import { momentInWords } from './time-words.ts';
import { startingWhen, timeOf } from './when.ts';
import { WhenFields } from './WhenFields.tsx';
import { ownLocations, WhereFields } from './WhereFields.tsx';

interface SayItNowProps {
  announcements: readonly Announcement[];
  /** The announcement that is being made: its sound exists, its time is not chosen. */
  draftId: string | undefined;
  onDraft: (id: string | undefined) => void;
  zone: string;
  anHour: number;
}

const TITLE = 'Say it now';

type Way = 'type' | 'record' | 'upload';

/** Makes an announcement: type, record or upload it, listen, and choose when it airs. */
export function SayItNow({ announcements, draftId, onDraft, zone, anHour }: SayItNowProps) {
  const voices = useQuery(myVoicesQuery);
  const draft = announcements.find(({ id }) => id === draftId);
  // One that has aired is planned again as it is: other words are another announcement.
  const own = draft?.state === 'draft' ? draft : undefined;
  const [way, setWay] = useState<Way>('type');
  const [text, setText] = useState('');
  const [voiceId, setVoiceId] = useState('');
  const [when, setWhen] = useState(() => startingWhen(zone, Date.now()));
  const [where, setWhere] = useState(ownLocations);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const refresh = useRefresh();
  const voice = voiceId || (voices.data?.default_voice_id ?? '');
  const speech = { text: text.trim(), ...(voice !== '' && { voice_id: voice }) };
  // Staff of some locations make nothing that could air elsewhere.
  const place =
    ownLocations === null ? {} : { location_ids: [...(where?.length ? where : ownLocations)] };
  const isSpoken = own?.text === speech.text && own.voice_id === (voice || null);
  const isTyped = way === 'type' && speech.text !== '';

  const listen = useMutation({
    async mutationFn() {
      const { announcements: calls } = (await openClient()).me;
      return own ? calls.speak(own.id, speech) : calls.create({ ...speech, ...place });
    },
    async onSuccess({ id }) {
      await refresh();
      onDraft(id);
    },
    onError: toastFailure('The text was not spoken'),
  });
  const record = useMutation({
    async mutationFn({ sound, title }: { sound: Blob; title: string }) {
      const { announcements: calls } = (await openClient()).me;
      const id = own?.id ?? (await calls.create({ title, ...place })).id;
      // The draft stays, should the sound not arrive.
      onDraft(id);
      return calls.record(id, sound);
    },
    onSuccess: refresh,
    onError: toastFailure('The recording was not saved'),
  });
  const plan = useMutation({
    async mutationFn() {
      const { announcements: calls } = (await openClient()).me;
      const time = timeOf(when);
      const location_ids = where && [...where];
      if (!isTyped) return calls.plan(draft?.id ?? '', time, location_ids);
      if (!own)
        return calls.create({ ...speech, when: time, ...(location_ids && { location_ids }) });
      if (!isSpoken) await calls.speak(own.id, speech);
      return calls.plan(own.id, time, location_ids);
    },
    async onSuccess({ airs_at }) {
      setText('');
      setErrors({});
      setWhen(startingWhen(zone, Date.now()));
      setWhere(ownLocations);
      onDraft(undefined);
      toast({
        title: 'Planned',
        description:
          airs_at === null
            ? 'Below you see when it airs, as soon as it is ready.'
            : `It airs at ${momentInWords(airs_at, zone, Date.now())}.`,
        kind: 'good',
      });
      await refresh();
    },
    onError(failure) {
      const faults = failure instanceof RequestFailed ? failure.errors : [];
      setErrors(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
      if (faults.length === 0) toastFailure('The announcement was not planned')(failure);
    },
  });

  const isSaving = listen.isPending || record.isPending;
  return (
    <Card
      title={TITLE}
      description="Speak to your guests on your own station, after this song or whenever you like."
    >
      <Tabs
        label="How to say it"
        value={way}
        onChange={(next) => setWay(next as Way)}
        tabs={[
          {
            value: 'type',
            label: 'Type it',
            content: (
              <TypeFields
                text={text}
                onText={setText}
                voices={voices.data?.data ?? []}
                voiceId={voice}
                onVoice={setVoiceId}
                error={errors['text']}
              />
            ),
          },
          {
            value: 'record',
            label: 'Record it',
            content: (
              <Recorder
                isSaving={isSaving}
                onRecorded={(sound) => record.mutate({ sound, title: recordedAt(zone) })}
              />
            ),
          },
          {
            value: 'upload',
            label: 'Upload it',
            content: (
              <Upload
                isSaving={isSaving}
                onChosen={(file) =>
                  record.mutate({ sound: file, title: file.name.replace(/\.[^.]*$/, '') })
                }
              />
            ),
          },
        ]}
      />
      {draft ? <DraftSound draft={draft} isOld={isTyped && !isSpoken} /> : null}
      <WhenFields
        when={when}
        anHour={anHour}
        zone={zone}
        errors={errors}
        onChange={(next) => {
          setWhen(next);
          setErrors({});
        }}
      />
      <WhereFields
        where={where}
        error={errors['location_ids']}
        onChange={(next) => {
          setWhere(next);
          setErrors({});
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          busy={plan.isPending || isSaving}
          busyText="Planning..."
          disabled={(!isTyped && draft === undefined) || where?.length === 0}
          onClick={() => plan.mutate()}
        >
          Put it on air
        </Button>
        {way === 'type' ? (
          <Button
            kind="secondary"
            busy={isSaving || own?.sound.state === 'getting_ready'}
            busyText="Getting ready..."
            disabled={!isTyped || (isSpoken && own?.sound.state !== 'failed')}
            onClick={() => listen.mutate()}
          >
            Listen first
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

const recordedAt = (zone: string): string =>
  `Recording, ${clockTime(new Date().toISOString(), zone, { seconds: false })}`;

interface TypeFieldsProps {
  text: string;
  onText: (text: string) => void;
  voices: readonly Voice[];
  voiceId: string;
  onVoice: (id: string) => void;
  error: string | undefined;
}

function TypeFields({ text, onText, voices, voiceId, onVoice, error }: TypeFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Text"
        hint="Does a name sound wrong? Spell it as it should sound, and listen again."
        error={error}
      >
        <TextArea
          rows={3}
          maxLength={MAX_SPOKEN_TEXT_LENGTH}
          placeholder="Happy hour until seven. All cocktails at half price."
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          className="min-h-24!"
        />
      </Field>
      {voices.length === 0 ? (
        <p className="text-small text-muted">
          No voice is available just now. Your text is kept; record or upload it instead.
        </p>
      ) : (
        <Field
          label="Voice"
          hint={voiceHint(voices.find(({ id }) => id === voiceId))}
          className="max-w-md"
        >
          <Select
            choices={voices.map((each) => ({ value: each.id, label: voiceLabel(each) }))}
            value={voiceId}
            onChange={({ currentTarget }) => onVoice(currentTarget.value)}
          />
        </Field>
      )}
    </div>
  );
}

interface RecorderProps {
  isSaving: boolean;
  onRecorded: (sound: Blob) => void;
}

function Recorder({ isSaving, onRecorded }: RecorderProps) {
  const recorder = useRecorder(onRecorded, { maxSeconds: MAX_ANNOUNCEMENT_SECONDS });
  const { isPossible, isRecording, failure, level, seconds, toggle } = recorder;
  if (!isPossible) {
    return <p className="text-muted">This browser can’t record. Upload a recording instead.</p>;
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Button kind="secondary" busy={isSaving} busyText="Saving..." onClick={toggle}>
          {isRecording ? <Square aria-hidden="true" /> : <Mic aria-hidden="true" />}
          {isRecording ? 'Stop recording' : 'Record'}
        </Button>
        {isRecording ? (
          <>
            <meter
              aria-label="Level"
              min={0}
              max={1}
              low={0.02}
              high={0.95}
              optimum={0.4}
              value={level}
              className="h-4 w-40"
            />
            <span className="tabular text-small text-muted">
              {formatLength(seconds)} of {formatLength(MAX_ANNOUNCEMENT_SECONDS)}
            </span>
          </>
        ) : null}
      </div>
      <p role="alert" className="text-small font-medium text-bad empty:hidden">
        {failure}
      </p>
      <p className="text-small text-muted">Silence at the start and the end is cut off.</p>
    </div>
  );
}

interface UploadProps {
  isSaving: boolean;
  onChosen: (file: File) => void;
}

function Upload({ isSaving, onChosen }: UploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file may be chosen again.
    currentTarget.value = '';
    if (file) onChosen(file);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        kind="secondary"
        busy={isSaving}
        busyText="Saving..."
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept="audio/*"
        aria-label="Sound of the announcement"
        onChange={choose}
        className="hidden"
      />
      <p id={hintId} className="text-small text-muted">
        Any audio file of up to {MAX_AUDIO_MEGABYTES}MB and {MAX_ANNOUNCEMENT_SECONDS / 60} minutes.
      </p>
    </div>
  );
}

/** The sound as it will air. */
function DraftSound({ draft, isOld }: { draft: Announcement; isOld: boolean }) {
  const { sound } = draft;
  return (
    <div className="rounded-card bg-sunken p-4">
      <p role="status" className="text-small text-muted empty:hidden">
        {sound.state === 'getting_ready' ? GETTING_READY : null}
      </p>
      {sound.message === null ? null : (
        <p role="alert" className="text-small font-medium text-bad">
          {sound.message}
        </p>
      )}
      {sound.state === 'ready' && sound.audio_url !== null ? (
        <AudioPreview
          name={isOld ? 'Before your change' : 'As it will air'}
          url={sound.audio_url}
          peaks={sound.peaks ?? []}
          duration_seconds={sound.duration_seconds ?? undefined}
        />
      ) : null}
    </div>
  );
}
