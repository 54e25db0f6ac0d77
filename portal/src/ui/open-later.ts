/** A tab that was opened before its address is known. */
export interface LaterTab {
  /** Loads the page. @returns false when the tab was blocked or closed */
  go: (url: string) => boolean;
  /** Closes the tab when there is nothing to show. */
  close: () => void;
}

/**
 * Opens a tab at the click, for a page whose address is still to be requested: browsers block tabs that are
 * opened later. If this one is blocked too, offer a link.
 *
 * @example
 * const tab = openLater();
 * const { url } = await client.me.billing.openPortal();
 * if (!tab.go(url)) setLink(url);
 *
 * @param words the text of the tab until then; a download leaves it there
 */
export function openLater(words = 'One moment...'): LaterTab {
  const tab = window.open('about:blank', '_blank');
  if (tab) {
    // The page is another site's, and gets no access to this one.
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
