/** A stylesheet as minified text (sdk/rollup.config.js; Vite supports the suffix itself). */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
