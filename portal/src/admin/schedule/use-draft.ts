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

/** The draft while it is edited. */
export function useDraft(schedule: StationSchedule) {
  const queries = useQueryClient();
  const stationId = schedule.station.id;
  const [known, setKnown] = useState(schedule);
  const [now, setNow] = useState(() => edited(schedule.draft));
  // A draft that was saved, restored or loaded again takes the place of this one.
  if (known !== schedule) {
    setKnown(schedule);
    if (JSON.stringify(known.draft) !== JSON.stringify(schedule.draft)) {
      setNow(edited(schedule.draft));
    }
  }
  const draft = useMemo<ScheduleDraft>(
    () => ({ ...now.rest, day_parts: dayPartsOf(now.week) }),
    [now],
  );
  // As the grid would write it, so that drawing a draft alone changes nothing.
  const before = useMemo(
    () => ({ ...schedule.draft, day_parts: dayPartsOf(weekOf(schedule.draft.day_parts)) }),
    [schedule.draft],
  );
  const isDirty = JSON.stringify(draft) !== JSON.stringify(before);
  const save = useMutation({
    mutationFn: async () =>
      (await openClient()).admin.schedules.saveDraft(stationId, {
        draft_version: schedule.draft_version,
        draft,
      }),
    networkMode: 'always',
    onSuccess: (saved) => queries.setQueryData(scheduleQuery(stationId).queryKey, saved),
  });
  return {
    draft,
    week: now.week,
    isDirty,
    save,
    setWeek: (week: Week) => setNow((was) => ({ ...was, week })),
    set: (change: Partial<Omit<ScheduleDraft, 'day_parts'>>) =>
      setNow((was) => ({ ...was, rest: { ...was.rest, ...change } })),
    /** Applies a mend of a problem. */
    mend: (change: { field: string; value?: unknown }) =>
      // The API names fields of the draft.
      setNow(edited(withValue(draft, change.field.split('.'), change.value) as ScheduleDraft)),
    undo: () => setNow(edited(schedule.draft)),
  };
}

export type Draft = ReturnType<typeof useDraft>;
