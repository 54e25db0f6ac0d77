/** Images that failed before hydration missed their error handler, so this sends the event again. */
export function replaceBrokenImages(root: HTMLElement): void {
  for (const picture of root.querySelectorAll('img')) {
    if (picture.complete && !picture.naturalWidth) picture.dispatchEvent(new Event('error'));
  }
}
