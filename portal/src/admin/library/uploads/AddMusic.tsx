import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import {
  LIBRARY_SECONDS,
  MAX_LIBRARY_MEGABYTES,
} from '@stationhouse/platform-api/contract/library/values';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import FolderOpen from 'lucide-react/icons/folder-open';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState, type ChangeEvent } from 'react';
import { useDropzone } from 'react-dropzone';
import { openClient } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { music, useMusicQueue, type QueueState } from './music-queue.ts';
import { MusicList } from './MusicList.tsx';
import { RecentUploads, Unfinished } from './RecentUploads.tsx';
import { SendingState } from './SendingState.tsx';

/** The outcome of files that were sent is asked for this often, in ms. */
const ASK_EVERY_MS = 3_000;

/** As many ids as one request takes. The first of them are prepared first. */
const MOST_ASKED = 100;

/** Brings music into the library: files and folders are dropped or chosen, and sent in parts. */
export function AddMusic() {
  const queue = useMusicQueue();
  useOutcomes(queue);
  return (
    <div className="flex flex-col gap-6">
      <Card
        title="Files and folders"
        description="For all stations. Each file is made ready for the air once, when it has arrived."
      >
        <Unfinished files={queue.files} />
        <ChooseMusic />
        {queue.files.length === 0 ? null : (
          <>
            <SendingState queue={queue} />
            <MusicList files={queue.files} />
          </>
        )}
      </Card>
      <RecentUploads files={queue.files} />
    </div>
  );
}

/** Asks for the outcome of files that were sent, while any is being prepared. */
function useOutcomes({ files }: QueueState): void {
  const ids = files
    .map(({ upload }) => upload)
    .filter((upload) => upload?.state === 'preparing')
    .map((upload) => upload?.id)
    .slice(0, MOST_ASKED);
  useQuery({
    queryKey: ['admin', 'library', 'upload-outcomes'],
    async queryFn({ signal }) {
      const { uploads } = (await openClient()).admin.library;
      const { data } = await uploads.list({ ids: ids.join(','), limit: MOST_ASKED }, { signal });
      music.learnAll(data);
      return null;
    },
    enabled: ids.length > 0,
    refetchInterval: ASK_EVERY_MS,
  });
}

/** In every browser of a computer, but not in React's types. */
const WHOLE_FOLDER = { webkitdirectory: '' };

interface LeftOut {
  unfitting: string[];
  tooLarge: string[];
}

const NOTHING: LeftOut = { unfitting: [], tooLarge: [] };

/** A drop zone with a button for files and one for a folder, and the files that were left out. */
function ChooseMusic() {
  const [leftOut, setLeftOut] = useState(NOTHING);
  const folder = useRef<HTMLInputElement>(null);
  const add = (files: readonly File[]) => setLeftOut(music.add(files));
  // Which files are music is decided by their names: systems disagree about the types.
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => add(files),
  });
  const addFolder = ({ target }: ChangeEvent<HTMLInputElement>) => {
    add([...(target.files ?? [])]);
    // The same folder can be chosen again.
    target.value = '';
  };
  return (
    <>
      <div
        {...getRootProps({
          className: clsx(
            'flex flex-col items-center gap-4 rounded-card border border-dashed px-4 py-8 text-center sm:py-10',
            isDragActive ? 'border-focus bg-primary/10' : 'border-edge bg-sunken',
          ),
        })}
      >
        <p className="hidden font-heading text-title font-bold pointer-fine:block">
          Drop music or whole folders here
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <input {...getInputProps({ style: { display: 'none' } })} />
          <input ref={folder} type="file" multiple hidden onChange={addFolder} {...WHOLE_FOLDER} />
          <Button onClick={open}>
            <Upload aria-hidden="true" />
            Choose files
          </Button>
          <Button kind="secondary" onClick={() => folder.current?.click()}>
            <FolderOpen aria-hidden="true" />
            Choose a folder
          </Button>
        </div>
        <p className="max-w-[34em] text-small text-balance text-muted">
          MP3, M4A, AAC, FLAC, WAV, AIFF, Ogg and Opus, up to {MAX_LIBRARY_MEGABYTES}MB and{' '}
          {LIBRARY_SECONDS.max / 3_600} hours each. You can close this page at any time and continue
          later.
        </p>
      </div>
      <div role="alert" className="flex flex-col gap-2 empty:hidden">
        <LeftOutFiles names={leftOut.unfitting} refusal={ERRORS.not_music} />
        <LeftOutFiles names={leftOut.tooLarge} refusal={ERRORS.music_too_large} />
      </div>
    </>
  );
}

/** Folders of music hold covers and lists, too: the names are there, but not in the way. */
function LeftOutFiles({ names, refusal }: { names: string[]; refusal: { detail: string } }) {
  if (names.length === 0) return null;
  return (
    <Notice
      kind="neutral"
      title={names.length === 1 ? '1 file was left out' : `${names.length} files were left out`}
    >
      <p>{refusal.detail}</p>
      <details className="mt-1">
        <summary className="inline-block min-h-6 cursor-pointer rounded-small underline underline-offset-4">
          Show names
        </summary>
        <ul className="mt-1 max-h-60 overflow-y-auto wrap-anywhere">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
