import { readFile } from 'node:fs/promises';
import { create, ts } from '@custom-elements-manifest/analyzer';

/** The element's class and the one below it, which has its attributes. */
const SOURCES = ['src/reflecting-element.ts', 'src/station-player.tsx'];
const NAME = 'StationPlayerElement';
const MODULE = 'dist/element.js';

/** Whether anybody but the class itself and its parents has to do with a member. */
const isPublic = ({ name, privacy }) => privacy === undefined && !name.endsWith('Callback');

/** The same without what only a reader of the sources could look up. */
const known = ({ inheritedFrom: _unpublished, ...entry }) => entry;

/** The property of an attribute, where the class makes it by a loop, or HTML itself has it. */
function reflected({ name, type, description }, members) {
  const property = name.replace(/-(.)/, (_, letter) => letter.toUpperCase());
  if (members.some((member) => member.name === property)) return [];
  return [{ kind: 'field', name: property, type, description, attribute: name, reflects: true }];
}

/**
 * The custom elements manifest (schema 1.0.0), from which editors and catalogues know the element: what its
 * class declares and what the class's comment says of it.
 */
export async function customElementsManifest() {
  const modules = await Promise.all(
    SOURCES.map(async (path) => {
      const text = await readFile(new URL(path, import.meta.url), 'utf8');
      return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    }),
  );
  const { schemaVersion, modules: read } = create({ modules, plugins: [], context: {} });
  const element = read
    .flatMap(({ declarations }) => declarations)
    .find(({ name }) => name === NAME);
  const members = element.members.filter(isPublic).map(known);
  const attributes = element.attributes.map(known);
  const declaration = {
    ...element,
    customElement: true,
    superclass: { name: 'HTMLElement' },
    members: [...members, ...attributes.flatMap((one) => reflected(one, members))],
    attributes,
    // One of them the analyzer has guessed: the name of a parameter.
    events: element.events.filter(({ description }) => description),
  };
  const reference = { name: NAME, module: MODULE };
  return {
    schemaVersion,
    modules: [
      {
        kind: 'javascript-module',
        path: MODULE,
        declarations: [declaration],
        exports: [
          { kind: 'js', name: NAME, declaration: reference },
          {
            kind: 'custom-element-definition',
            name: element.tagName,
            declaration: reference,
          },
        ],
      },
    ],
  };
}
