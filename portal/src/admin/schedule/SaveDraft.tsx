import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import type { Draft } from './use-draft.ts';

/** Keeps or drops the changes of a page, for an admin who continues later. */
export function SaveDraft({ draft, size }: { draft: Draft; size?: 'small' }) {
  const { save, undo } = draft;
  return (
    <>
      <Button kind="quiet" size={size} onClick={undo} className="-ms-3">
        Undo changes
      </Button>
      <Button
        kind="secondary"
        size={size}
        busy={save.isPending}
        busyText="Saving..."
        onClick={() =>
          save.mutate(undefined, {
            onSuccess: () => toast({ title: 'Draft saved', kind: 'good' }),
          })
        }
      >
        Save draft
      </Button>
    </>
  );
}
