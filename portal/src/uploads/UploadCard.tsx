import { tooManyFiles } from '@stationhouse/platform-api/contract/assets/errors';
import { maxFiles, type AudioKind } from '@stationhouse/platform-api/contract/assets/values';
import { packageNamed, type PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { business } from '../api/business.ts';
import { CHANGE_PACKAGE_PATH } from '../api/member-paths.ts';
import { Card } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { AudioFiles } from './AudioFiles.tsx';
import { assetsQuery, byKind, useOwnUploads } from './upload-target.ts';

interface KindWords {
  heading: string;
  /** The purpose of the files. */
  lead: string;
  /** The plural noun for the files, such as "jingles". */
  files: string;
}

const WORDS: Record<AudioKind, KindWords> = {
  radio_id: {
    heading: 'Upload radio IDs',
    lead: 'Short clips with your station’s name, heard between songs.',
    files: 'radio IDs',
  },
  commercial: {
    heading: 'Upload commercial spots / announcements',
    lead: 'Your offers, your opening hours, what is on this week.',
    files: 'commercial spots or announcements',
  },
  jingle: {
    heading: 'Upload jingles',
    lead: 'Short pieces of music for your station only.',
    files: 'jingles',
  },
};

interface UploadCardProps {
  kind: AudioKind;
  /** Decides the limit. */
  packageName: PackageName | null;
  heading?: string;
}

/** The member's sound files of one kind. */
export function UploadCard({ kind, packageName, heading }: UploadCardProps) {
  const assets = useQuery(assetsQuery);
  const target = useOwnUploads();
  const words = WORDS[kind];
  const bought = packageNamed(packageName);
  const most = maxFiles(kind, bought);
  return (
    <Card title={heading ?? words.heading} description={words.lead}>
      <Loaded query={assets} failure="Failed to load your files">
        {(all) => {
          const files = byKind(all, kind);
          return (
            <AudioFiles
              target={target}
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

/** The number of files and the limit. */
function countWords(count: number, called: string, most: number): ReactNode {
  if (most === 0) {
    return (
      <>
        Available with the Professional and Enterprise packages.{' '}
        {business ? null : (
          <Link to={CHANGE_PACKAGE_PATH} className="link">
            Change your package
          </Link>
        )}
      </>
    );
  }
  if (count > 0) return `${count} of ${most} ${called}`;
  return `No ${called} yet. You can upload ${most}.`;
}
