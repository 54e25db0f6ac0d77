import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { RequestFailed } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, buttonStyle } from './Button.tsx';
import { backdropLook, sheetLook } from './Dialog.tsx';
import { describeFailure } from './describe-failure.ts';
import { Notice } from './Notice.tsx';

interface AlertDialogProps {
  /** The question: 'Delete this customer?' */
  title: string;
  /** What follows from it, and whether it can be undone. */
  children: ReactNode;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** What the button does: 'Delete Customer'. */
  action: string;
  /** Meanwhile: 'Deleting...'. */
  busyText: string;
  /** Does it; the dialog closes when it is done, and says so and stays when it fails. */
  onConfirm: () => Promise<unknown>;
  /** What is said then: 'Failed to delete user.' */
  failureText: string;
  /** It takes something away. */
  danger?: boolean;
}

/** A question that must be answered before anything else. Escape, and a press on 'Cancel', say no. */
export function AlertDialog({
  title,
  children,
  trigger,
  open,
  onOpenChange,
  action,
  busyText,
  onConfirm,
  failureText,
  danger = false,
}: AlertDialogProps) {
  const [isOpenHere, setOpenHere] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const change = (next: boolean) => {
    if (isBusy) return;
    setProblem(undefined);
    setOpenHere(next);
    onOpenChange?.(next);
  };
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      setOpenHere(false);
      onOpenChange?.(false);
    } catch (failure) {
      setProblem(describeFailure(failure).detail);
      if (!(failure instanceof RequestFailed)) reportError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <BaseAlertDialog.Root open={open ?? isOpenHere} onOpenChange={change}>
      {trigger === undefined ? null : <BaseAlertDialog.Trigger render={trigger} />}
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={backdropLook} />
        <BaseAlertDialog.Popup className={clsx(sheetLook, 'p-5 sm:max-w-md sm:p-6')}>
          <BaseAlertDialog.Title className="text-title">{title}</BaseAlertDialog.Title>
          <BaseAlertDialog.Description render={<div />} className="mt-2 text-muted">
            {children}
          </BaseAlertDialog.Description>
          <div role="alert" className="mt-4 empty:hidden">
            {problem === undefined ? null : (
              <Notice kind="bad" title={failureText}>
                {problem}
              </Notice>
            )}
          </div>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <BaseAlertDialog.Close className={buttonStyle({ kind: 'secondary' })}>
              Cancel
            </BaseAlertDialog.Close>
            <Button
              kind={danger ? 'danger' : 'primary'}
              busy={isBusy}
              busyText={busyText}
              onClick={confirm}
            >
              {action}
            </Button>
          </div>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
