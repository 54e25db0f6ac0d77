import {
  MAX_BACKGROUND_MEGABYTES,
  MAX_LOGO_MEGABYTES,
  type PictureKind,
} from '@stationhouse/platform-api/contract/assets/values';
import { isWordmark, type LogoShape } from '@stationhouse/platform-api/contract/site/colours';
import type { Asset } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Image from 'lucide-react/icons/image';
import ImageUp from 'lucide-react/icons/image-up';
import { useId, useRef, useState } from 'react';
import { meQuery, stationQuery } from '../api/queries.ts';
import { Button } from '../ui/Button.tsx';
import { logoGround } from '../ui/look-tokens.ts';
import { Picture } from '../ui/Picture.tsx';
import { checkPicture, type Chosen, type Refusal } from './check-files.ts';
import { RemoveFile } from './RemoveFile.tsx';
import { useUploads } from './upload-queue.ts';
import { assetsQuery, useOwnUploads, type UploadTarget } from './upload-target.ts';
import { Refusals, UploadRow } from './UploadRow.tsx';
import { PICTURE_FILES, useFileDrop } from './use-file-drop.ts';

/** The logo of the member's station. */
export function LogoField() {
  const { data: me } = useQuery(meQuery);
  const { data: assets } = useQuery(assetsQuery);
  const { data: station } = useQuery(stationQuery);
  return (
    <PictureUpload
      kind="logo"
      target={useOwnUploads()}
      url={me?.profile.station_logo_url ?? null}
      shape={station?.logo_shape}
      file={assets?.find(({ kind }) => kind === 'logo')}
      whose="your"
    />
  );
}

/** The words of each kind of picture. */
const WORDS = {
  logo: {
    title: 'Logo',
    called: 'logo',
    choose: 'Choose logo',
    replace: 'Replace logo',
    megabytes: MAX_LOGO_MEGABYTES,
    fit: 'contain',
    hint: null,
    isOnDark: false,
  },
  dark_logo: {
    title: 'Logo for dark grounds',
    called: 'logo for dark grounds',
    choose: 'Choose logo',
    replace: 'Replace logo',
    megabytes: MAX_LOGO_MEGABYTES,
    fit: 'contain',
    hint: 'For dark pages, players and screens. Without it, a chip keeps your logo visible.',
    isOnDark: true,
  },
  background: {
    title: 'Background picture',
    called: 'background picture',
    choose: 'Choose picture',
    replace: 'Replace picture',
    megabytes: MAX_BACKGROUND_MEGABYTES,
    fit: 'cover',
    hint: null,
    isOnDark: false,
  },
} as const;

interface PicturePlaceProps {
  kind: PictureKind;
  target: UploadTarget;
  url: string | null;
  /** The measures of a logo, which is then never lost in the ground. */
  shape?: LogoShape | null | undefined;
  /** The stored file; undefined for a picture that is only a URL. */
  file: Asset | undefined;
  /** 'your' station's, or that of a customer. */
  whose: 'your' | 'the';
}

/** The upload of a new picture. */
function useNewPicture(kind: PictureKind, target: UploadTarget) {
  const { queue } = target;
  const now = useUploads(queue);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const upload = now.uploads.find((each) => each.kind === kind);
  return {
    upload,
    refusals,
    news: now.news?.kind === kind ? now.news.text : '',
    choose(chosen: Chosen): void {
      const { taken, refusals: refused } = checkPicture(kind, chosen);
      setRefusals(refused);
      if (taken.length === 0) return;
      if (upload) queue.cancel(upload.id);
      queue.add(kind, taken, target);
    },
  };
}

/** A picture of the station: choose, replace, remove (specification §5). */
export function PictureUpload({ kind, target, url, shape, file, whose }: PicturePlaceProps) {
  const words = WORDS[kind];
  const id = useId();
  const choice = useRef<HTMLButtonElement>(null);
  const { upload, refusals, news, choose } = useNewPicture(kind, target);
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
        {words.title}
      </span>
      <div
        className={clsx(
          'flex flex-wrap items-center gap-4 rounded-card border border-dashed p-4',
          isDragActive ? 'border-focus bg-primary/10' : 'border-edge',
        )}
      >
        <Shown
          url={url}
          alt={`${whose === 'your' ? 'Your' : 'The'} station’s ${words.called}`}
          fit={words.fit}
          shape={shape}
          isOnDark={words.isOnDark}
        />
        <div className="flex min-w-0 flex-1 basis-40 flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Button ref={choice} kind="secondary" size="small" onClick={open}>
              <ImageUp aria-hidden="true" />
              {url === null ? words.choose : words.replace}
            </Button>
            {file ? (
              <RemoveFile
                asset={file}
                target={target}
                name={`${whose} ${words.called}`}
                trigger={
                  <Button kind="quiet" size="small">
                    Remove
                    <span className="sr-only">
                      {' '}
                      {whose} {words.called}
                    </span>
                  </Button>
                }
                focusAfter={() => choice.current}
              />
            ) : null}
          </div>
          <p className="text-small text-muted">JPG, PNG or GIF, up to {words.megabytes}MB</p>
          {words.hint === null ? null : <p className="text-small text-muted">{words.hint}</p>}
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

/** The current picture; a logo uncropped. */
function Shown(props: {
  url: string | null;
  alt: string;
  fit: 'contain' | 'cover';
  shape: LogoShape | null | undefined;
  isOnDark: boolean;
}) {
  const { url, alt, fit, shape, isOnDark } = props;
  // A wordmark is as wide as it is, so that it can be read.
  const isWide = isWordmark({ logo_shape: shape });
  const frame = clsx(
    'rounded-card',
    isWide ? 'h-20 w-auto max-w-full min-w-0 p-2' : 'size-20 flex-none',
    // Within the round corners, which would cut those of a logo without edges.
    url !== null && fit === 'contain' && !isWide && 'p-3',
    isOnDark && 'theme-night',
  );
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
      alt={alt}
      width={80 * (isWide ? (shape?.aspect ?? 1) : 1)}
      height={80}
      fit={fit}
      style={logoGround({ logo_shape: shape })}
      className={frame}
    />
  );
}
