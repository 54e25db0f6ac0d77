import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import { FieldChanges } from '../history/FieldChanges.tsx';
import { FIELD_NAMES, inWords } from './customer-values.ts';
import type { Meanwhile } from './meanwhile.ts';

/** Tells what somebody else has changed while the form was open, field by field. Draw another one for what comes after. */
export function MeanwhileNotice({ meanwhile }: { meanwhile: Meanwhile }) {
  const place = useRef<HTMLDivElement>(null);
  const isDisputed = Object.keys(meanwhile.theirs).length > 0;
  // Whoever has pressed Save is at the other end of the form.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="alert" tabIndex={-1} className="rounded-card">
      <Notice kind="on-air" title={ERRORS.changed_meanwhile.title}>
        <p>{ERRORS.changed_meanwhile.detail}</p>
        <div className="my-3">
          <FieldChanges
            changes={meanwhile.changed.map(({ name, before, now }) => ({
              field: name,
              name: FIELD_NAMES[name],
              before: inWords(name, before),
              after: inWords(name, now),
            }))}
          />
        </div>
        <p>
          {isDisputed
            ? 'Where you had changed the same, yours is kept and theirs stands below it.'
            : 'That stands in the form now, beside what you have changed.'}{' '}
          Save again to keep what you see.
        </p>
      </Notice>
    </div>
  );
}
