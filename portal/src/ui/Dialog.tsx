import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';

interface DialogProps {
  title: string;
  description?: ReactNode;
  /** The button that opens it; without one the caller sets `open`. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** For one that is open for as long as it is drawn. */
  onClose?: () => void;
  /** For a long form or a table. */
  wide?: boolean;
  /** Always at full height, for long content that is loaded late. */
  tall?: boolean;
  /** Between the header and the content, which scrolls below it. */
  bar?: ReactNode;
  /**
   * Beside the content in wide windows. In others a bar above the buttons opens it; `peek` is what the bar shows, the
   * label otherwise.
   */
  aside?: { label: string; peek?: ReactNode; content: ReactNode };
  children: ReactNode;
  /** The buttons, which stay visible while the content scrolls. */
  footer?: ReactNode;
}

/**
 * Matches the fields of a form, and a button that comes before them; not fields for password managers, nor the
 * position of a sound.
 */
const FIELD =
  ':is(input, textarea, select):enabled:not([type="hidden"], [type="range"], [hidden], [aria-hidden="true"], [tabindex="-1"]), [data-focus-first]';

/** Whether it was opened by touch. A dialog opened by the page takes the device's pointer. */
const isTouched = (by: string): boolean =>
  by === 'touch' || (by === '' && Boolean(globalThis.matchMedia?.('(pointer: coarse)').matches));

/** The backdrop of a dialog. */
export const backdropLook =
  'fixed inset-0 z-30 bg-veil transition-opacity duration-(--calm) data-starting-style:opacity-0 data-ending-style:opacity-0';

/** The sheet of a dialog: centred, or at the bottom on phones. */
export const sheetLook = clsx(
  'fixed z-30 flex max-h-[85dvh] flex-col bg-surface text-ink shadow-float outline-none forced-colors:border',
  'inset-x-0 bottom-0 rounded-t-card sm:inset-auto sm:start-1/2 sm:top-1/2 sm:max-h-[80vh] sm:w-[calc(100%-3rem)] sm:-translate-1/2 sm:rounded-card',
  'transition-[opacity,transform] duration-(--calm) data-starting-style:translate-y-4 data-starting-style:opacity-0 data-ending-style:opacity-0',
  'sm:data-starting-style:-translate-y-1/2 sm:data-starting-style:scale-98',
);

/**
 * A modal dialog that focuses its first field. It is at most 80% of the window high (specification §2,
 * Station setup form); longer content scrolls between header and footer.
 */
export function Dialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  onClose,
  wide = false,
  tall = false,
  bar,
  aside,
  children,
  footer,
}: DialogProps) {
  const sheet = useRef<HTMLDivElement>(null);
  // After touch the dialog itself is focused: a field would open the keyboard over the content.
  const firstFocus = (by: string) =>
    isTouched(by) ? sheet.current : (sheet.current?.querySelector<HTMLElement>(FIELD) ?? true);
  return (
    <BaseDialog.Root
      {...(open !== undefined && { open })}
      onOpenChange={(next) => {
        onOpenChange?.(next);
        if (!next) onClose?.();
      }}
    >
      {trigger === undefined ? null : <BaseDialog.Trigger render={trigger} />}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropLook} />
        <BaseDialog.Popup
          ref={sheet}
          initialFocus={firstFocus}
          className={clsx(
            sheetLook,
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
            aside !== undefined && 'lg:max-w-6xl',
            tall && 'h-full',
          )}
        >
          <header
            className={clsx(
              'flex items-start gap-4 py-3 ps-5 pe-2 sm:ps-6',
              footer !== undefined && 'border-b border-line',
            )}
          >
            <div className="min-w-0 flex-1 pt-2">
              <BaseDialog.Title className="text-title">{title}</BaseDialog.Title>
              {description === undefined ? null : (
                <BaseDialog.Description render={<div />} className="mt-1 text-small text-muted">
                  {description}
                </BaseDialog.Description>
              )}
            </div>
            <BaseDialog.Close
              aria-label="Close"
              className="grid size-11 flex-none cursor-pointer place-items-center rounded-card text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </BaseDialog.Close>
          </header>
          {bar}
          <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
            <div
              className={clsx(
                'min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-6 sm:px-6',
                footer === undefined ? 'pt-1' : 'pt-5',
              )}
            >
              {children}
            </div>
            {aside === undefined ? null : <Aside {...aside} />}
          </div>
          {footer === undefined ? null : (
            <footer className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
              {footer}
            </footer>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

function Aside({ label, peek, content }: NonNullable<DialogProps['aside']>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 flex-none cursor-pointer items-center gap-3 border-t border-line px-5 py-1.5 text-start text-small font-semibold sm:px-6 lg:hidden"
      >
        <span className="min-w-0 flex-1">
          <span className={peek === undefined ? undefined : 'sr-only'}>{label}</span>
          {peek}
        </span>
        <ChevronUp
          aria-hidden="true"
          className={clsx(
            'size-5 flex-none text-muted transition-transform',
            isOpen && 'rotate-180',
          )}
        />
      </button>
      <section
        id={id}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        className={clsx(
          'max-h-[45dvh] min-h-0 overflow-y-auto border-line bg-sunken max-lg:border-t lg:block lg:max-h-none lg:w-88 lg:flex-none lg:border-s',
          !isOpen && 'hidden',
        )}
      >
        {content}
      </section>
    </>
  );
}

/**
 * Moves the focus to the first field of content that is loaded after its dialog has opened; after touch, or
 * without a field, to the dialog if the focus was lost.
 *
 * @returns the ref of the element around the content
 */
export function useLateContent(): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const sheet = content.current?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');
    const { activeElement } = document;
    const isLost = activeElement === document.body;
    // A dialog that is just opening sets the focus on its own.
    if (!sheet || !(isLost || sheet.contains(activeElement))) return;
    const field = isTouched('') ? null : content.current?.querySelector<HTMLElement>(FIELD);
    if (field) field.focus();
    else if (isLost) sheet.focus();
  }, []);
  return content;
}
