/**
 * A list's filter: objects whose field refers to this, or all when nothing was asked.
 *
 * @param wanted an id or a word
 */
export function only<Name extends string>(name: Name, wanted: string | boolean | undefined) {
  return (object: { [K in Name]?: unknown }): boolean =>
    wanted === undefined || object[name] === wanted;
}
