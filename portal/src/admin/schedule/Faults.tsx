import { Fragment } from 'react';
import type { DraftFault } from './draft-faults.ts';

interface FaultsProps {
  faults: readonly DraftFault[];
  /** Leads to a field. */
  onShow: (field: string) => void;
}

/** The faults of a draft: one sentence for the playlists and one for each other field. Each name leads to its field. */
export function Faults({ faults, onShow }: FaultsProps) {
  const lists = faults.filter(({ message }) => message === null);
  const link = ({ field, name }: DraftFault) => (
    <button
      type="button"
      className="link cursor-pointer font-semibold"
      onClick={() => onShow(field)}
    >
      {name}
    </button>
  );
  return (
    <>
      {lists.length === 0 ? null : (
        <p>
          Choose a playlist for{' '}
          {lists.map((fault, at) => (
            <Fragment key={fault.field}>
              {at === 0 ? '' : at === lists.length - 1 ? ' and ' : ', '}
              {link(fault)}
            </Fragment>
          ))}
          .
        </p>
      )}
      {faults
        .filter(({ message }) => message !== null)
        .map((fault) => (
          <p key={`${fault.field} ${fault.message}`}>
            {link(fault)}: {fault.message}
          </p>
        ))}
    </>
  );
}
