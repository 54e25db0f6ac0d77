import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { clsx } from 'clsx';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { describe, isBug } from '../api/failures.ts';
import { Button, buttonStyle } from './Button.tsx';
import { backdropLook, sheetLook } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface AlertSheetProps {
  /** The question: 'Delete this customer?' */
  title: string;
  /** The consequences, and whether it can be undone. */
  description: ReactNode;
  trigger?: ReactElement | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element to focus afterwards, if the trigger is removed. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  children: ReactNode;
}

/** A modal question with any content. It is not closed by a press outside. */
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
        {/* Rendered over an open dialog too. */}
        <BaseAlertDialog.Backdrop forceRender className={backdropLook} />
        <BaseAlertDialog.Popup
          finalFocus={() => {
            const place = finalFocus?.();
            // Base UI would focus the first button inside.
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
  /** The label of the button that closes it. */
  no?: string;
  /** The button that confirms. */
  children: ReactNode;
}

/** The buttons of an `AlertSheet`. */
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
  /** The consequences, and whether it can be undone. */
  children: ReactNode;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The label of the button: 'Delete customer'. */
  action: string;
  /** The label of the button that closes it. */
  no?: string;
  /** The label while busy: 'Deleting...'. */
  busyText: string;
  /** Runs the action. The dialog closes on success, and shows the failure otherwise. */
  onConfirm: () => Promise<unknown>;
  /** The title of the failure: 'Failed to delete user.' */
  failureText: string;
  /** The action deletes something. */
  danger?: boolean;
  /** The element to focus after success, when the trigger is removed with what it acted on. */
  focusAfter?: () => HTMLElement | null;
}

/** A modal yes-or-no question. Escape and 'Cancel' close it. */
export function AlertDialog({
  title,
  children,
  trigger,
  open,
  onOpenChange,
  action,
  no,
  busyText,
  onConfirm,
  failureText,
  danger = false,
  focusAfter,
}: AlertDialogProps) {
  const isDone = useRef(false);
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
    // Set before the action, which may remove this dialog.
    isDone.current = true;
    try {
      await onConfirm();
      setOpenHere(false);
      onOpenChange?.(false);
    } catch (failure) {
      isDone.current = false;
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
      finalFocus={() => (isDone.current ? (focusAfter?.() ?? null) : null)}
    >
      <div role="alert" className="mt-4 empty:hidden">
        {problem === undefined ? null : (
          <Notice kind="bad" title={failureText}>
            {problem}
          </Notice>
        )}
      </div>
      <Answers className="mt-6" {...(no !== undefined && { no })}>
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
