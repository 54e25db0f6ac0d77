import {
  STATION_THEMES,
  type StationTheme,
} from '@stationhouse/platform-api/contract/site/colours';
import type { PictureKind } from '@stationhouse/platform-api/contract/assets/values';
import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useBeforeUnload } from 'react-router-dom';
import { BesidePreview } from '../ui/BesidePreview.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ColourField } from '../ui/ColourField.tsx';
import { sixDigits } from '../ui/colour.ts';
import { LogoColours } from '../ui/LogoColours.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { toast } from '../ui/toast.ts';
import { NotSaved, useDraft } from '../ui/use-draft.tsx';
import { PictureUpload } from '../uploads/LogoField.tsx';
import { assetsQuery, useOwnUploads } from '../uploads/upload-target.ts';
import { LookPreview } from './LookPreview.tsx';
import type { PreviewTrack } from './PreviewSong.tsx';
import { useSaveLook, type Look } from './use-save-look.ts';

/** Shown by the colour picker until a colour is chosen: the brand's. */
const FIRST_COLOUR = '#1a0a53';

const THEME_WORDS: Record<StationTheme, string> = {
  light: 'Light',
  dark: 'Dark',
  auto: 'Automatic',
};
const THEMES = STATION_THEMES.map((value) => ({ value, label: THEME_WORDS[value] }));

/** Accent colour, theme, logo for dark grounds and background picture of the station's pages and players. */
export function LookCard({ station, track }: { station: Station; track: PreviewTrack }) {
  const { accent_colour, theme, station_logo_url } = station;
  const saved: Look = { accent_colour, theme };
  const [chosen, setChosen] = useDraft<Look>('look');
  const look = { ...saved, ...chosen };
  const save = useSaveLook();
  const isChanged = look.accent_colour !== accent_colour || look.theme !== theme;
  useBeforeUnload((event) => {
    if (isChanged) event.preventDefault();
  });
  async function send(): Promise<void> {
    try {
      await save.mutateAsync(look);
    } catch {
      // A toast says why.
      return;
    }
    setChosen({});
    toast({
      title: 'Look saved',
      description: 'Your page and your players change within ten seconds.',
      kind: 'good',
    });
  }
  return (
    <>
      <Card
        title="Look of your station"
        description="The colours of your page, your screens and every player that you have pasted already."
      >
        <BesidePreview preview={<LookPreview station={station} look={look} track={track} />}>
          <ColourField
            label="Accent colour"
            value={look.accent_colour ?? FIRST_COLOUR}
            hint="Text and buttons always stay easy to read, whatever you choose."
            onChange={(colour) => setChosen({ ...chosen, accent_colour: sixDigits(colour) })}
          />
          <LogoColours
            logo={station_logo_url}
            value={look.accent_colour}
            label="Colours of your logo"
            onUse={(colour) => setChosen({ ...chosen, accent_colour: colour })}
          />
          <RadioGroup
            label="Theme"
            choices={THEMES}
            value={look.theme ?? 'auto'}
            onChange={(next) => setChosen({ ...chosen, theme: next })}
            className="max-sm:*:grid-flow-row"
          />
          <div className="flex flex-wrap gap-3">
            <Button
              disabled={!isChanged}
              busy={save.isPending}
              busyText="Saving..."
              onClick={() => void send()}
            >
              Save look
            </Button>
            {look.accent_colour === null && look.theme === null ? null : (
              <Button
                kind="quiet"
                onClick={() => setChosen({ accent_colour: null, theme: null })}
                className="max-sm:-ms-5"
              >
                Use the standard look
              </Button>
            )}
            <NotSaved when={isChanged} />
          </div>
        </BesidePreview>
      </Card>
      <Card title="Pictures" description="They are seen within ten seconds of their upload.">
        <div className="grid gap-6 lg:grid-cols-2 lg:gap-10">
          <OtherPicture kind="background" url={station.background_url} />
          {station_logo_url === null ? null : (
            <OtherPicture
              kind="dark_logo"
              url={station.dark_logo?.station_logo_url ?? null}
              shape={station.dark_logo?.logo_shape}
            />
          )}
        </div>
      </Card>
    </>
  );
}

/** A picture that a look may have. The logo itself is part of the setup form. */
function OtherPicture({
  kind,
  ...picture
}: Pick<ComponentProps<typeof PictureUpload>, 'url' | 'shape'> & {
  kind: Exclude<PictureKind, 'logo'>;
}) {
  const { data: assets } = useQuery(assetsQuery);
  return (
    <PictureUpload
      {...picture}
      kind={kind}
      target={useOwnUploads()}
      file={assets?.find((asset) => asset.kind === kind)}
      whose="your"
    />
  );
}
