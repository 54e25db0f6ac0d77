import type { Playlist, PlaylistRule } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';
import { invalidateLibrary } from '../tracks/queries.ts';
import { RuleFields } from './RuleFields.tsx';
import { RulePreview } from './RulePreview.tsx';
import { SaveFailure } from './SaveFailure.tsx';
import { useSaveVersion } from './use-save-version.ts';

interface RuleEditorProps {
  playlist: Playlist;
  rule: PlaylistRule;
}

/** The rule of a playlist with a live preview of its tracks, saved as a new version. */
export function RuleEditor({ playlist, rule: saved }: RuleEditorProps) {
  const [rule, setRule] = useState(saved);
  const { mutate, isPending, error } = useSaveVersion(playlist);
  const isChanged = JSON.stringify(rule) !== JSON.stringify(saved);
  return (
    <Card
      title="Rule"
      description="Tracks that meet all conditions. Every night, tracks that were added since are found, too."
      aside={
        <div className="flex flex-wrap gap-2">
          {isChanged ? (
            <Button
              kind="quiet"
              size="small"
              onClick={() => setRule(saved)}
              className="max-sm:-ms-3"
            >
              Undo changes
            </Button>
          ) : (
            <RefreshButton playlist={playlist} />
          )}
          <Button
            size="small"
            busy={isPending}
            busyText="Saving..."
            disabled={!isChanged}
            onClick={() => mutate({ rule })}
          >
            Save as a new version
          </Button>
        </div>
      }
    >
      <SaveFailure error={error} />
      <RuleFields rule={rule} onChange={setRule} />
      <RulePreview rule={rule} />
    </Card>
  );
}

function RefreshButton({ playlist: { id, newest } }: { playlist: Playlist }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).admin.library.playlists.refresh(id),
    async onSuccess(refreshed) {
      const isNew = refreshed.newest.number !== newest.number;
      toast({
        title: isNew ? `Saved as version ${refreshed.newest.number}` : 'The tracks are the same',
        kind: 'good',
      });
      await invalidateLibrary(queries);
    },
    onError: toastFailure('Failed to refresh the playlist'),
  });
  return (
    <Button kind="secondary" size="small" busy={isPending} onClick={() => mutate()}>
      Refresh now
    </Button>
  );
}
