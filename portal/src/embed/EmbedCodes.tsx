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
    use: 'Best for most sites. Paste it where you want the player.',
    show: (player) => <ScriptTagCode player={player} />,
  },
  {
    value: 'element',
    label: 'Web component',
    use: 'For developers: an element whose events your scripts can use. The first line is needed once per page.',
    show: (player) => <CopyableCode code={webComponent(player)} />,
  },
  {
    value: 'react',
    label: 'React',
    use: 'For React 18 and later. Run the first line once in your project, then use the component. It works in Next too; Vue, Svelte and Astro use the web component from the same package.',
    show: (player) => (
      <div className="flex flex-col gap-6">
        <CopyableCode code={installCommand(player.home)} button="Copy the command" />
        <CopyableCode code={reactComponent(player)} />
      </div>
    ),
  },
  {
    value: 'frame',
    label: 'Iframe',
    use: 'For site builders that do not allow scripts.',
    show: (player) => <CopyableCode code={frame(player)} />,
  },
];

/** Embed codes of the same player, one per tab. */
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

/** The script tag, optionally pinned to the current version by its hash. */
function ScriptTagCode({ player }: { player: EmbeddedPlayer }) {
  const [isPinned, setPinned] = useState(false);
  return (
    <>
      {isPinned ? <PinnedCode player={player} /> : <CopyableCode code={scriptTag(player)} />}
      <Checkbox
        className="mt-4 max-w-measure"
        label="Pin the current version"
        hint="For sites with strict script checks: the browser only runs the current version. To get later improvements, copy the code again."
        checked={isPinned}
        onChange={(event) => setPinned(event.target.checked)}
      />
    </>
  );
}

function PinnedCode({ player }: { player: EmbeddedPlayer }) {
  const version = useQuery(pinnedVersionQuery);
  return (
    <Loaded query={version} failure="Failed to load the current version">
      {(pinned) => <CopyableCode code={scriptTag(player, pinned)} />}
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
