/** A stylesheet brought in as minified text (sdk/rollup.config.js; Vite knows the suffix itself). */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
