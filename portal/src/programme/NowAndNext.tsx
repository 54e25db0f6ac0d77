import type { Programme, ProgrammeItem } from '@stationhouse/sdk/client';
import { Lamp } from '../ui/Lamp.tsx';
import { itemName, kindName } from './DayStrip.tsx';
import { clockTime } from './zone-times.ts';

type NowAndNextProps = Pick<Programme, 'now' | 'next' | 'zone'> & {
  /** Shown while nothing is on air: why. */
  silence: string;
};

/** The items on air now and next, each with the rule that puts it on air. */
export function NowAndNext({ now, next, zone, silence }: NowAndNextProps) {
  if (now === null) return <p className="text-muted">{silence}</p>;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Slot name="Now" item={now} zone={zone} isOn />
      {next === null ? null : <Slot name="Next" item={next} zone={zone} />}
    </div>
  );
}

interface SlotProps {
  name: string;
  item: ProgrammeItem;
  zone: string;
  isOn?: boolean;
}

function Slot({ name, item, zone, isOn = false }: SlotProps) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 text-small text-muted">
        {isOn ? <Lamp on /> : null}
        {name}, {clockTime(item.starts_at, zone)}
        {item.kind === 'music' || item.kind === 'pause' ? '' : ` · ${kindName(item.kind)}`}
      </p>
      <p className="font-semibold wrap-anywhere">{itemName(item)}</p>
      <p className="text-small text-muted">{item.reason}</p>
    </div>
  );
}
