import { useState } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PALETTE_KEYS } from './Rail.tsx';
import { readKeys, writeKeys } from './use-admin-keys.ts';

const KEYS = [
  [PALETTE_KEYS, 'Jump to a customer, a track or a page, or act'],
  ['J', 'Next row of the list'],
  ['K', 'Previous row of the list'],
  ['E', 'Edit the row, or the customer of the page'],
  ['P', 'Build the row’s station; on its page, put it on air'],
  ['?', 'These keys'],
] as const;

/** The keys of the admin area, which may be turned off. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(readKeys);
  return (
    <Dialog title="Keys" open onOpenChange={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {KEYS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded-small border border-line bg-sunken px-2 py-0.5 text-center text-small font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-5">
        <Checkbox
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked);
            writeKeys(target.checked);
          }}
          label="Single keys act while no field has the focus"
        />
      </div>
    </Dialog>
  );
}
