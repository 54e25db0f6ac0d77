// Reads the small XML documents of playout programs into records, which the tables for JSON then read.

/** Deeper documents are no track data. */
const MAX_DEPTH = 16;
/** Longer tags have no attributes that matter. */
const MAX_TAG_LENGTH = 8_192;

/** Kinds whose titles are not tracks. A page is often not well-formed, too. */
const OTHER_KINDS = /<!doctype html|<(?:html|body|head|rss|feed|rdf:rdf|opml|svg)[\s>]/i;

/** A word is tried once, from its beginning: the expression takes linear time. */
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

type Node = Record<string, unknown>;
interface Open {
  name: string;
  node: Node;
  text: string;
}

/** A name such as `__proto__` is a key like others here. */
const emptyNode = (): Node => Object.create(null) as Node;

/**
 * An element becomes a text, or a record of its attributes, its elements and its `#text`; elements with the same name
 * become a list. Types, entities and schemas of the document are ignored: no entity is expanded.
 * @returns the root elements by name; null if the text is not XML, or is a page or a feed
 */
export function recordOfXml(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith('<') || OTHER_KINDS.test(text)) return null;
  const root: Open = { name: '', node: emptyNode(), text: '' };
  const open = [root];
  let at = 0;
  while (at < text.length) {
    const top = open.at(-1) ?? root;
    const from = text.indexOf('<', at);
    top.text += text.slice(at, from < 0 ? text.length : from);
    if (from < 0) break;
    const special = specialAt(text, from);
    if (special) {
      top.text += special.text;
      at = special.end;
      continue;
    }
    const to = text.indexOf('>', from);
    if (to < 0) break;
    at = to + 1;
    const tag = text.slice(from + 1, to);
    if (tag.startsWith('/')) closeTo(open, nameOf(tag.slice(1)));
    else if (!openTag(open, tag)) return null;
  }
  while (open.length > 1) close(open);
  return Object.keys(root.node).length > 0 ? root.node : null;
}

/** CDATA, a comment, a declaration or an instruction at this place. */
function specialAt(text: string, from: number): { text: string; end: number } | null {
  const kinds = [
    ['<![CDATA[', ']]>'],
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<!', '>'],
  ] as const;
  const kind = kinds.find(([begin]) => text.startsWith(begin, from));
  if (!kind) return null;
  const [begin, ending] = kind;
  const to = text.indexOf(ending, from + begin.length);
  const end = to < 0 ? text.length : to;
  const inside = begin === '<![CDATA[' ? text.slice(from + begin.length, end) : '';
  return { text: inside, end: end + ending.length };
}

const nameOf = (tag: string): string => /^[^\s/]*/.exec(tag)?.[0] ?? '';

/** @returns false if the document is too deep */
function openTag(open: Open[], tag: string): boolean {
  const node = emptyNode();
  if (tag.length <= MAX_TAG_LENGTH) {
    for (const [, key = '', double, single] of tag.matchAll(ATTRIBUTE)) {
      node[key] = double ?? single;
    }
  }
  open.push({ name: nameOf(tag), node, text: '' });
  if (tag.endsWith('/')) close(open);
  return open.length <= MAX_DEPTH;
}

/** Closes the elements up to one of this name; a name that is not open is ignored. */
function closeTo(open: Open[], name: string): void {
  const index = open.findLastIndex((each) => each.name === name);
  if (index <= 0) return;
  const left = open.length - index;
  for (let n = 0; n < left; n += 1) close(open);
}

function close(open: Open[]): void {
  const element = open.pop();
  const parent = open.at(-1)?.node;
  if (!element || !parent) return;
  const { name, node } = element;
  const text = element.text.trim();
  const isText = Object.keys(node).length === 0;
  if (!isText && text !== '') node['#text'] = text;
  const value = isText ? text : node;
  const before = parent[name];
  if (before === undefined) parent[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else parent[name] = [before, value];
}
