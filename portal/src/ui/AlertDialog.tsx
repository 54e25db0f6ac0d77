import { useState, type ReactElement, type ReactNode } from 'react';
import { AlertSheet, Answers } from './AlertSheet.tsx';
import { Button } from './Button.tsx';
import { describe, isBug } from '../api/failures.ts';
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
      setProblem(describe(failure).detail);
      if (isBug(failure)) reportError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AlertSheet
      title={title}
      description={children}
      trigger={trigger}
      open={open ?? isOpenHere}
      onOpenChange={change}
    >
      <div role="alert" className="mt-4 empty:hidden">
        {problem === undefined ? null : (
          <Notice kind="bad" title={failureText}>
            {problem}
          </Notice>
        )}
      </div>
      <Answers className="mt-6">
        <Button
          kind={danger ? 'danger' : 'primary'}
          busy={isBusy}
          busyText={busyText}
          onClick={confirm}
        >
          {action}
        </Button>
      </Answers>
    </AlertSheet>
  );
}
