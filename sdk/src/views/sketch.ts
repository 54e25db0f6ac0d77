/**
 * What JSX comes to in the element's own bundles, in the place of Preact's runtime (rollup-plugins.js):
 * all that draw.ts asks of a view, in a hundred bytes instead of four hundred.
 */
export const jsx = <Type, Props>(type: Type, props: Props, key?: unknown) => ({ type, props, key });
export { jsx as jsxs };
export const Fragment = <Children>({ children }: { children: Children }) => children;
