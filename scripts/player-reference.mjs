// The tables of docs/embedding.md: all that the player's element and its modules offer, from the sources themselves.
import { readFile } from 'node:fs/promises';
import ts from 'typescript';

const read = (file) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');

const cell = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
const code = (text) => `\`${text}\``;

const table = (heads, rows) => [
  `| ${heads.join(' | ')} |`,
  `| ${heads.map(() => '---').join(' | ')} |`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
];

/** The description of an entry. @throws Error naming an entry without one */
function described({ name, description = '' }) {
  if (description === '') throw new Error(`Without a docstring: ${name}`);
  return description;
}

/** The declarations of a source file by name. */
async function declarationsOf(file) {
  const source = ts.createSourceFile(file, await read(file), ts.ScriptTarget.ES2022, true);
  const named = source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement],
  );
  return new Map(named.map((one) => [one.name?.getText(), one]));
}

/** The members of an interface, each with its docstring. */
function membersOf(declaration) {
  return declaration.members.map((member) => {
    const name = member.name.getText();
    const parameters = member.parameters?.map((one) => one.name.getText()).join(', ');
    const [comment] = ts.getJSDocCommentsAndTags(member);
    return {
      name: parameters === undefined ? name : `${name}(${parameters})`,
      description: ts.getTextOfJSDocComment(comment?.comment),
    };
  });
}

/** The `detail` of an event, from the type of the event. */
const detailOf = ({ type }) => type.text.replace(/^CustomEvent<(.*)>$/, '$1');

/**
 * The tables by the names of their places in the document.
 *
 * @param element the element's declaration in custom-elements.json
 * @throws Error naming what lacks a docstring
 */
export async function playerTables(element) {
  const rows = (entries, toName = ({ name }) => name) =>
    entries.map((entry) => [code(toName(entry)), described(entry)]);
  const attributes = new Set(element.attributes.map(({ name }) => name));
  const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  // Attributes have a table of their own.
  const members = element.members.filter(
    ({ name }) => name === 'state' || !attributes.has(kebab(name)),
  );
  const player = await declarationsOf('sdk/src/player/player.ts');
  const frame = (await declarationsOf('sdk/src/control-frame.ts')).get('FramePlayer');
  const sentences = (await declarationsOf('sdk/src/player/player-errors.ts')).get('SENTENCES');
  return {
    attributes: table(
      ['attribute', 'values', 'does'],
      element.attributes.map((one) => [code(one.name), code(one.type.text), described(one)]),
    ),
    members: table(
      ['name', 'does'],
      rows(members, ({ kind, name }) => (kind === 'method' ? `${name}()` : name)),
    ),
    events: table(
      ['event', '`detail`', 'sent when'],
      element.events.map((one) => [code(one.name), code(detailOf(one)), described(one)]),
    ),
    errors: table(
      ['code', 'message'],
      sentences.initializer.properties.map((one) => [
        code(one.name.getText()),
        one.initializer.text.trim(),
      ]),
    ),
    css_properties: table(['custom property', 'sets'], rows(element.cssProperties)),
    css_parts: table(['`::part(…)`', 'is'], rows(element.cssParts)),
    slots: table(['`slot`', 'takes'], rows(element.slots)),
    player_options: table(['option', 'sets'], rows(membersOf(player.get('PlayerOptions')))),
    player_members: table(['member', 'does'], rows(membersOf(player.get('Player')))),
    snapshot: table(['field', 'is'], rows(membersOf(player.get('PlayerSnapshot')))),
    frame_members: table(['member', 'does'], rows(membersOf(frame))),
  };
}
