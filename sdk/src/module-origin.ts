/**
 * The origin that a module came from, by its `import.meta.url`. Bundlers put other values there, or none:
 * then it is the page's own origin, unless an element has `api-base`.
 */
export const moduleOrigin = (url: string | undefined): string =>
  url?.startsWith('http') ? new URL(url).origin : '';
