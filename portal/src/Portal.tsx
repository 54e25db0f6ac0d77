import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { visitors } from './api/visitors.ts';
import { Toaster } from './ui/Toaster.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

/** What every page stands in: who is looking, where it is scrolled to, the messages in its corner. */
export function Portal() {
  useEffect(() => visitors.watch(), []);
  useFocusOnArrival();
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <Toaster />
    </>
  );
}
