import { RequestFailed } from '@stationhouse/sdk/shell';
import { useState } from 'react';
import type { LocationPlayerWords } from './play-words.ts';

export interface Settings {
  /** Whether a PIN is needed to unpair it. */
  needsPin: boolean;
  /** @throws RequestFailed */
  leave: (pin: string | undefined) => Promise<void>;
  closed: () => void;
  isReserveOff: boolean;
  setReserveOff: (isOff: boolean) => void;
}

function show(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal();
}

/** The sheet of a paired player at its screen: unpairing it needs the PIN. */
export function SettingsSheet({
  labels,
  needsPin,
  leave,
  closed,
  isReserveOff,
  setReserveOff,
}: Settings & { labels: LocationPlayerWords }) {
  const [pin, setPin] = useState('');
  const [fault, setFault] = useState('');
  const [isLeaving, setLeaving] = useState(false);

  async function unpair() {
    setLeaving(true);
    setFault('');
    try {
      await leave(needsPin ? pin : undefined);
    } catch (failure) {
      setFault(faultOf(failure, labels));
      setLeaving(false);
    }
  }

  return (
    <dialog ref={show} className="sheet" aria-labelledby="settings-title" onClose={closed}>
      <h2 id="settings-title">{labels.this_player}</h2>
      <section>
        <p>{labels.reserve_text}</p>
        <label className="check">
          <input
            type="checkbox"
            checked={isReserveOff}
            onChange={({ currentTarget }) => setReserveOff(currentTarget.checked)}
          />
          {labels.no_reserve.off}
        </label>
      </section>
      <section>
        <p>{labels.leave_text}</p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void unpair();
          }}
        >
          {needsPin && (
            <label className="pin">
              {labels.pin}
              <input
                type="password"
                inputMode="numeric"
                autoComplete="off"
                required
                value={pin}
                onInput={({ currentTarget }) => setPin(currentTarget.value)}
              />
            </label>
          )}
          {fault && <p role="alert">{fault}</p>}
          <div className="row">
            <button disabled={isLeaving}>{labels.leave}</button>
            <button type="button" className="secondary" onClick={closed}>
              {labels.close}
            </button>
          </div>
        </form>
      </section>
    </dialog>
  );
}

function faultOf(failure: unknown, labels: LocationPlayerWords): string {
  if (!(failure instanceof RequestFailed)) throw failure;
  if (failure.code === 'wrong_leave_pin') return labels.leave_wrong_pin;
  return failure.status === 429 ? labels.leave_too_often : labels.leave_failed;
}
