import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../ui/Loaded.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { CopyableCode } from './CopyableCode.tsx';
import { pinnedVersionQuery } from './pinned-version.ts';
import { scriptTag, type EmbeddedPlayer } from './snippets.ts';

/** The script tag, and whether it is to keep to today's version. */
export function ScriptTagCode({ player }: { player: EmbeddedPlayer }) {
  const [isPinned, setPinned] = useState(false);
  return (
    <>
      {isPinned ? <PinnedCode player={player} /> : <CopyableCode code={scriptTag(player)} />}
      <Checkbox
        className="mt-4 max-w-measure"
        label="Keep to today’s version"
        hint="For sites that check every script: the browser runs the player only as it is today. What we improve later reaches your site once you copy the code anew."
        checked={isPinned}
        onChange={(event) => setPinned(event.target.checked)}
      />
    </>
  );
}

function PinnedCode({ player }: { player: EmbeddedPlayer }) {
  const question = useQuery(pinnedVersionQuery);
  return (
    <Loaded query={question} failure="Failed to load today’s version">
      {(pinned) => <CopyableCode code={scriptTag(player, pinned)} />}
    </Loaded>
  );
}
