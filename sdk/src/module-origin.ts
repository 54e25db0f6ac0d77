/**
 * The server that a module came from, of `import.meta.url`. Bundlers write other things there, or nothing:
 * then it is the page's own server, unless an element says otherwise with `api-base`.
 */
export const moduleOrigin = (url: string | undefined): string =>
  url?.startsWith('http') ? new URL(url).origin : '';
