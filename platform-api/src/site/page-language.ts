import type { Context } from 'koa';
import { LANGUAGES, languageOf, type Language } from '../../contract/languages.ts';

/**
 * The language in which a page speaks to whoever asks: the address's own `lang`, else what the browser
 * prefers of those that we speak (RFC 9110 §12.5.4).
 */
export function languageOfRequest(ctx: Context): Language {
  ctx.vary('Accept-Language');
  const asked = new URLSearchParams(ctx.search).get('lang');
  if (asked) return languageOf(asked);
  const preferred = ctx.acceptsLanguages(...LANGUAGES);
  return languageOf(preferred === false ? null : preferred);
}
