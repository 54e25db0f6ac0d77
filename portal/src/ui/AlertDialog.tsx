import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { clsx } from 'clsx';
import { useState, type ReactElement, type ReactNode } from 'react';
import { describe, isBug } from '../api/failures.ts';
import { Button, buttonStyle } from './Button.tsx';
import { backdropLook, sheetLook } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface AlertSheetProps {
  /** The question: 'Delete this customer?' */
  title: string;
  /** What follows from it, and whether it can be undone. */
  description: ReactNode;
  trigger?: ReactElement | undefined;
  open: boolean;
  /** Not asked by a press beside the sheet, which must not count as an answer. */
  onOpenChange: (open: boolean) => void;
  /** Where the focus goes afterwards, if what had it before goes with the answer. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  children: ReactNode;
}

/** The sheet of a question that must be answered. `AlertDialog` asks one of yes or no. */
export function AlertSheet({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  finalFocus,
  children,
}: AlertSheetProps) {
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      {trigger === undefined ? null : <BaseAlertDialog.Trigger render={trigger} />}
      <BaseAlertDialog.Portal>
        {/* Over a dialog as well, which it would otherwise melt into. */}
        <BaseAlertDialog.Backdrop forceRender className={backdropLook} />
        <BaseAlertDialog.Popup
          finalFocus={() => {
            const place = finalFocus?.();
            // By itself the sheet would go on to the first button in there.
            place?.focus();
            return !place;
          }}
          className={clsx(sheetLook, 'overflow-y-auto overscroll-contain p-5 sm:max-w-md sm:p-6')}
        >
          <BaseAlertDialog.Title className="text-title">{title}</BaseAlertDialog.Title>
          <BaseAlertDialog.Description render={<div />} className="mt-2 text-muted">
            {description}
          </BaseAlertDialog.Description>
          {children}
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}

interface AnswersProps {
  className?: string;
  /** The button that says no. */
  no?: string;
  /** The button that says yes. */
  children: ReactNode;
}

/** The two answers: the one that closes the sheet, and the button that does it. */
export function Answers({ className, no = 'Cancel', children }: AnswersProps) {
  return (
    <div className={clsx('flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}>
      <BaseAlertDialog.Close className={buttonStyle({ kind: 'secondary' })}>
        {no}
      </BaseAlertDialog.Close>
      {children}
    </div>
  );
}

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
