import type { Refusal } from './check-files.ts';
import { Notice } from '../ui/Notice.tsx';

/** What of the chosen files was not taken and why, until others are chosen. */
export function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  return (
    <div role="alert" className="flex flex-col gap-2 empty:hidden">
      {refusals.map(({ title, detail, names }) => (
        <Notice key={detail} kind="bad" title={title}>
          <p>{detail}</p>
          {names.length === 0 ? null : <p className="wrap-anywhere">{names.join(', ')}</p>}
        </Notice>
      ))}
    </div>
  );
}
