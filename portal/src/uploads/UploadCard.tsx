import { tooManyFiles } from '@stationhouse/platform-api/contract/errors';
import {
  maxFiles,
  packageNamed,
  type AudioKind,
  type PackageName,
} from '@stationhouse/platform-api/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { AudioFiles } from './AudioFiles.tsx';
import { assetsQuery, ofKind, useOwnShelf } from './upload-target.ts';

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

interface UploadCardProps {
  kind: AudioKind;
  /** What was bought decides how many there may be. */
  packageName: PackageName | null;
  heading?: string;
}

/** The member's sound files of one kind. Wherever the card stands it shows the same files. */
export function UploadCard({ kind, packageName, heading }: UploadCardProps) {
  const assets = useQuery(assetsQuery);
  const shelf = useOwnShelf();
  const words = WORDS[kind];
  const bought = packageNamed(packageName);
  const most = maxFiles(kind, bought);
  return (
    <Card title={heading ?? words.heading} description={words.lead}>
      <Loaded query={assets} failure="Failed to load your files">
        {(all) => {
          const files = ofKind(all, kind);
          return (
            <AudioFiles
              shelf={shelf}
              kind={kind}
              files={files}
              limit={{ most, tooMany: tooManyFiles(most, bought.name) }}
              called={words.files}
              count={countWords(files.length, words.files, most)}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

/** How many there are and how many there may be. */
function countWords(count: number, called: string, most: number): string {
  if (most === 0) return 'Available with the Professional and Enterprise packages.';
  if (count > 0) return `${count} of ${most} ${called}`;
  return `No ${called} yet. There is room for ${most}.`;
}
