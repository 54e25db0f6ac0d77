import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { CopyableCode } from './CopyableCode.tsx';
import {
  type EmbeddedPlayer,
  frame,
  type FramedPlayer,
  installCommand,
  type PinnedVersion,
  reactComponent,
  scriptTag,
  webComponent,
} from './snippets.ts';

/** A way to put the player on a site. */
export type WayName = 'script' | 'element' | 'react' | 'frame';

interface Way {
  value: WayName;
  label: string;
  show: (player: FramedPlayer) => ReactNode;
}

const WAYS: readonly Way[] = [
  {
    value: 'script',
    label: 'Script tag',
    show: (player) => <ScriptTagCode player={player} />,
  },
  {
    value: 'element',
    label: 'Web component',
    show: (player) => (
      <CopyableCode code={webComponent(player)}>
        For developers: an element whose events your scripts can use. The first line is needed once
        per page.
      </CopyableCode>
    ),
  },
  {
    value: 'react',
    label: 'React',
    show: (player) => (
      <div className="flex flex-col gap-4">
        <CopyableCode code={installCommand(player.home)} button="Copy the command">
          For React 18 and later. Run this line once in your project.
        </CopyableCode>
        <CopyableCode code={reactComponent(player)}>
          Then use the component. It works in Next too; Vue, Svelte and Astro use the web component
          from the same package.
        </CopyableCode>
      </div>
    ),
  },
  {
    value: 'frame',
    label: 'Iframe',
    show: (player) => (
      <CopyableCode code={frame(player)}>For site builders that do not allow scripts.</CopyableCode>
    ),
  },
];

interface EmbedCodesProps {
  player: FramedPlayer;
  /** The shown one. */
  way: WayName;
  onChange: (way: WayName) => void;
}

/** Embed codes of the same player, one per tab. */
export function EmbedCodes({ player, way, onChange }: EmbedCodesProps) {
  return (
    <Tabs
      label="Embed code"
      value={way}
      onChange={(next) => {
        const chosen = WAYS.find(({ value }) => value === next);
        if (chosen) onChange(chosen.value);
      }}
      tabs={WAYS.map(({ value, label, show }) => ({ value, label, content: show(player) }))}
    />
  );
}

/** The script tag, optionally pinned to the current version by its hash. */
function ScriptTagCode({ player }: { player: EmbeddedPlayer }) {
  const [isPinned, setPinned] = useState(false);
  return (
    <>
      {isPinned ? <PinnedCode player={player} /> : <TagCode code={scriptTag(player)} />}
      <Checkbox
        className="mt-1 max-w-measure"
        label="Pin the current version"
        hint="For sites with strict script checks. Copy it again for improvements."
        checked={isPinned}
        onChange={(event) => setPinned(event.target.checked)}
      />
    </>
  );
}

const TagCode = ({ code }: { code: string }) => (
  <CopyableCode code={code}>Best for most sites. Paste it where you want the player.</CopyableCode>
);

function PinnedCode({ player }: { player: EmbeddedPlayer }) {
  const version = useQuery(pinnedVersionQuery);
  return (
    <Loaded query={version} failure="Failed to load the current version">
      {(pinned) => <TagCode code={scriptTag(player, pinned)} />}
    </Loaded>
  );
}

/** The hashes of the files that this server serves. */
const ADDRESS = '/sdk/integrity.json';

/** The current version and its hash. It only changes with a release. */
const pinnedVersionQuery = queryOptions({
  queryKey: ['sdk', 'integrity'],
  staleTime: Infinity,
  async queryFn({ signal }): Promise<PinnedVersion> {
    const answer = await fetch(ADDRESS, { signal });
    if (!answer.ok) throw new Error(`${ADDRESS} was answered with ${answer.status}.`);
    const { version, files } = Object(await answer.json());
    const integrity: unknown = Object(files)['player.js'];
    if (typeof version !== 'string' || typeof integrity !== 'string') {
      throw new Error(`${ADDRESS} names no player.`);
    }
    return { version, integrity };
  },
});
