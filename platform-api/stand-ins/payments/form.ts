import { InvalidRequest } from './refusals.ts';

/** A form's value: a text, or what stands in brackets behind a name. */
export type FormValue = string | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** Deeper brackets than any parameter of Stripe's has. */
const MAX_DEPTH = 10;

/**
 * Reads a form body or a query as Stripe does: `items[0][price]=…`, lists by number or by `[]`. A list
 * arrives as an object whose names are its numbers; the parameter's declaration makes a list of it.
 *
 * @throws Refusal for a name that is no name, or one that is a text and a list at once
 */
export function readForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) put(form, pathOf(name), name, value);
  return form;
}

/** Without a prototype: every name is just a name. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}

function pathOf(name: string): string[] {
  const [, first, rest] = NAME.exec(name) ?? [];
  const path = [
    first ?? '',
    ...[...(rest ?? '').matchAll(/\[([^\]]*)\]/g)].map((part) => part[1] ?? ''),
  ];
  if (first === undefined || path.length > MAX_DEPTH) {
    throw InvalidRequest(`Invalid parameter name: ${name.slice(0, 100)}`, name.slice(0, 100));
  }
  return path;
}

function put(form: Form, path: string[], name: string, value: string): void {
  const [step = '', ...rest] = path;
  const key = step === '' ? String(Object.keys(form).length) : step;
  if (rest.length === 0) {
    if (form[key] !== undefined) throw InvalidRequest(`Received parameter twice: ${name}`, name);
    form[key] = value;
    return;
  }
  const inner = (form[key] ??= emptyForm());
  if (typeof inner === 'string') throw InvalidRequest(`Invalid object: ${name}`, name);
  put(inner, rest, name, value);
}
