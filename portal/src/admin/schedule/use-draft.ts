import type { ScheduleDraft, StationSchedule } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { openClient } from '../../api/client.ts';
import { scheduleQuery } from './queries.ts';
import { dayPartsOf, weekOf, type Week } from './week.ts';

interface Edited {
  week: Week;
  rest: ScheduleDraft;
}

const edited = (draft: ScheduleDraft): Edited => ({ week: weekOf(draft.day_parts), rest: draft });

/** Sets a value at a dotted path such as `separation.title_hours`. */
function withValue(target: unknown, [name, ...path]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(target)) {
    return target.map((item: unknown, at) =>
      String(at) === name ? withValue(item, path, value) : item,
    );
  }
  const fields = (target ?? {}) as Record<string, unknown>;
  return { ...fields, [name]: withValue(fields[name], path, value) };
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** As the grid would write it, so that drawing a draft alone changes nothing. */
const drawn = (draft: ScheduleDraft): ScheduleDraft => ({
  ...draft,
  day_parts: dayPartsOf(weekOf(draft.day_parts)),
});

/**
 * The newest draft with the changes of this page on top: what another admin saved meanwhile is taken over, and nothing
 * that was typed here is lost.
 */
function rebased(now: Edited, before: ScheduleDraft, newest: ScheduleDraft): Edited {
  const old = drawn(before);
  const { day_parts: theirs, ...rest } = drawn(newest);
  const mine = dayPartsOf(now.week);
  const changed = Object.entries(now.rest).filter(
    ([field, value]) => field !== 'day_parts' && !isSame(value, old[field as keyof ScheduleDraft]),
  );
  // The same hours keep their week: its blocks without hours are in no draft.
  const keepsWeek = isSame(mine, theirs) || !isSame(mine, old.day_parts);
  return {
    week: keepsWeek ? now.week : weekOf(theirs),
    rest: { ...newest, ...rest, ...Object.fromEntries(changed) },
  };
}

/** The draft while it is edited. */
export function useDraft(schedule: StationSchedule) {
  const queries = useQueryClient();
  const stationId = schedule.station.id;
  const [known, setKnown] = useState(schedule);
  const [now, setNow] = useState(() => edited(schedule.draft));
  const [shown, setShown] = useState<{ field: string } | null>(null);
  // The draft was saved, restored or loaded again.
  if (known !== schedule) {
    setKnown(schedule);
    if (!isSame(known.draft, schedule.draft)) {
      setNow(rebased(now, known.draft, schedule.draft));
    }
  }
  const draft = useMemo<ScheduleDraft>(
    () => ({ ...now.rest, day_parts: dayPartsOf(now.week) }),
    [now],
  );
  const before = useMemo(() => drawn(schedule.draft), [schedule.draft]);
  const isDirty = !isSame(draft, before);
  const save = useMutation({
    mutationFn: async () =>
      (await openClient()).admin.schedules.saveDraft(stationId, {
        draft_version: schedule.draft_version,
        draft,
      }),
    onSuccess: (saved) => queries.setQueryData(scheduleQuery(stationId).queryKey, saved),
  });
  return {
    draft,
    week: now.week,
    isDirty,
    /** Why no playlist is proposed; null: one is. */
    lacking: schedule.lacking,
    save,
    setWeek: (week: Week) => setNow((was) => ({ ...was, week })),
    set: (change: Partial<Omit<ScheduleDraft, 'day_parts'>>) =>
      setNow((was) => ({ ...was, rest: { ...was.rest, ...change } })),
    /** Applies a mend of a problem. */
    mend: (change: { field: string; value?: unknown }) =>
      // The API names fields of the draft.
      setNow(edited(withValue(draft, change.field.split('.'), change.value) as ScheduleDraft)),
    /** The field that the admin was led to; another object each time. */
    shown,
    show(field: string) {
      setShown({ field });
      // Fields of music are found by their own card.
      document.querySelector<HTMLElement>(`#schedule-${field.split('.')[0]}`)?.focus();
    },
    undo: () => setNow(edited(schedule.draft)),
  };
}

export type Draft = ReturnType<typeof useDraft>;
