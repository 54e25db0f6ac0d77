/*
 * Draws the element's views. They are React components, and on hosted pages Preact draws the very
 * same ones; but they keep no state, and for functions of their props alone these lines do what
 * Preact does in 4.5 KB, more than a third of the script tag's budget. draw.test.tsx holds the two to
 * the same result. There are no hooks here, no context, and lists are told apart by position.
 */

/** What JSX makes of a tag: on this much React's and Preact's runtimes agree. */
interface Sketch {
  /** A tag's name or a component. */
  type: unknown;
  props: Readonly<Record<string, unknown>> & { children?: View };
  key?: unknown;
  ref?: unknown;
}
type Tag = Sketch & { type: string };

/** Anything that a component may return. */
export type View = Sketch | string | number | boolean | null | undefined | readonly View[];

/** What stands at one place: an element with places of its own, a text, or nothing. */
interface Place {
  shown: Tag | string | null;
  node: Element | Text | null;
  inside: Place[];
  /** What the element's ref wants done when the element goes. */
  leave?: unknown;
}

const SVG = 'http://www.w3.org/2000/svg';
const drawn = new WeakMap<Element, Place[]>();

/** Draws the view into an element, over what was drawn there before; `null` clears it. */
export function draw(view: View, into: Element): void {
  drawn.set(into, fill(into, drawn.get(into) ?? [], view));
}

function fill(parent: Element, before: Place[], view: View): Place[] {
  const now = flatten(view).map((shown, index) => {
    let place = before[index];
    if (!place || !canBecome(place.shown, shown)) {
      const next = before.slice(index + 1).find(({ node }) => node);
      const node = create(parent, shown);
      if (node) parent.insertBefore(node, next?.node ?? null);
      if (place) clear(place);
      place = { shown: null, node, inside: [] };
    }
    update(place, shown);
    return place;
  });
  before.slice(now.length).forEach(clear);
  return now;
}

/** Calls components until only elements, texts and gaps are left. */
function flatten(view: View): Place['shown'][] {
  if (isList(view)) return view.flatMap(flatten);
  if (typeof view === 'object' && view) {
    const { type, props } = view;
    if (typeof type === 'string') return [{ ...view, type }];
    if (typeof type === 'function') return flatten(type(props));
  }
  return [typeof view === 'string' || typeof view === 'number' ? `${view}` : null];
}

const isList: (view: View) => view is readonly View[] = Array.isArray;

function canBecome(before: Place['shown'], now: Place['shown']): boolean {
  if (typeof before === 'string' || !before)
    return typeof before === typeof now && !now === !before;
  return typeof now === 'object' && now?.type === before.type && now.key === before.key;
}

function create(parent: Element, shown: Place['shown']): Place['node'] {
  if (typeof shown === 'string') return new Text();
  return (
    shown && document.createElementNS(shown.type === 'svg' ? SVG : parent.namespaceURI, shown.type)
  );
}

function update(place: Place, shown: Place['shown']): void {
  const { node, shown: before } = place;
  place.shown = shown;
  if (node instanceof Text && before !== shown) node.data = String(shown);
  if (!(node instanceof Element) || typeof shown !== 'object' || !shown) return;
  const old = typeof before === 'object' && before ? before.props : {};
  for (const name in { ...old, ...shown.props }) {
    if (shown.props[name] !== old[name]) set(node, name, shown.props[name]);
  }
  place.inside = fill(node, place.inside, shown.props.children);
  const ref = shown.ref ?? shown.props['ref'];
  if (!before && typeof ref === 'function') place.leave = ref(node);
}

function set(element: Element, name: string, value: unknown): void {
  if (name === 'children' || name === 'ref') return;
  if (name.startsWith('on')) Reflect.set(element, name.toLowerCase(), value);
  else {
    const attribute = name === 'className' ? 'class' : name;
    if (value || value === '') element.setAttribute(attribute, value === true ? '' : `${value}`);
    else element.removeAttribute(attribute);
  }
}

function clear({ node, inside, leave }: Place): void {
  inside.forEach(clear);
  if (typeof leave === 'function') leave();
  node?.remove();
}
