/** A tab of its own, opened before it is known what it will show. */
export interface LaterTab {
  /** Shows the page there. @returns false where there is no tab: blocked, or closed by the person */
  go: (url: string) => boolean;
  /** For when nothing came to show. */
  close: () => void;
}

/**
 * Opens a tab now, for a page whose address is still being asked for: browsers let a page open tabs only
 * at the click itself, not once an answer has come. Where they let it open none, offer a link.
 *
 * @example
 * const tab = openLater();
 * const { url } = await client.me.billing.openPortal();
 * if (!tab.go(url)) setLink(url);
 *
 * @param words what the tab says meanwhile; a page that turns out to be a download leaves them standing
 */
export function openLater(words = 'One moment...'): LaterTab {
  const tab = window.open('about:blank', '_blank');
  if (tab) {
    // The page that it will show is not ours, and is given no way back to this one.
    tab.opener = null;
    tab.document.title = words;
    tab.document.documentElement.style.colorScheme = 'light dark';
    tab.document.body.textContent = words;
  }
  return {
    go(url) {
      if (!tab || tab.closed) return false;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
  };
}
