import {
  UPLOAD_STATES,
  type UploadState,
} from '@stationhouse/platform-api/contract/library/values';
import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import type { LibraryUpload } from '@stationhouse/sdk/client';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { ignoreNotFound } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState, Loaded } from '../../../ui/Loaded.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { useNow } from '../../time-words.ts';
import { arrivedBytes, type MusicFile } from './music-queue.ts';
import { Detail, Outcome, Row } from './MusicList.tsx';

/** While something moves, the list is read this often, in ms. */
const READ_EVERY_MS = 5_000;

/** A part that arrived less than this ago came from a tab that is open, in ms: a part may take minutes. */
const ACTIVE_MS = 3 * MINUTE_MS;

const UPLOADS = ['admin', 'library', 'uploads'] as const;

const isMoving = ({ state }: LibraryUpload) => state === 'preparing' || state === 'receiving';

/** The uploads of all admins, newest first. */
const uploadsQuery = (state: UploadState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...UPLOADS, { state }],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await openClient()).admin.library.uploads.list(
        { ...(state && { state }), ...(cursor && { cursor }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isMoving)) ? READ_EVERY_MS : false,
  });

/** Uploads that are not in this tab's list, also under their name while they begin. */
function withoutThose(uploads: readonly LibraryUpload[], files: readonly MusicFile[]) {
  const ids = new Set(files.map(({ upload }) => upload?.id));
  const names = new Set(files.map(({ name, file }) => `${file.size} ${name}`));
  return uploads.filter(
    ({ id, size_bytes, file_name }) => !ids.has(id) && !names.has(`${size_bytes} ${file_name}`),
  );
}

const isLeft = ({ state, updated_at }: LibraryUpload, now: number) =>
  state === 'receiving' && now - Date.parse(updated_at) > ACTIVE_MS;

interface UploadsProps {
  /** The files of this tab, which have a list of their own. */
  files: readonly MusicFile[];
}

/** Files that another tab, or an earlier visit, has begun to send. */
export function Unfinished({ files }: UploadsProps) {
  const { data } = useInfiniteQuery(uploadsQuery('receiving'));
  const now = useNow();
  const uploads = data?.pages.flatMap((page) => page.data) ?? [];
  const left = withoutThose(uploads, files).filter((upload) => isLeft(upload, now));
  if (left.length === 0) return null;
  // Of a long list only the first page is here.
  const count = data?.pages[0]?.has_more ? data.pages[0].counts.receiving : left.length;
  return (
    <Notice
      kind="attention"
      title={count === 1 ? '1 file was not finished' : `${count} files were not finished`}
    >
      <p>Drop the same files or folders again. They continue where they stopped.</p>
      <details className="mt-1">
        <summary className="inline-block min-h-6 cursor-pointer rounded-small underline underline-offset-4">
          Show names
        </summary>
        <ul className="mt-1 max-h-60 overflow-y-auto wrap-anywhere">
          {left.map(({ id, file_name }) => (
            <li key={id}>{file_name}</li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}

const WORDS: Record<UploadState, string> = {
  receiving: 'Not finished',
  preparing: 'Preparing',
  done: 'Ready',
  failed: 'Refused',
};

const CHOICES = [
  { value: '', label: 'All' },
  ...UPLOAD_STATES.map((value) => ({ value, label: WORDS[value] })),
];

/** Files that other tabs and admins have sent, and earlier ones of this tab. */
export function RecentUploads({ files }: UploadsProps) {
  const [state, setState] = useState<UploadState>();
  const query = useInfiniteQuery(uploadsQuery(state));
  return (
    <Card
      title="Recent uploads"
      description="From all admins."
      aside={
        <Select
          aria-label="Show"
          choices={CHOICES}
          value={state ?? ''}
          onChange={({ target }) => setState(UPLOAD_STATES.find((value) => value === target.value))}
        />
      }
    >
      <Loaded query={query} failure="Failed to load the uploads">
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          const others = withoutThose(all, files);
          if (others.length > 0) return <UploadList uploads={others} />;
          // This tab’s files may have begun since the list was read.
          const isAllOurs = all.length > 0 || (state === undefined && files.length > 0);
          if (isAllOurs) return <p className="text-muted">Only the files above.</p>;
          return state === undefined ? (
            <EmptyState title="No music yet">
              Files that you or another admin sends appear here.
            </EmptyState>
          ) : (
            <p className="text-muted">No uploads are in this state.</p>
          );
        }}
      </Loaded>
      <ShowMore query={query} />
    </Card>
  );
}

function UploadList({ uploads }: { uploads: readonly LibraryUpload[] }) {
  const list = useRef<HTMLUListElement>(null);
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: UPLOADS });
  const now = useNow();
  const remove = async (id: string) => {
    list.current?.focus();
    const { uploads: calls } = (await openClient()).admin.library;
    await calls.delete(id).catch(ignoreNotFound);
    await reload();
  };
  return (
    <ul ref={list} tabIndex={-1} aria-label="Uploads" className="flex flex-col outline-none">
      {uploads.map((upload) => {
        const { id, file_name, state } = upload;
        const isRemovable = state === 'failed' || isLeft(upload, now);
        return (
          <Row
            key={id}
            name={file_name}
            outcome={<Outcome upload={upload} />}
            action={
              isRemovable ? (
                <Button
                  kind="quiet"
                  aria-label={`Remove ${file_name}`}
                  className="size-11 flex-none px-0!"
                  onClick={() => void remove(id).catch(toastFailure('The file was not removed'))}
                >
                  <X aria-hidden="true" />
                </Button>
              ) : null
            }
          >
            {state === 'receiving' ? <Arrived upload={upload} now={now} /> : null}
            <Detail upload={upload} onRetried={reload} />
          </Row>
        );
      })}
    </ul>
  );
}

function Arrived({ upload, now }: { upload: LibraryUpload; now: number }) {
  const percent = Math.floor((100 * arrivedBytes(upload)) / upload.size_bytes);
  return (
    <p className="tabular text-small text-muted">
      {percent}% has arrived
      {isLeft(upload, now) ? '' : '. It is being sent from another tab or browser.'}
    </p>
  );
}
