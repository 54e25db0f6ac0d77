import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const isOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isSetupOpenedHere' in state;

/** History state of a form that was opened on this page: the entry before is this page without the form. */
const OPENED_HERE = { isSetupOpenedHere: true };

/**
 * Whether the setup form is open, which is kept in the address as `?setup=form`: the back button closes it,
 * and a reload keeps it open.
 *
 * @param load loads the form; when it throws, the form stays closed
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
  /** Guards against going back twice: navigation is asynchronous. */
  const leaving = useRef('');

  return {
    isOpen,
    /** Counts the openings, to reset the form for each. */
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
      if (isOpenedHere(state)) return void navigate(-1);
      const closed = new URLSearchParams(params);
      closed.delete('setup');
      setParams(closed, { replace: true, preventScrollReset: true });
    },
  };
}
