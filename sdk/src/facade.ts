import { facadeCss } from './views/styles.ts';
import { FACADE_WORDS, type FacadeWords } from './views/words/facade.ts';

/** How far from the window the player is fetched, as an element loads (station-player.tsx). */
const NEAR = '200px';

/** An element that is no player yet. */
type Waiting = Element & {
  /** The listener wants to hear it: it plays at once when it finds this (station-player.tsx). */
  pressed?: boolean;
};

/**
 * Draws an element that is no player yet: its box, and a button that plays. It writes no style into the
 * page, so it stands under any content security policy.
 *
 * @param fetchPlayer asked when the element comes near the window (as one in focus does) or is pressed;
 *   where it fails the facade says so, and the next press asks again
 */
export function drawFacade(element: Waiting, fetchPlayer: () => Promise<unknown>): void {
  const root = element.attachShadow({ mode: 'open' });
  if ('adoptedStyleSheets' in root) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(facadeCss);
    root.adoptedStyleSheets = [sheet];
  }
  const button = document.createElement('button');
  const notice = document.createElement('p');
  // English goes with every element.
  const [, play, failed] = FACADE_WORDS.find(([selector]) =>
    element.matches(selector),
  ) as FacadeWords;
  const want = () => {
    notice.textContent = '';
    fetchPlayer().catch(() => (notice.textContent = failed));
  };

  notice.role = 'alert';
  button.title = play;
  // What is no colour the browser leaves out.
  button.style.backgroundColor = `#${element.getAttribute('button')}`.replace('##', '#');
  button.addEventListener('click', () => {
    element.pressed = true;
    want();
  });
  root.append(notice, button);

  if (element.matches('[autoplay],[loading=eager]')) want();
  const near = (seen: IntersectionObserverEntry[]) => seen.pop()?.isIntersecting && want();
  new IntersectionObserver(near, { rootMargin: NEAR }).observe(element);
}
