/** A figure of the product beside its peer's; '–' where there is no value. */
export interface Figure {
  name: string;
  ours: string;
  /** Measured in the same run, or a published figure that is named as such. */
  peer: string;
  ratio: string;
  goal: string;
  /** Whether the goal is met; null when not measured. */
  ok: boolean | null;
}

/** A figure that cannot be measured on this machine. */
export function skipped(name: string, reason: string): Figure {
  return { name, ours: '–', peer: `skipped: ${reason}`, ratio: '–', goal: '–', ok: null };
}

/** The median; of an even number of values the upper of the middle two. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** `2.1 (1.9–2.4)`: the median with the minimum and the maximum. */
export function spread(values: number[], digits: number): string {
  const text = (value: number): string =>
    value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text(median(values))} (${text(Math.min(...values))}–${text(Math.max(...values))})`;
}

/**
 * The ratio of two medians. Its text adds the minimum and the maximum ratio of one round, which
 * show how busy the machine was.
 */
export function compare(
  ours: number[],
  peers: number[],
  digits = 2,
): { ratio: number; text: string } {
  const ratio = median(ours) / median(peers);
  const ofRounds = ours.map((value, round) => value / (peers[round] ?? NaN));
  const least = Math.min(...ofRounds).toFixed(digits);
  const greatest = Math.max(...ofRounds).toFixed(digits);
  return { ratio, text: `${ratio.toFixed(digits)} (rounds ${least}–${greatest})` };
}

const WORDS = { true: 'met', false: 'MISSED', null: 'skipped' };

/** Prints figures, a few lines each. */
export function printFigures(figures: Figure[]): void {
  for (const { name, ok, ...lines } of figures) {
    console.log(`\n  ${WORDS[`${ok}`].padEnd(9)}${name}`);
    for (const [label, text] of Object.entries(lines)) {
      if (text !== '–') console.log(`           ${label.padEnd(7)}${text}`);
    }
  }
}

/** Prints how many goals are met, and the names of those missed. */
export function printSummary(figures: Figure[]): void {
  const missed = figures.filter(({ ok }) => ok === false);
  const notMeasured = figures.filter(({ ok }) => ok === null);
  const met = figures.length - missed.length - notMeasured.length;
  console.log(`\n${met} met, ${missed.length} MISSED, ${notMeasured.length} skipped`);
  for (const { name } of missed) console.log(`  MISSED   ${name}`);
}
