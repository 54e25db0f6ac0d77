import type { Customer } from '@stationhouse/sdk/client';
import type { Badge } from '../../ui/Badge.tsx';
import type { ComponentProps } from 'react';

interface Chip {
  kind: NonNullable<ComponentProps<typeof Badge>['kind']>;
  words: string;
}

/** The member’s answer before the first air. */
const ANSWERS = {
  waiting: { kind: 'waiting', words: 'Waits for yes' },
  changes_wanted: { kind: 'attention', words: 'Wants changes' },
  approved: { kind: 'good', words: 'Said yes' },
  not_ready: null,
  on_air: null,
} as const;

/** Chips for the parts that a station still needs before its own programme is on air, and for how far it is. */
export function chipsOf({
  setup_form_submitted_at,
  missing,
  approval,
  starter_since,
}: Customer): Chip[] {
  if (setup_form_submitted_at === null) return [{ kind: 'waiting', words: 'No setup form' }];
  const chips: Chip[] = [];
  const { lines_to_speak: lines = 0, has_playlist = true } = missing ?? {};
  if (!has_playlist) chips.push({ kind: 'attention', words: 'No playlist' });
  if (lines > 0) {
    chips.push({ kind: 'attention', words: `${lines} ${lines === 1 ? 'line' : 'lines'} to speak` });
  }
  const answer = approval && ANSWERS[approval];
  if (answer) chips.push(answer);
  if (starter_since !== null) {
    chips.push({
      kind: approval === 'on_air' ? 'live' : 'neutral',
      words: 'Starter programme',
    });
  }
  return chips;
}
