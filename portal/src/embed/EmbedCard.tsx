import type { Station } from '@stationhouse/sdk/client';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { BesidePreview } from '../ui/BesidePreview.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/Loaded.tsx';
import { publicUrl } from '../ui/public-url.ts';
import { useDraft } from '../ui/use-draft.tsx';
import { CopyableCode } from './CopyableCode.tsx';
import { COLOURS, settingsOf, type ChangeSettings, type EmbedSettings } from './embed-settings.ts';
import { Presets } from './Presets.tsx';
import { EmbedCodes, type WayName } from './EmbedCodes.tsx';
import { PasteSteps } from './PasteSteps.tsx';
import { PlayerPreview } from './PlayerPreview.tsx';
import { SettingsFields } from './SettingsFields.tsx';

/** The embed builder, available once the station is live (specification §2 and §4). */
export function EmbedCard({ station }: { station: Station }) {
  const isLive = station.status === 'active';
  return (
    <Card
      title="Custom Radio Player Embed"
      description={
        isLive ? 'Choose how it looks, copy the code, paste it into your site.' : undefined
      }
    >
      {isLive ? (
        <EmbedBuilder station={station} />
      ) : (
        <EmptyState title="Available when your station goes live" />
      )}
    </Card>
  );
}

/** Settings, preview and code. The settings are not stored (specification §3); the pasted code holds them. */
function EmbedBuilder({ station }: { station: Station }) {
  const usual = settingsOf(station);
  const [changed, setChanged] = useDraft<EmbedSettings>('embed');
  const [way, setWay] = useState<WayName>('script');
  const settings = { ...usual, ...changed };
  const change: ChangeSettings = (some) => setChanged({ ...changed, ...some });
  const { radio_player_embed } = station;
  return (
    <>
      <BesidePreview
        first={<Presets settings={settings} change={change} />}
        preview={<PlayerPreview station={station} settings={settings} />}
      >
        <details className="accordion-item group border-y border-line">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 rounded-small py-2.5 font-semibold hover:text-primary-raised">
            <span className="min-w-0 flex-1">Colours, size and more</span>
            <ChevronDown
              aria-hidden="true"
              className="size-5 flex-none text-muted transition-transform duration-(--calm) group-open:rotate-180"
            />
          </summary>
          <div className="pt-2 pb-5">
            <SettingsFields
              settings={settings}
              change={change}
              logo={station.station_logo_url}
              // Left out of the code, so that it follows the station's look.
              followLook={
                hasOwnColours(changed) ? () => setChanged(withoutColours(changed)) : undefined
              }
            />
          </div>
        </details>
        <div>
          <h3 className="text-lead">Your code</h3>
          <EmbedCodes player={{ home: publicUrl, station, settings }} way={way} onChange={setWay} />
        </div>
        <PasteSteps onChoose={setWay} />
      </BesidePreview>
      {radio_player_embed ? <OwnPlayer station_id={station.id} html={radio_player_embed} /> : null}
    </>
  );
}

const hasOwnColours = (changed: Partial<EmbedSettings>): boolean =>
  COLOURS.some((name) => name in changed);

/** Without the colours that were chosen here: the station's look again. */
const withoutColours = (changed: Partial<EmbedSettings>): Partial<EmbedSettings> =>
  Object.fromEntries(
    Object.entries(changed).filter(([name]) => !COLOURS.some((colour) => colour === name)),
  );

interface OwnPlayerProps {
  station_id: string;
  /** HTML that our team prepared. It is untrusted, so it is never inserted into this page. */
  html: string;
}

/**
 * The custom player that our team prepared, as preview and code. The preview runs in a sandboxed frame with an
 * opaque origin, which the framed page's own policy also requires.
 */
function OwnPlayer({ station_id, html }: OwnPlayerProps) {
  return (
    <div>
      <h3 className="text-lead">Your own player</h3>
      <p className="mt-1 mb-4 text-muted">
        Our team prepared this code for your station. The settings above do not affect it.
      </p>
      <iframe
        // A frame does not reload when the HTML changes, so it needs a new key.
        key={html}
        src={`/player-embed/${station_id}`}
        title="Your own player"
        sandbox="allow-scripts"
        loading="lazy"
        className="mb-4 h-80 w-full rounded-card border border-line"
      />
      <CopyableCode code={html} button="Copy this code" />
    </div>
  );
}
