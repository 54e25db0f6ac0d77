import ScanEye from 'lucide-react/icons/scan-eye';
import { useEffect } from 'react';
import { leaveSupportView, type SupportView } from '../api/support-view.ts';
import { Button } from '../ui/Button.tsx';
import { formatTime } from '../ui/dates.ts';

/** Says on every page that an admin sees it as a customer does. Ends the view when it expires. */
export function SupportBar({ view }: { view: SupportView }) {
  const { user, expires_at } = view;
  useEffect(() => {
    const left = Date.parse(expires_at) - Date.now();
    const timer = setTimeout(() => void leaveSupportView(view), left);
    return () => clearTimeout(timer);
  }, [view, expires_at]);
  return (
    <aside
      aria-label="Support view"
      className="support-bar theme-night sticky top-0 z-30 flex items-center gap-3 bg-surface px-(--gutter) text-small text-ink"
    >
      <ScanEye aria-hidden="true" className="size-5 flex-none text-attention" />
      <p className="min-w-0 flex-1 truncate">
        <span className="max-sm:sr-only">You see what </span>
        <strong>{user.email ?? user.phone}</strong>
        <span className="max-sm:sr-only"> sees. Read only, until {formatTime(expires_at)}.</span>
      </p>
      <Button kind="quiet" size="small" onClick={() => void leaveSupportView(view)}>
        End view
      </Button>
    </aside>
  );
}
