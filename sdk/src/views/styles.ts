// oxlint-disable-next-line typescript/triple-slash-reference -- player-shell compiles this file too, and a wildcard module cannot be imported
/// <reference path="./css.d.ts" />
import full from './full.css?inline';
import page from './page.css?inline';
import play from './play.css?inline';
import tv from './tv.css?inline';

/** The stylesheets as minified text, for the element and for the head of hosted pages. */
export { default as embedCss } from './embed.css?inline';
export { default as facadeCss } from './facade.css?inline';
export const fullCss = page + full;
export const tvCss = page + tv;
/** The location player looks like the wall. */
export const playCss = page + tv + play;
