import { useState } from 'react';
import type { SetupValues } from './setup-rules.ts';
import type { SetupForm } from './use-setup-form.ts';

export type Step = 'music' | 'voice' | 'announcements';

/** The steps, and which of them has each field. */
export const STEPS: readonly { id: Step; title: string; fields: (keyof SetupValues)[] }[] = [
  { id: 'music', title: 'Music', fields: ['industry', 'music_wishes'] },
  {
    id: 'voice',
    title: 'Name & voice',
    fields: [
      'station_name_request',
      'voice_preference',
      'radio_id_texts',
      'radio_id_frequency',
      'hears_first',
    ],
  },
  {
    id: 'announcements',
    title: 'Announcements',
    fields: ['announcement_frequency', 'commercial_spots_per_break'],
  },
];

/** The step that is shown: the chosen one, and after a submission with faults the first that has one. */
export function useSteps(form: SetupForm) {
  const { errors, submitCount } = form.fields.formState;
  const [step, show] = useState<Step>('music');
  const [seen, setSeen] = useState(submitCount);
  const faulty = new Set(
    STEPS.filter(({ fields }) => fields.some((field) => errors[field])).map(({ id }) => id),
  );
  if (submitCount !== seen) {
    setSeen(submitCount);
    const [first] = faulty;
    if (first !== undefined && !faulty.has(step)) show(first);
  }
  const next = STEPS[STEPS.findIndex(({ id }) => id === step) + 1]?.id;
  return { step, next, faulty, show };
}
