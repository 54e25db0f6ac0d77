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
 * The newest toast, over the header and above dialogs, so that it covers no field and no button of the page.
 * F6 moves the focus to it, over an open dialog too.
 */
export function ToastList() {
  return (
    <Toast.Provider timeout={TIMEOUT_MS} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className="fixed start-2 end-16 top-1.5 z-50 outline-none sm:start-1/2 sm:end-auto sm:w-max sm:max-w-lg sm:min-w-72 sm:-translate-x-1/2 lg:min-w-96">
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Messages() {
  const { toasts, add, close } = Toast.useToastManager();
  useEffect(() => {
    let ofPage: string[] = [];
    return takeToasts(
      ({ title, description, kind, leavesPage = false }) => {
        const id = add({
          title,
          ...(description !== undefined && { description }),
          ...(kind !== undefined && { type: kind }),
          // Never of high priority: Base UI hides such a toast and its button from screen readers.
          ...(kind === 'bad' && !leavesPage && { timeout: 0 }),
        });
        if (!leavesPage) ofPage.push(id);
      },
      () => {
        ofPage.forEach(close);
        ofPage = [];
      },
    );
  }, [add, close]);
  return toasts.map((each) => (
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
        'data-starting-style:-translate-y-3 data-starting-style:opacity-0 data-ending-style:absolute data-ending-style:inset-x-0 data-ending-style:top-0 data-ending-style:opacity-0 data-limited:hidden',
      )}
    >
      <Toast.Content className="flex min-h-13 items-center gap-3 py-1.5 ps-3.5 pe-1">
        {each.type === 'good' ? (
          <CircleCheck aria-hidden="true" className="size-5 flex-none text-good max-sm:hidden" />
        ) : null}
        {each.type === 'bad' ? (
          <CircleAlert aria-hidden="true" className="size-5 flex-none text-bad max-sm:hidden" />
        ) : null}
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-sans text-text leading-6 font-semibold max-sm:leading-5" />
          <Toast.Description className="text-small leading-5 text-muted max-sm:leading-4.5" />
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
