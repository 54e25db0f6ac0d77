import { facadeCss } from './views/styles.ts';
import { FACADE_WORDS, type FacadeWords } from './views/words/facade.ts';

/** How far from the window the player is fetched; the same distance as in station-player.tsx. */
const NEAR = '200px';

/** An element that is not upgraded yet. */
type Waiting = Element & {
  /** Set by a press. The element then plays as soon as it is upgraded (station-player.tsx). */
  pressed?: boolean;
};

/**
 * Draws the placeholder of a player: its box and a play button. It adds no style element to the page, so it
 * works under any content security policy.
 *
 * @param fetchPlayer called when the element comes near the window or is pressed. If it fails, the
 * placeholder says so and the next press tries again.
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
  // The English entry matches every element.
  const [, play, failed] = FACADE_WORDS.find(([selector]) =>
    element.matches(selector),
  ) as FacadeWords;
  const want = () => {
    notice.textContent = '';
    fetchPlayer().catch(() => (notice.textContent = failed));
  };

  notice.role = 'alert';
  button.title = play;
  // The browser ignores an invalid colour.
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
