import { useEffect, useState } from 'react';

/** Chromium's offer to install the page as an app (Web Incubator CG, "Manifest Incubations"). */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** An offer that came before the player was loaded, kept by the page's first script (boot.ts). */
    installPrompt?: Event;
  }
  interface WindowEventMap {
    beforeinstallprompt: Event;
  }
}

const isInstallPrompt = (event: Event | undefined): event is InstallPrompt =>
  event !== undefined && 'prompt' in event;

/** Offers to install the station, once the browser does. Never drawn by the server. */
export function Install({ children }: { children: string }) {
  const [offer, setOffer] = useState<InstallPrompt | null>(null);

  useEffect(() => {
    const keep = (event: Event | undefined) => {
      if (!isInstallPrompt(event)) return;
      event.preventDefault();
      setOffer(event);
    };
    const forget = () => setOffer(null);
    keep(window.installPrompt);
    addEventListener('beforeinstallprompt', keep);
    addEventListener('appinstalled', forget);
    return () => {
      removeEventListener('beforeinstallprompt', keep);
      removeEventListener('appinstalled', forget);
    };
  }, []);

  // An offer can be used once. The browser may send another.
  const install = () => {
    void offer?.prompt();
    setOffer(null);
  };
  return (
    offer && (
      <button type="button" className="quiet" onClick={install}>
        {children}
      </button>
    )
  );
}
