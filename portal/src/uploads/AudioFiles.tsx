import { useRef } from 'react';
import { AudioRow } from './AudioRow.tsx';
import { DropPlace } from './DropPlace.tsx';
import { Refusals } from './Refusals.tsx';
import { UploadRow } from './UploadRow.tsx';
import { useAudioFiles, type AudioFilesOptions } from './use-audio-files.ts';
import { MP3_FILES, useFileDrop } from './use-file-drop.ts';

interface AudioFilesProps extends AudioFilesOptions {
  /** What they are called. */
  called: string;
  /** How many there are and how many there may be. */
  count: string;
}

/** Sound files of one kind on a shelf, to add, to hear and to remove (specification §2, §5). */
export function AudioFiles({ called, count, ...options }: AudioFilesProps) {
  const { shelf, files } = options;
  const lead = useRef<HTMLParagraphElement>(null);
  const { refusals, pending, progress, news, choose, mayChoose, forgetRefusals } =
    useAudioFiles(options);
  const { getRootProps, inputProps, isDragActive, open } = useFileDrop(MP3_FILES, choose);
  // The button that had the focus is gone with its row.
  const leaveRow = () => lead.current?.focus();
  return (
    <div {...getRootProps({ className: 'flex flex-col gap-4' })}>
      <input {...inputProps} />
      <p
        ref={lead}
        tabIndex={-1}
        className="tabular flex flex-wrap justify-between gap-x-4 text-small text-muted outline-none"
      >
        <span>{count}</span>
        {progress.of > 1 ? (
          <span>
            {progress.kept} of {progress.of} uploaded
          </span>
        ) : null}
      </p>
      <ul className="flex flex-col empty:hidden">
        {files.map((asset) => (
          <AudioRow
            key={asset.id}
            asset={asset}
            shelf={shelf}
            onRemoved={() => {
              forgetRefusals();
              leaveRow();
            }}
          />
        ))}
        {pending.map((upload) => (
          <li key={upload.id} className="border-b border-line py-3 last:border-0">
            <UploadRow upload={upload} queue={shelf.queue} onGone={leaveRow} />
          </li>
        ))}
      </ul>
      <Refusals refusals={refusals} />
      <DropPlace
        isOver={isDragActive}
        called={called}
        onChoose={() => {
          if (mayChoose()) open();
        }}
      />
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}
