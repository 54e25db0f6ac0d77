import type { ReactNode } from 'react';
import { Tabs } from '../ui/Tabs.tsx';
import { CopyableCode } from './CopyableCode.tsx';
import { ScriptTagCode } from './ScriptTagCode.tsx';
import { frame, reactComponent, webComponent, type FramedPlayer } from './snippets.ts';

interface Way {
  value: string;
  label: string;
  use: string;
  show: (player: FramedPlayer) => ReactNode;
}

const WAYS: readonly Way[] = [
  {
    value: 'script',
    label: 'Script tag',
    use: 'The right one for most sites: paste it where the player should stand.',
    show: (player) => <ScriptTagCode player={player} />,
  },
  {
    value: 'element',
    label: 'Web component',
    use: 'For developers: an element that your own scripts can listen to. The first line is needed once a page.',
    show: (player) => <CopyableCode code={webComponent(player)} />,
  },
  {
    value: 'react',
    label: 'React',
    use: 'For developers of React apps: a component of the package @stationhouse/sdk, for React 18 and later.',
    show: (player) => <CopyableCode code={reactComponent(player)} />,
  },
  {
    value: 'frame',
    label: 'Iframe',
    use: 'For site builders that take no scripts.',
    show: (player) => <CopyableCode code={frame(player)} />,
  },
];

/** The ways to put the same player on a site, each to be copied. */
export function EmbedCodes({ player }: { player: FramedPlayer }) {
  return (
    <Tabs
      label="Embed code"
      tabs={WAYS.map(({ value, label, use, show }) => ({
        value,
        label,
        content: (
          <>
            <p className="mb-4 text-muted">{use}</p>
            {show(player)}
          </>
        ),
      }))}
    />
  );
}
