// The tables of the database as the sources know them: the models, and the files that name a table.
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A column as a model declares it. */
export interface DeclaredColumn {
  /** The type as written, without `null`. */
  type: string;
  is_nullable: boolean;
}

/** An Objection model. */
export interface TableModel {
  name: string;
  table: string;
  /** The feature that owns the table. */
  owner: string;
  /** Below `src`. */
  file: string;
  columns: Record<string, DeclaredColumn>;
  /** The columns that Objection writes as JSON. */
  json: string[];
  /** Its file declares the table to Knex, so that `db('table')` has the model's types. */
  isKnownToKnex: boolean;
}

export interface Source {
  /** Below `src`. */
  file: string;
  tree: ts.SourceFile;
}

const ROOT = fileURLToPath(new URL('../src/', import.meta.url));

/** The product's sources, parsed. */
export async function readSources(): Promise<Source[]> {
  const files = await readdir(ROOT, { recursive: true });
  const product = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  return Promise.all(
    product.toSorted().map(async (file) => ({
      file,
      tree: ts.createSourceFile(file, await readFile(ROOT + file, 'utf8'), ts.ScriptTarget.Latest),
    })),
  );
}

/** The folder of a file directly below `src`. */
export const featureOf = (file: string): string => file.split('/')[0] ?? '';

/** The models that a source declares. */
export function modelsOf({ file, tree }: Source): TableModel[] {
  const classes = tree.statements.filter(ts.isClassDeclaration);
  return classes.flatMap((declaration) => {
    const { name, members } = declaration;
    const table = textsOf(staticMember(declaration, 'tableName'), tree)[0];
    if (!name || table === undefined) return [];
    const declared = members.filter(
      (member): member is ts.PropertyDeclaration =>
        ts.isPropertyDeclaration(member) && member.type !== undefined && !member.questionToken,
    );
    const columns = declared.map((member) => [member.name.getText(tree), columnOf(member, tree)]);
    return {
      name: name.text,
      table,
      owner: featureOf(file),
      file,
      columns: Object.fromEntries(columns),
      json: textsOf(staticMember(declaration, 'jsonAttributes'), tree),
      isKnownToKnex: tree.text.includes(`    ${table}: Table<${name.text}>;\n`),
    };
  });
}

const staticMember = (
  declaration: ts.ClassDeclaration,
  name: string,
): ts.ClassElement | undefined =>
  declaration.members.find(
    (member) => member.name && ts.isIdentifier(member.name) && member.name.text === name,
  );

/** The string literals of a node. */
function textsOf(node: ts.Node | undefined, tree: ts.SourceFile): string[] {
  if (!node) return [];
  if (ts.isStringLiteral(node)) return [node.text];
  return node.getChildren(tree).flatMap((child) => textsOf(child, tree));
}

function columnOf({ type }: ts.PropertyDeclaration, tree: ts.SourceFile): DeclaredColumn {
  const parts = type && ts.isUnionTypeNode(type) ? [...type.types] : [type];
  const texts = parts.map((part) => part?.getText(tree) ?? '');
  const others = texts.filter((text) => text !== 'null');
  return { type: others.join(' | '), is_nullable: others.length < texts.length };
}

/** A word of SQL after which a table is named. */
const NAMED = /\b(?:from|join|into|update|table|using)\s+(?:only\s+)?"?([a-z_]+)"?/gi;
/** `users`, or `users as u`. */
const WHOLE = /^([a-z_]+)(?: as \w+)?$/;
/** How a text is known as SQL, not as a sentence. */
const SQL = /\b(?:select|insert into|update \w+ (?:\w+ )?set|delete from|left join|exists) ?/;
/** Methods of Knex that take a table. */
const TAKES_TABLE = /^(?:from|into|table|using|update|(?:\w*[jJ]oin))$/;
/** The names of connections and transactions. */
const CONNECTION = /^(?:\w*db|\w*trx|\w*knex|query|on|database|held)$/i;
/** Members of a model that lead to its rows. */
const QUERIES = ['query', 'tableName', 'relatedQuery', 'knexQuery'];

/** The tables that a source names: in SQL, to Knex, or by a query of their models. */
export function tablesNamedIn({ tree }: Source, models: readonly TableModel[]): string[] {
  const tables = new Set(models.map(({ table }) => table));
  const byModel = new Map(models.map(({ name, table }) => [name, table]));
  const named = new Set<string>();
  const add = (table: string | undefined) => {
    if (table !== undefined && tables.has(table)) named.add(table);
  };
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node) ? textOfTemplate(node) : node.text;
      const whole = WHOLE.exec(text)?.[1];
      if (whole !== undefined && isTableName(whole, text, node, parent)) add(whole);
      for (const [, table = ''] of text.matchAll(NAMED)) {
        if (table.includes('_') || SQL.test(text)) add(table);
      }
    }
    if (
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      QUERIES.includes(node.name.text)
    ) {
      add(byModel.get(node.expression.text));
    }
    ts.forEachChild(node, (child) => visit(child, node));
  };
  visit(tree, tree);
  return [...named].toSorted();
}

/** The text with each value as a space. */
const textOfTemplate = ({ head, templateSpans }: ts.TemplateExpression): string =>
  [head.text, ...templateSpans.map(({ literal }) => literal.text)].join(' ');

/** Whether a literal that is a table's name stands for the table. */
function isTableName(name: string, text: string, node: ts.Node, parent: ts.Node): boolean {
  // Types have string literals, too.
  if (ts.isLiteralTypeNode(parent)) return false;
  // A name beside a function, as in the list of the doctor's checks.
  if (ts.isArrayLiteralExpression(parent) && !parent.elements.every(ts.isStringLiteral)) {
    return false;
  }
  if (name.includes('_') || name !== text) return true;
  if (ts.isPropertyAssignment(parent)) return parent.name.getFirstToken()?.getText() === 'table';
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  const { expression } = parent;
  if (ts.isPropertyAccessExpression(expression)) return TAKES_TABLE.test(expression.name.text);
  return ts.isIdentifier(expression) && CONNECTION.test(expression.text);
}
