// oxlint-disable-next-line typescript/triple-slash-reference -- player-shell compiles this file too, and a wildcard module cannot be imported
/// <reference path="./css.d.ts" />
/** The stylesheets as minified text: adopted by the element, put into the head of a hosted page. */
export { default as embedCss } from './embed.css?inline';
export { default as facadeCss } from './facade.css?inline';
export { default as fullCss } from './full.css?inline';
export { default as tvCss } from './tv.css?inline';
