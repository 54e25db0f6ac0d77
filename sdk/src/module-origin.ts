/**
 * The origin that a module of the SDK came from, by its `import.meta.url`; empty when a bundler has made it part of
 * another file.
 */
export const moduleOrigin = (url: string | undefined): string =>
  /^(https?:\/\/[^/]+)\/sdk\//.exec(url ?? '')?.[1] ?? '';
