import type { ScheduleDraft } from '@stationhouse/sdk/client';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { chosenOf } from './draft-faults.ts';
import type { Draft } from './use-draft.ts';

/** Why no playlist is proposed, with those that nearly keep the rules. Nothing once one is chosen. */
export function Lacking({ draft }: { draft: Draft }) {
  const { lacking, week, set, setWeek } = draft;
  if (lacking === null || chosenOf(draft.draft.playlists).length > 0) return null;
  const { message, nearly } = lacking;
  const choose = (chosen: Pick<ScheduleDraft, 'playlists' | 'separation'>) => {
    set(chosen);
    // Blocks that lack a playlist, too.
    const blocks = week.blocks.map((block) =>
      chosenOf(block.playlists).length === 0 ? { ...block, playlists: chosen.playlists } : block,
    );
    setWeek({ ...week, blocks });
  };
  return (
    <Notice kind="neutral" title={message}>
      {nearly.length === 0 ? (
        <Link to="/admin/playlists" className="link">
          Go to the playlists
        </Link>
      ) : (
        <ul className="mt-1.5 flex flex-col items-start gap-1.5">
          {nearly.map(({ playlist_id, name, songs, separation }) => (
            <li key={playlist_id} className="flex flex-wrap items-center gap-2">
              <Button
                kind="secondary"
                size="small"
                onClick={() => choose({ playlists: [{ playlist_id, weight: 1 }], separation })}
              >
                Use “{name}”
              </Button>
              {songs} songs; {keptInWords(separation)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function keptInWords({ title_hours, artist_tracks }: ScheduleDraft['separation']): string {
  const hours = title_hours === 1 ? '1 hour' : `${title_hours} hours`;
  const tracks = artist_tracks === 1 ? '1 track' : `${artist_tracks} tracks`;
  return [
    title_hours === 0 ? 'titles as often as they come' : `a title again after ${hours}`,
    artist_tracks === 0 ? 'artists as often as they come' : `an artist after ${tracks}`,
  ].join(', ');
}
