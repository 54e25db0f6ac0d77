import { Tabs } from '../ui/Tabs.tsx';
import { CopyableCode } from './CopyableCode.tsx';
import { frame, scriptTag, webComponent, type FramedPlayer } from './snippets.ts';

const WAYS = [
  {
    value: 'script',
    label: 'Script tag',
    use: 'The right one for most sites: paste it where the player should stand.',
    make: scriptTag,
  },
  {
    value: 'element',
    label: 'Web component',
    use: 'For developers: an element that your own scripts can listen to. The first line is needed once a page.',
    make: webComponent,
  },
  {
    value: 'frame',
    label: 'Iframe',
    use: 'For site builders that take no scripts.',
    make: frame,
  },
] as const;

/** Three ways to put the same player on a site, each to be copied. */
export function EmbedCodes({ player }: { player: FramedPlayer }) {
  return (
    <Tabs
      label="Embed code"
      tabs={WAYS.map(({ value, label, use, make }) => ({
        value,
        label,
        content: (
          <>
            <p className="mb-4 text-muted">{use}</p>
            <CopyableCode code={make(player)} />
          </>
        ),
      }))}
    />
  );
}
