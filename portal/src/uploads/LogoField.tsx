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
import { assetsQuery, useOwnUploads, type UploadTarget } from './upload-target.ts';
import { Refusals, UploadRow } from './UploadRow.tsx';
import { PICTURE_FILES, useFileDrop } from './use-file-drop.ts';

/** The logo of the member's station. */
export function LogoField() {
  const { data: me } = useQuery(meQuery);
  const { data: assets } = useQuery(assetsQuery);
  return (
    <LogoUpload
      target={useOwnUploads()}
      url={me?.profile.station_logo_url ?? null}
      file={assets?.find(({ kind }) => kind === 'logo')}
      whose="your"
    />
  );
}

interface LogoPlaceProps {
  target: UploadTarget;
  url: string | null;
  /** The stored file; undefined for a logo that is only a URL. */
  file: Asset | undefined;
  /** 'your' station's, or that of a customer. */
  whose: 'your' | 'the';
}

/** The upload of a new logo. */
function useNewLogo(target: UploadTarget) {
  const { queue } = target;
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
      queue.add('logo', taken, target);
    },
  };
}

/** The station's logo: choose, replace, remove (specification §5). */
export function LogoUpload({ target, url, file, whose }: LogoPlaceProps) {
  const id = useId();
  const choice = useRef<HTMLButtonElement>(null);
  const { upload, refusals, news, choose } = useNewLogo(target);
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
              {url === null ? 'Choose logo' : 'Replace logo'}
            </Button>
            {file ? (
              <RemoveFile
                asset={file}
                target={target}
                name={`${whose} logo`}
                trigger={
                  <Button kind="quiet" size="small">
                    Remove<span className="sr-only"> {whose} logo</span>
                  </Button>
                }
                focusAfter={() => choice.current}
              />
            ) : null}
          </div>
          <p className="text-small text-muted">JPG, PNG or GIF, up to {MAX_LOGO_MEGABYTES}MB</p>
        </div>
      </div>
      {upload ? <UploadRow upload={upload} queue={target.queue} onGone={focusChoice} /> : null}
      <Refusals refusals={refusals} />
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

/** The current logo, uncropped. */
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
