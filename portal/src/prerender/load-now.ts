/**
 * Runs in the frame of a page for signed-in users, as its text. Loads the portal's script, which fills the page. Where that
 * fails, the sentence that offers to reload appears at once (`.unloaded` in ui/portal.css).
 *
 * @param address of the script
 */
export function loadNow(address: string): void {
  import(/* @vite-ignore */ address).catch(() => {
    document.documentElement.classList.add('unloaded');
  });
}
