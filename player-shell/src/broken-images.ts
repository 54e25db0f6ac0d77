/** Lets pictures that broke before there was anyone to notice show what they show then. */
export function replaceBrokenImages(root: HTMLElement): void {
  for (const picture of root.querySelectorAll('img')) {
    if (picture.complete && !picture.naturalWidth) picture.dispatchEvent(new Event('error'));
  }
}
