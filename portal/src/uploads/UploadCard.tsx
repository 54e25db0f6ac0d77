import type { AudioKind, PackageName } from '@stationhouse/platform-api/contract/limits';
import type { Asset } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Loaded } from '../members/Loaded.tsx';
import { Card } from '../ui/Card.tsx';
import { assetsQuestion } from './asset-question.ts';
import { AudioRow } from './AudioRow.tsx';
import type { Room } from './check-files.ts';
import { DropPlace } from './DropPlace.tsx';
import { Refusals } from './Refusals.tsx';
import { UploadRow } from './UploadRow.tsx';
import { useAudioFiles } from './use-audio-files.ts';
import { MP3_FILES, useFileDrop } from './use-file-drop.ts';

interface Words {
  heading: string;
  /** What such files are for. */
  lead: string;
  /** What they are called. */
  files: string;
}

const WORDS: Record<AudioKind, Words> = {
  radio_id: {
    heading: 'Upload Radio IDs',
    lead: 'Short clips with your station’s name, heard between songs.',
    files: 'radio IDs',
  },
  commercial: {
    heading: 'Upload Commercial Spots / Announcements',
    lead: 'Your offers, your opening hours, what is on this week.',
    files: 'commercial spots or announcements',
  },
  jingle: {
    heading: 'Upload Jingles',
    lead: 'Short pieces of music that belong to your station alone.',
    files: 'jingles',
  },
};

/** Those of a kind as they came, so that a new one stands where it was while it was uploading. */
const ofKind = (all: readonly Asset[], kind: AudioKind) =>
  all
    .filter((asset) => asset.kind === kind)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));

interface UploadCardProps {
  kind: AudioKind;
  /** What was bought decides how many there may be. */
  packageName: PackageName | null;
  heading?: string;
}

/**
 * The member's sound files of one kind, to add, to hear and to remove (specification §2, §5). Wherever
 * it stands it shows the same files.
 */
export function UploadCard({ kind, packageName, heading }: UploadCardProps) {
  const assets = useQuery(assetsQuestion);
  const words = WORDS[kind];
  return (
    <Card title={heading ?? words.heading} description={words.lead}>
      <Loaded question={assets} failure="Failed to load your files">
        {(all) => (
          <AudioFiles
            kind={kind}
            packageName={packageName}
            called={words.files}
            files={ofKind(all, kind)}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** How many there are and how many there may be. */
function countWords(count: number, called: string, { most }: Room): string {
  if (most === 0) return 'Available with the Professional and Enterprise packages.';
  if (count > 0) return `${count} of ${most} ${called}`;
  return `No ${called} yet. There is room for ${most}.`;
}

interface AudioFilesProps {
  kind: AudioKind;
  packageName: PackageName | null;
  called: string;
  files: readonly Asset[];
}

function AudioFiles({ kind, packageName, called, files }: AudioFilesProps) {
  const lead = useRef<HTMLParagraphElement>(null);
  const { room, refusals, pending, progress, news, choose, mayChoose, forgetRefusals } =
    useAudioFiles({ kind, packageName, files });
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
        <span>{countWords(files.length, called, room)}</span>
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
            onRemoved={() => {
              forgetRefusals();
              leaveRow();
            }}
          />
        ))}
        {pending.map((upload) => (
          <li key={upload.id} className="border-b border-line py-3 last:border-0">
            <UploadRow upload={upload} onGone={leaveRow} />
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
