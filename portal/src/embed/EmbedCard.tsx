import type { Station } from '@stationhouse/sdk/client';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/Loaded.tsx';
import { EmbedBuilder } from './EmbedBuilder.tsx';

/** The player for the member's own site, once there is something to play (specification §2 and §4). */
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
