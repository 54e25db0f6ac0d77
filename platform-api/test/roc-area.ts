/**
 * How well two samples can be distinguished: the area under the ROC curve (Mann–Whitney). It is the probability
 * that a value of the first is larger than one of the second. 0.5: not at all; 1 or 0: always.
 */
export function rocArea(first: number[], second: number[]): number {
  let wins = 0;
  for (const one of first) {
    for (const other of second) {
      if (one > other) wins += 1;
      else if (one === other) wins += 0.5;
    }
  }
  return wins / (first.length * second.length);
}
