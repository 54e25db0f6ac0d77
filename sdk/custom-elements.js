import { readFile } from 'node:fs/promises';
import { create, ts } from '@custom-elements-manifest/analyzer';

/** The element's class, and its base class with the attributes. */
const SOURCES = ['src/reflecting-element.ts', 'src/station-player.tsx'];
const NAME = 'StationPlayerElement';
const MODULE = 'dist/element.js';

/** Whether a member is public. */
const isPublic = ({ name, privacy }) => privacy === undefined && !name.endsWith('Callback');

/** Removes what only helps when reading the sources. */
const known = ({ inheritedFrom: _unpublished, ...entry }) => entry;

/** The property of an attribute that is defined in a loop or by HTML itself. */
function reflected({ name, type, description }, members) {
  const property = name.replace(/-(.)/, (_, letter) => letter.toUpperCase());
  if (members.some((member) => member.name === property)) return [];
  return [{ kind: 'field', name: property, type, description, attribute: name, reflects: true }];
}

/**
 * The custom elements manifest (schema 1.0.0), for editors and catalogues. Generated from the class and its
 * doc comment.
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
    // One entry is wrong: the analyzer takes a parameter's name for an event.
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
