import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Left in the history by who opened the form on this page: the page before it is this one, without it. */
const OPENED_HERE = { isSetupOpenedHere: true };

/**
 * Whether the setup form is open, which the address says with `?setup=form`: the browser's own back button
 * closes it, and a reload leaves it open.
 *
 * @param load fetches the form; what it throws leaves the form shut and the page as it is
 */
export function useSetupDialog(load: () => Promise<unknown>) {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const isOpen = params.has('setup');
  const [seen, setSeen] = useState({ isOpen: false, openings: 0 });
  if (seen.isOpen !== isOpen) {
    setSeen({ isOpen, openings: seen.openings + (isOpen ? 1 : 0) });
  }
  const [loading, setLoading] = useState<'done' | 'busy' | 'failed'>('done');
  /** Going back takes a moment, and a second press meanwhile must not go back twice. */
  const leaving = useRef('');

  return {
    isOpen,
    /** How often it was opened: each time the form begins anew. */
    openings: seen.openings,
    isLoading: loading === 'busy',
    hasFailed: loading === 'failed',
    async open() {
      setLoading('busy');
      try {
        await load();
      } catch {
        return setLoading('failed');
      }
      setLoading('done');
      const opened = new URLSearchParams(params);
      opened.set('setup', 'form');
      setParams(opened, { state: OPENED_HERE, preventScrollReset: true });
    },
    close() {
      if (leaving.current === key) return;
      leaving.current = key;
      if (Object(state).isSetupOpenedHere) return void navigate(-1);
      const closed = new URLSearchParams(params);
      closed.delete('setup');
      setParams(closed, { replace: true, preventScrollReset: true });
    },
  };
}
