import { appendFileSync } from 'node:fs';

/** Prints a figure that a soak test has found, and adds it to the report of `npm run proof`. */
export function tellFigure(text: string): void {
  process.stdout.write(`${text}\n`);
  const file = process.env['FIGURES_FILE'];
  if (file !== undefined) appendFileSync(file, `${text}\n`);
}
