import {
  firstPayment,
  packageNamed,
  PACKAGE_NAMES,
} from '@stationhouse/platform-api/contract/billing/prices';
import { over, signOn } from '@stationhouse/platform-api/contract/site/colours';
import { clsx } from 'clsx';
import ImageUp from 'lucide-react/icons/image-up';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { keepStation, type KeptStation } from '../api/kept-station.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { lookTokens } from '../ui/look-tokens.ts';
import { formatMoney } from '../ui/Money.tsx';
import { readLogo, type ShownLogo } from '../ui/read-logo.ts';
import { useSignUpPath } from '../ui/use-sign-up-path.ts';
import { checkPicture, type Refusal } from '../uploads/check-files.ts';
import { PICTURE_FILES, useFileDrop } from '../uploads/use-file-drop.ts';
import { INDUSTRY_TRACKS } from './content/industry-tracks.ts';
import { OwnSleeve } from './OwnSleeve.tsx';
import { useOwnStation, type OwnStationSound } from './use-own-station.ts';

const STARTER = packageNamed(PACKAGE_NAMES[0]);

interface OwnStationProps {
  station: KeptStation;
  logo: File | null;
  onLogo: (logo: File | null) => void;
  /** The visitor pressed a button of the form, so the card takes the focus. */
  takesFocus: boolean;
}

/** The card of the front page as the visitor's own station: their name, their music, their colour. */
export function OwnStation({ station, logo, onLogo, takesFocus }: OwnStationProps) {
  const { name, industry } = station;
  const sound = useOwnStation(station);
  const { shown, refusals, choose, refuse } = useLogo(logo, onLogo);
  const { getRootProps, inputProps, isDragActive, open } = useFileDrop(PICTURE_FILES, choose);
  const heading = useRef<HTMLHeadingElement>(null);
  const signUpPath = useSignUpPath();
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const behavior = isCalm ? 'instant' : 'smooth';
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest', behavior });
  }, [takesFocus]);
  const keep = () => void keepStation(station, logo);
  return (
    <section
      {...getRootProps({ role: 'region', 'aria-label': `${name}, your station` })}
      style={shown?.accent === undefined ? undefined : tokensFor(shown.accent)}
      className={clsx(
        `look look-${industry}`,
        'theme-night band w-full max-w-md scroll-m-4 rounded-[1.25rem] bg-background p-5 text-ink shadow-float transition-colors duration-(--calm) sm:p-7 md:max-lg:grid md:max-lg:max-w-none md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-x-8',
        isDragActive && 'outline-3 outline-offset-4 outline-focus',
      )}
    >
      <input {...inputProps} multiple={false} />
      <div className="flex items-center justify-between gap-4 text-small md:max-lg:col-span-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="truncate font-sans text-small font-semibold tracking-normal outline-none"
        >
          {name}
        </h2>
        <span className="flex-none text-muted">Try-out</span>
      </div>
      <div className="mt-4">
        <OwnSleeve
          name={name}
          industry={industry}
          logo={shown?.url ?? null}
          isLogoPale={shown !== null && shown.accent === undefined}
          onBrokenLogo={refuse}
        />
      </div>
      <div className="mt-4">
        <div className="flex items-center gap-2">
          <Controls sound={sound} name={name} />
          <p className="min-w-0 flex-1 ps-1 leading-5">
            <span className="block truncate font-semibold">{INDUSTRY_TRACKS[industry].title}</span>
            <span className="block truncate text-small text-muted">
              {INDUSTRY_TRACKS[industry].artist}
            </span>
          </p>
        </div>
        <Words sound={sound} />
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-4 text-small text-muted">
          <Button kind="quiet" size="small" className="-ms-3" onClick={open}>
            <ImageUp aria-hidden="true" />
            {logo ? 'Another logo' : 'Add your logo'}
          </Button>
          <p className="min-w-40 flex-1">It stays in this browser, and colours your station.</p>
        </div>
        <div role="alert" className="text-small empty:hidden">
          {refusals.map(({ title, detail }) => (
            <p key={title} className="mt-2">
              {title}. {detail}
            </p>
          ))}
        </div>
        <ButtonLink
          to={signUpPath({ industry })}
          size="large"
          className="mt-4 w-full"
          onClick={keep}
          onAuxClick={keep}
        >
          Keep this station
        </ButtonLink>
        <p className="mt-2 text-small text-muted">
          From {formatMoney(STARTER.monthly_fee, STARTER.currency)}/mo. The first payment is{' '}
          {formatMoney(firstPayment(STARTER), STARTER.currency)} + VAT, with the setup. The account
          is free.
        </p>
      </div>
    </section>
  );
}

/** The tokens of a dark page in the colour of a logo. */
const tokensFor = (accent: string): CSSProperties & Record<`--${string}`, string> => ({
  ...lookTokens({ accent_colour: accent, theme: 'dark' }),
  '--accent': accent,
  '--on-accent': signOn(over(accent)),
});

const round =
  'grid flex-none cursor-pointer place-items-center rounded-full transition-colors duration-(--quick)';

function Controls({ sound, name }: { sound: OwnStationSound; name: string }) {
  const { isOn, isMuted, toggle, toggleMute } = sound;
  return (
    <>
      <button
        type="button"
        aria-label={isOn ? `Pause ${name}` : `Play ${name}`}
        onClick={toggle}
        className={clsx(round, 'size-14 bg-primary text-on-primary hover:bg-primary-raised')}
      >
        {isOn ? (
          <Pause aria-hidden="true" fill="currentColor" className="size-6" />
        ) : (
          <Play aria-hidden="true" fill="currentColor" className="ms-0.5 size-6" />
        )}
      </button>
      <button
        type="button"
        aria-label={isMuted ? 'Unmute' : 'Mute'}
        onClick={toggleMute}
        className={clsx(round, 'size-11 text-ink hover:bg-line')}
      >
        {isMuted ? (
          <VolumeX aria-hidden="true" className="size-5.5" />
        ) : (
          <Volume2 aria-hidden="true" className="size-5.5" />
        )}
      </button>
    </>
  );
}

/** The state of the voice in words, and its button. The height is that of two lines, so that nothing jumps. */
function Words({ sound }: { sound: OwnStationSound }) {
  const { state, voice, speakNow } = sound;
  const offersVoice = voice.status === 'draft' || voice.status === 'spoken';
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 text-small">
      <p role="status" className="min-w-40 flex-1 wrap-anywhere">
        {wordsOf(state, voice)}
      </p>
      {offersVoice ? (
        <Button kind="secondary" size="small" onClick={speakNow}>
          {voice.status === 'draft' ? 'Hear a draft of the voice' : 'Say it again'}
        </Button>
      ) : null}
    </div>
  );
}

function wordsOf(state: OwnStationSound['state'], voice: OwnStationSound['voice']): string {
  if (state === 'blocked') return 'Your browser waits for a press: press play to hear it.';
  if (state === 'failed') return 'The music could not be loaded. Press play to try again.';
  if (voice.status === 'silent') return voice.message;
  if (voice.status === 'coming') return 'In a moment, a voice says your name.';
  if (voice.status === 'draft') return 'A voice says your name between the songs.';
  return voice.isDraft ? `Draft: “${voice.text}”` : `“${voice.text}”`;
}

/** The logo as it is shown, which is read in this browser alone. */
function useLogo(logo: File | null, onLogo: (logo: File | null) => void) {
  const [shown, setShown] = useState<ShownLogo | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  /** The file has the name of a picture and no picture in it. */
  function refuse(): void {
    setShown(null);
    onLogo(null);
    setRefusals(checkPicture('logo', { fitting: [], unfitting: logo ? [logo] : [] }).refusals);
  }
  useEffect(() => {
    let isLeft = false;
    async function show(file: File): Promise<void> {
      const read = await readLogo(file);
      if (!isLeft) setShown(read);
    }
    if (logo) show(logo).catch(refuse);
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- each logo is read once; `refuse` is another function in each render
  }, [logo]);
  return {
    shown,
    refusals,
    refuse,
    choose(chosen: Parameters<typeof checkPicture>[1]): void {
      const { taken, refusals: refused } = checkPicture('logo', chosen);
      setRefusals(refused);
      const [first] = taken;
      if (first) onLogo(first);
    },
  };
}
