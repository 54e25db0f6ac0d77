import { useQueryClient } from '@tanstack/react-query';
import { describe, hasCode } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { invalidateLibrary } from '../tracks/queries.ts';

/** Why a version was not saved. After another admin’s change the newest version can be loaded. */
export function SaveFailure({ error }: { error: unknown }) {
  const queries = useQueryClient();
  if (!error) return null;
  const { title, detail } = describe(error, 'Failed to save the playlist');
  return (
    <div role="alert">
      <Notice kind="bad" title={title}>
        {detail}
        {hasCode(error, 'playlist_changed') ? (
          <Button
            kind="secondary"
            size="small"
            className="mt-2 block"
            onClick={() => void invalidateLibrary(queries)}
          >
            Load the newest version
          </Button>
        ) : null}
      </Notice>
    </div>
  );
}
