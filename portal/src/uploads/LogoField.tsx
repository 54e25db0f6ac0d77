import { MAX_LOGO_MEGABYTES } from '@stationhouse/platform-api/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Image from 'lucide-react/icons/image';
import ImageUp from 'lucide-react/icons/image-up';
import { useId, useRef, useState } from 'react';
import { meQuestion } from '../members/questions.ts';
import { Button } from '../ui/Button.tsx';
import { Picture } from '../ui/Picture.tsx';
import { assetsQuestion, useKnownAssets } from './asset-question.ts';
import { checkLogo, type Chosen, type Refusal } from './check-files.ts';
import { Refusals } from './Refusals.tsx';
import { RemoveFile } from './RemoveFile.tsx';
import { UploadRow } from './UploadRow.tsx';
import { uploads, useUploads } from './uploads.ts';
import { PICTURE_FILES, useFileDrop } from './use-file-drop.ts';

/** The logo as it is, and the next one on its way. */
function useLogo() {
  const { data: me } = useQuery(meQuestion);
  const { data: assets } = useQuery(assetsQuestion);
  const now = useUploads();
  const known = useKnownAssets();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const upload = now.uploads.find(({ kind }) => kind === 'logo');
  return {
    url: me?.profile.station_logo_url ?? null,
    /** What can be removed; an address alone may be the operator's own. */
    file: assets?.find(({ kind }) => kind === 'logo'),
    upload,
    refusals,
    news: now.news?.kind === 'logo' ? now.news.text : '',
    choose(chosen: Chosen): void {
      const { taken, refusals: refused } = checkLogo(chosen);
      setRefusals(refused);
      if (taken.length === 0) return;
      if (upload) uploads.cancel(upload.id);
      uploads.add('logo', taken, { onKept: known.add, onUnsure: known.askAgain });
    },
  };
}

/** The station's logo: seen, chosen or dropped, replaced, removed (specification §5). */
export function LogoField() {
  const id = useId();
  const choice = useRef<HTMLButtonElement>(null);
  const { url, file, upload, refusals, news, choose } = useLogo();
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
        <Shown url={url} />
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Button ref={choice} kind="secondary" size="small" onClick={open}>
              <ImageUp aria-hidden="true" />
              {url === null ? 'Choose Logo' : 'Replace Logo'}
            </Button>
            {file ? (
              <RemoveFile
                asset={file}
                name="your logo"
                trigger={
                  <Button kind="quiet" size="small">
                    Remove<span className="sr-only"> your logo</span>
                  </Button>
                }
                onRemoved={focusChoice}
              />
            ) : null}
          </div>
          <p className="text-small text-muted">JPG, PNG or GIF, up to {MAX_LOGO_MEGABYTES}MB</p>
        </div>
      </div>
      {upload ? <UploadRow upload={upload} onGone={focusChoice} /> : null}
      <Refusals refusals={refusals} />
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

/** The logo as it is kept, whole. */
function Shown({ url }: { url: string | null }) {
  const frame = 'size-20 flex-none rounded-card';
  if (url === null) {
    return (
      <span className={clsx(frame, 'grid place-items-center bg-sunken text-muted')}>
        <Image aria-hidden="true" className="size-7" />
      </span>
    );
  }
  return (
    <Picture
      src={url}
      alt="Your station’s logo"
      width={80}
      height={80}
      fit="contain"
      className={frame}
    />
  );
}
