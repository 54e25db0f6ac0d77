import { MAX_LOGO_MEGABYTES } from '@stationhouse/platform-api/contract/limits';
import type { Asset } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Image from 'lucide-react/icons/image';
import ImageUp from 'lucide-react/icons/image-up';
import { useId, useRef, useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { Button } from '../ui/Button.tsx';
import { Picture } from '../ui/Picture.tsx';
import { checkLogo, type Chosen, type Refusal } from './check-files.ts';
import { RemoveFile } from './RemoveFile.tsx';
import { useUploads } from './upload-queue.ts';
import { assetsQuery, useOwnShelf, type Shelf } from './upload-target.ts';
import { Refusals, UploadRow } from './UploadRow.tsx';
import { PICTURE_FILES, useFileDrop } from './use-file-drop.ts';

/** The logo of the member's own station. */
export function LogoField() {
  const { data: me } = useQuery(meQuery);
  const { data: assets } = useQuery(assetsQuery);
  return (
    <LogoPlace
      shelf={useOwnShelf()}
      url={me?.profile.station_logo_url ?? null}
      file={assets?.find(({ kind }) => kind === 'logo')}
      whose="your"
    />
  );
}

interface LogoPlaceProps {
  shelf: Shelf;
  /** Where it is seen; null: there is none. */
  url: string | null;
  /** What can be removed; an address alone may have been entered. */
  file: Asset | undefined;
  /** Whose it is: 'your' station's. */
  whose: 'your' | 'the';
}

/** The next logo on its way. */
function useNextLogo(shelf: Shelf) {
  const { queue } = shelf;
  const now = useUploads(queue);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const upload = now.uploads.find(({ kind }) => kind === 'logo');
  return {
    upload,
    refusals,
    news: now.news?.kind === 'logo' ? now.news.text : '',
    choose(chosen: Chosen): void {
      const { taken, refusals: refused } = checkLogo(chosen);
      setRefusals(refused);
      if (taken.length === 0) return;
      if (upload) queue.cancel(upload.id);
      queue.add('logo', taken, shelf);
    },
  };
}

/** The station's logo: seen, chosen or dropped, replaced, removed (specification §5). */
export function LogoPlace({ shelf, url, file, whose }: LogoPlaceProps) {
  const id = useId();
  const choice = useRef<HTMLButtonElement>(null);
  const { upload, refusals, news, choose } = useNextLogo(shelf);
  const { getRootProps, inputProps, isDragActive, open } = useFileDrop(PICTURE_FILES, choose);
  const focusChoice = () => choice.current?.focus();
  return (
    <div
      {...getRootProps({
        role: 'group',
        'aria-labelledby': id,
        className: 'flex flex-col gap-3',
      })}
    >
      <input {...inputProps} multiple={false} />
      <span id={id} className="text-small font-semibold">
        Logo
      </span>
      <div
        className={clsx(
          'flex flex-wrap items-center gap-4 rounded-card border border-dashed p-4',
          isDragActive ? 'border-focus bg-on-air-wash' : 'border-edge',
        )}
      >
        <Shown url={url} alt={whose === 'your' ? 'Your station’s logo' : 'The station’s logo'} />
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Button ref={choice} kind="secondary" size="small" onClick={open}>
              <ImageUp aria-hidden="true" />
              {url === null ? 'Choose Logo' : 'Replace Logo'}
            </Button>
            {file ? (
              <RemoveFile
                asset={file}
                shelf={shelf}
                name={`${whose} logo`}
                trigger={
                  <Button kind="quiet" size="small">
                    Remove<span className="sr-only"> {whose} logo</span>
                  </Button>
                }
                onRemoved={focusChoice}
              />
            ) : null}
          </div>
          <p className="text-small text-muted">JPG, PNG or GIF, up to {MAX_LOGO_MEGABYTES}MB</p>
        </div>
      </div>
      {upload ? <UploadRow upload={upload} queue={shelf.queue} onGone={focusChoice} /> : null}
      <Refusals refusals={refusals} />
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

/** The logo as it is kept, whole. */
function Shown({ url, alt }: { url: string | null; alt: string }) {
  const frame = 'size-20 flex-none rounded-card';
  if (url === null) {
    return (
      <span className={clsx(frame, 'grid place-items-center bg-sunken text-muted')}>
        <Image aria-hidden="true" className="size-7" />
      </span>
    );
  }
  return <Picture src={url} alt={alt} width={80} height={80} fit="contain" className={frame} />;
}
