/** Images that loaded or failed before hydration missed their handlers, so this sends the event again. */
export function repeatImageEvents(root: HTMLElement): void {
  for (const picture of root.querySelectorAll('img')) {
    if (picture.complete) {
      picture.dispatchEvent(new Event(picture.naturalWidth ? 'load' : 'error'));
    }
  }
}
