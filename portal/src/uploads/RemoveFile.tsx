import type { Asset } from '@stationhouse/sdk/client';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactElement } from 'react';
import { openClient } from '../api/client.ts';
import { alreadyGone } from '../settings/already-gone.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';
import { useKnownAssets } from './asset-question.ts';

interface RemoveFileProps {
  asset: Asset;
  /** What it is called: a file's name, or 'your logo'. */
  name: string;
  trigger?: ReactElement;
  onRemoved: () => void;
}

/** The way to take a file away. That can't be undone, so it asks. */
export function RemoveFile({ asset, name, trigger, onRemoved }: RemoveFileProps) {
  const known = useKnownAssets();
  const remove = async () => {
    const { me } = await openClient();
    await me.assets.delete(asset.id).catch(alreadyGone);
    await known.remove(asset);
    onRemoved();
    toast({ title: 'File removed', description: asset.file_name, kind: 'good' });
  };
  return (
    <AlertDialog
      title={`Remove “${name}”?`}
      trigger={
        trigger ?? (
          <Button kind="quiet" aria-label={`Remove ${name}`} className="size-11 flex-none px-0!">
            <Trash aria-hidden="true" />
          </Button>
        )
      }
      action="Remove File"
      busyText="Removing..."
      failureText="Failed to remove the file."
      onConfirm={remove}
      danger
    >
      It is deleted for good. To use it again you would have to upload it again.
    </AlertDialog>
  );
}
