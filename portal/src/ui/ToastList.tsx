import { Toast } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { takeToasts } from './toast.ts';

/** How long a toast stays, in ms: time to read about fifteen words. */
const TIMEOUT_MS = 6000;

/**
 * The toasts, the newest at the bottom. F6 moves the focus to them, over an open dialog too. They keep clear
 * of a dialog's buttons: at the top on phones, on the left elsewhere.
 */
export function ToastList() {
  return (
    <Toast.Provider timeout={TIMEOUT_MS} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 top-4 z-50 flex flex-col gap-2 outline-none sm:start-6 sm:end-auto sm:top-auto sm:bottom-6 sm:w-96">
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Messages() {
  const { toasts, add } = Toast.useToastManager();
  useEffect(
    () =>
      takeToasts(({ title, description, kind }) => {
        add({
          title,
          ...(description !== undefined && { description }),
          ...(kind !== undefined && { type: kind }),
          // Never of high priority: Base UI hides such a toast and its button from screen readers.
          ...(kind === 'bad' && { timeout: 0 }),
        });
      }),
    [add],
  );
  return toasts.toReversed().map((each) => (
    <Toast.Root
      key={each.id}
      toast={each}
      swipeDirection={['left', 'right']}
      onKeyDown={(event) => {
        // Closes this toast, not the dialog below it.
        if (event.key === 'Escape') event.stopPropagation();
      }}
      className={clsx(
        'rounded-card border border-line bg-surface text-ink shadow-float outline-offset-0',
        'translate-x-(--toast-swipe-movement-x) transition-[opacity,translate] duration-(--calm) data-swiping:transition-none',
        'data-starting-style:-translate-y-3 data-starting-style:opacity-0 sm:data-starting-style:translate-y-3 data-ending-style:opacity-0 data-limited:hidden',
      )}
    >
      <Toast.Content className="flex items-start gap-3 py-3 ps-4 pe-1.5">
        {each.type === 'good' ? (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-good" />
        ) : null}
        {each.type === 'bad' ? (
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-bad" />
        ) : null}
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-sans text-text leading-6 font-semibold" />
          <Toast.Description className="text-small text-muted" />
        </div>
        <Toast.Close
          aria-label="Close"
          // Base UI hides it in a collapsed stack; here all toasts are open.
          aria-hidden={false}
          // Keeps the focus in a form, which may be in a dialog.
          onMouseDown={(event) => event.preventDefault()}
          className="-my-1.5 grid size-11 flex-none cursor-pointer place-items-center rounded-card text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4.5" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
