import type { Station } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { publicUrl } from '../ui/public-url.ts';
import { EmbedCodes } from './EmbedCodes.tsx';
import { DEFAULT_SETTINGS } from './embed-settings.ts';
import { OwnPlayer } from './OwnPlayer.tsx';
import { PasteSteps } from './PasteSteps.tsx';
import { PlayerPreview } from './PlayerPreview.tsx';
import { SettingsFields } from './SettingsFields.tsx';

/**
 * From colours to code. The settings are the page's own and kept nowhere (specification §3): the code
 * that was pasted holds them.
 */
export function EmbedBuilder({ station }: { station: Station }) {
  const [settings, setSettings] = useState(DEFAULT_SETTINGS);
  const { station_slug, radio_player_embed } = station;
  return (
    <div className="flex flex-col gap-10">
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <SettingsFields
          settings={settings}
          change={(changed) => setSettings((before) => ({ ...before, ...changed }))}
        />
        <PlayerPreview station_slug={station_slug} settings={settings} />
      </div>
      <div>
        <h3 className="mb-2 text-lead">Your code</h3>
        <EmbedCodes player={{ home: publicUrl, station, settings }} />
      </div>
      {radio_player_embed ? <OwnPlayer station_id={station.id} html={radio_player_embed} /> : null}
      <div>
        <h3 className="mb-4 text-lead">How to put it on your site</h3>
        <PasteSteps />
      </div>
    </div>
  );
}
