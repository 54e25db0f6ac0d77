import { requiredLine } from '@stationhouse/platform-api/contract/fields';
import type { LibraryTrackDetails, TrackChange } from '@stationhouse/sdk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { openClient } from '../../../api/client.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { Dialog, useLateContent } from '../../../ui/Dialog.tsx';
import { Form, FormField, FormNotice } from '../../../ui/Form.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea, TextInput } from '../../../ui/TextInput.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApiForm, type ApiForm } from '../../../ui/use-api-form.ts';
import { formatLength } from '../../../uploads/file-facts.ts';
import { invalidateLibrary, trackQuery } from './queries.ts';
import { ENERGY_CHOICES, suggestionsId, TAG_NAMES, TagSuggestions } from './tag-fields.tsx';
import { TrackCover } from './TrackCover.tsx';
import { markersOf, TrackMarkers } from './TrackMarkers.tsx';

const FORM_ID = 'track';

interface TrackDialogProps {
  trackId: string;
  onClose: () => void;
}

/** One track: its tags, its cover, and where it is used. */
export function TrackDialog({ trackId, onClose }: TrackDialogProps) {
  const query = useQuery(trackQuery(trackId));
  return (
    <Dialog
      title={query.data?.title ?? 'Track'}
      description={query.data?.artist ?? undefined}
      wide
      tall
      open
      onClose={onClose}
    >
      <Loaded query={query} failure="Failed to load the track">
        {(track) => <Track track={track} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

const line = z.string().trim();
const number = line.regex(/^\d*$/, 'Please enter a whole number.');
const rules = z.object({
  title: requiredLine('Please enter the title.'),
  artist: line,
  album: line,
  year: number,
  isrc: line,
  label: line,
  composer: line,
  genre: line,
  mood: line,
  energy: number,
  tempo_bpm: number,
  language: line,
  is_explicit: z.boolean(),
  notes: line,
  segue_seconds: z.number().nullable(),
  intro_seconds: z.number().nullable(),
});
type Values = z.infer<typeof rules>;

const textOf = (value: string | number | null): string => String(value ?? '');

const valuesOf = (track: LibraryTrackDetails): Values => ({
  title: track.title,
  artist: textOf(track.artist),
  album: textOf(track.album),
  year: textOf(track.year),
  isrc: textOf(track.isrc),
  label: textOf(track.label),
  composer: textOf(track.composer),
  genre: textOf(track.genre),
  mood: textOf(track.mood),
  energy: textOf(track.energy),
  tempo_bpm: textOf(track.tempo_bpm),
  language: textOf(track.language),
  is_explicit: track.is_explicit,
  notes: textOf(track.notes),
  ...markersOf(track),
});

const NUMBERS: ReadonlySet<string> = new Set(['year', 'energy', 'tempo_bpm']);

/** Only what was changed, so that another admin's change of another tag stays. */
function changeOf(before: Values, after: Values): TrackChange {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => value !== known.get(name))
      .map(([name, value]) =>
        NUMBERS.has(name) ? [name, value === '' ? null : Number(value)] : [name, value],
      ),
  );
}

function useTrackForm(track: LibraryTrackDetails, onSaved: () => void) {
  const queries = useQueryClient();
  const defaultValues = valuesOf(track);
  return useApiForm<Values, Values>({
    schema: rules,
    defaultValues,
    async send(values) {
      const { tracks } = (await openClient()).admin.library;
      const saved = await tracks.change(track.id, changeOf(defaultValues, values));
      // The dialog may be opened again before the track is loaded again.
      queries.setQueryData(trackQuery(track.id).queryKey, saved);
      toast({ title: 'Track saved', kind: 'good' });
      onSaved();
      await invalidateLibrary(queries);
    },
    failureTitle: 'Failed to save the track',
  });
}

function Track({ track, onClose }: { track: LibraryTrackDetails; onClose: () => void }) {
  const content = useLateContent();
  const form = useTrackForm(track, onClose);
  const [segue_seconds, intro_seconds] = form.fields.watch(['segue_seconds', 'intro_seconds']);
  return (
    <div ref={content} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start gap-5">
        <TrackCover track={track} />
        <Facts track={track} />
      </div>
      <TrackMarkers
        track={track}
        value={{ segue_seconds, intro_seconds }}
        onChange={(name, seconds) => form.fields.setValue(name, seconds, { shouldDirty: true })}
      />
      <Readings track={track} form={form} />
      <Form form={form} id={FORM_ID}>
        <TagSuggestions />
        <TagFields form={form} />
      </Form>
      <FormNotice notice={form.notice} />
      <div className="sticky -bottom-6 -mx-5 -mb-6 flex flex-wrap justify-between gap-3 border-t border-line bg-surface px-5 py-4 sm:-mx-6 sm:px-6">
        <RetireButton track={track} />
        <div className="flex gap-3">
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} busy={form.isBusy} busyText="Saving...">
            Save
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Fills the form with the tags as they read in another charset; saving them stays with the admin. */
function Readings({ track, form }: { track: LibraryTrackDetails; form: ApiForm<Values, Values> }) {
  if (track.likely_readings.length === 0) return null;
  return (
    <section aria-label="Tags unreadable?" className="flex flex-col gap-2">
      <p className="font-semibold">Tags unreadable?</p>
      <p className="text-small text-muted">
        The file may be written in another charset. Which of these is right?
      </p>
      <div className="flex flex-wrap gap-2">
        {track.likely_readings.map((reading) => (
          <Button
            key={reading.title + reading.artist}
            kind="secondary"
            onClick={() => {
              for (const [name, text] of Object.entries(reading)) {
                form.fields.setValue(name as keyof typeof reading, text ?? '', {
                  shouldDirty: true,
                });
              }
            }}
          >
            {[reading.artist, reading.title, reading.album]
              .filter((text) => text !== null)
              .join(' · ')}
          </Button>
        ))}
      </div>
    </section>
  );
}

const TEXTS = [
  'artist',
  'album',
  'genre',
  'mood',
  'language',
  'label',
  'composer',
  'isrc',
] as const;

function TagFields({ form }: { form: ApiForm<Values, Values> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormField form={form} name="title" label="Title" required className="sm:col-span-2">
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      {TEXTS.map((name) => (
        <FormField key={name} form={form} name={name} label={TAG_NAMES[name]}>
          {(field) => <TextInput {...field} autoComplete="off" list={suggestionsId(name)} />}
        </FormField>
      ))}
      <FormField form={form} name="year" label="Year">
        {(field) => <TextInput {...field} inputMode="numeric" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="tempo_bpm" label={TAG_NAMES.tempo_bpm}>
        {(field) => <TextInput {...field} inputMode="numeric" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="energy" label="Energy">
        {(field) => <Select {...field} choices={ENERGY_CHOICES} />}
      </FormField>
      <FormField form={form} name="is_explicit" label="Lyrics">
        {({ value, ...field }) => <Checkbox {...field} checked={value} label="Explicit" />}
      </FormField>
      <FormField form={form} name="notes" label="Notes" className="sm:col-span-2">
        {(field) => <TextArea {...field} rows={2} />}
      </FormField>
    </div>
  );
}

/** The facts that can't be changed: the file, its sound, and where it is used. */
function Facts({ track }: { track: LibraryTrackDetails }) {
  const { playlists, alike, loudness_lufs, retired_at } = track;
  return (
    <dl className="grid min-w-0 flex-1 basis-64 grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-small sm:grid-cols-[7rem_minmax(0,1fr)] [&_dt]:text-muted">
      <dt>File</dt>
      <dd className="wrap-anywhere">{track.file_name}</dd>
      <dt>Added</dt>
      <dd>{formatDate(track.created_at)}</dd>
      <dt>Length</dt>
      <dd className="tabular">{formatLength(track.duration_seconds)}</dd>
      {loudness_lufs === null ? null : (
        <>
          <dt>Loudness</dt>
          <dd className="tabular">
            {loudness_lufs.toFixed(1)} LUFS
            {track.is_quieter ? ', stays quieter than other tracks' : ''}
          </dd>
        </>
      )}
      <dt>Playlists</dt>
      <dd>
        {playlists.length === 0 ? 'In none' : null}
        {playlists.map(({ id, name }) => (
          <Link key={id} to={`/admin/playlists?playlist=${id}`} className="link me-3">
            {name}
          </Link>
        ))}
      </dd>
      {alike.length === 0 ? null : (
        <>
          <dt>Sounds like</dt>
          <dd>
            {alike.map(({ id, title, artist }) => (
              <Link key={id} to={`/admin/library?track=${id}`} className="link me-3">
                {title}
                {artist === null ? '' : ` by ${artist}`}
              </Link>
            ))}
          </dd>
        </>
      )}
      {retired_at === null ? null : (
        <dd className="col-span-full pt-1">
          <Badge>Retired</Badge> New playlists leave it out.
        </dd>
      )}
    </dl>
  );
}

function RetireButton({ track: { id, retired_at } }: { track: LibraryTrackDetails }) {
  const queries = useQueryClient();
  const form = useApiForm({
    schema: z.object({}),
    defaultValues: {},
    async send() {
      const { tracks } = (await openClient()).admin.library;
      await tracks.change(id, { is_retired: retired_at === null });
      toast({ title: retired_at === null ? 'Track retired' : 'Track is back', kind: 'good' });
      await invalidateLibrary(queries);
    },
    failureTitle: 'Failed to change the track',
  });
  return (
    <Form form={form}>
      <Button type="submit" kind="secondary" busy={form.isBusy}>
        {retired_at === null ? 'Retire' : 'Bring back'}
      </Button>
    </Form>
  );
}
