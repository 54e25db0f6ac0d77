import { WEEKDAYS, type Weekday } from '@stationhouse/platform-api/contract/schedule/values';
import { daysInWords } from '@stationhouse/platform-api/contract/schedule/weekdays';
import type { DayPart, Playlist } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { DayChoice } from '../../ui/HoursFields.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { PlaylistShares } from './PlaylistShares.tsx';
import { hoursOf, paintDays, removeBlock, type Block, type Week } from './week.ts';
import { washOf } from '../../programme/washes.ts';

interface BlockRowProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  className: string;
}

/** A block by its name and colour, to be chosen for drawing. */
export function BlockRow({ name, isChosen, onChoose, className }: BlockRowProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        'flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-small border px-3 text-start font-semibold',
        isChosen ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)]' : 'border-line',
      )}
    >
      <span className={clsx('size-4 flex-none rounded-small border border-line', className)} />
      <span className="min-w-0 truncate">{name}</span>
    </button>
  );
}

interface BlockEditorProps {
  block: Block;
  index: number;
  week: Week;
  playlists: readonly Playlist[];
  isChosen: boolean;
  /** Changes when the admin is led to this block. */
  shown: object | null;
  onChoose: () => void;
  onChange: (week: Week) => void;
}

/** A block of the week: its name, its playlists and its hours. */
export function BlockEditor(props: BlockEditorProps) {
  const { block, index, week, playlists, isChosen, shown, onChoose, onChange } = props;
  const [isSettingHours, setSettingHours] = useState(false);
  const change = (changed: Partial<Block>) =>
    onChange({
      ...week,
      blocks: week.blocks.map((each, at) => (at === index ? { ...each, ...changed } : each)),
    });
  const hours = hoursOf(week, index);
  return (
    <div className="flex flex-col gap-2">
      <BlockRow
        name={block.name}
        isChosen={isChosen}
        onChoose={onChoose}
        className={washOf(index)}
      />
      {isChosen ? (
        <div className="flex flex-col gap-3 border-s-2 border-line ps-3">
          <Field label="Name">
            <TextInput
              value={block.name}
              onChange={({ target }) => change({ name: target.value })}
              autoComplete="off"
            />
          </Field>
          <PlaylistShares
            label="Playlists"
            shares={block.playlists}
            playlists={playlists}
            shown={shown}
            onChange={(shares) => change({ playlists: shares })}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button kind="secondary" size="small" onClick={() => setSettingHours(true)}>
              Set hours
            </Button>
            <Button
              kind="quiet"
              size="small"
              onClick={() => onChange(removeBlock(week, index))}
              aria-label={`Remove ${block.name}`}
            >
              Remove
            </Button>
          </div>
        </div>
      ) : null}
      <p className="ps-3 text-small text-muted">
        {hours.length === 0
          ? 'No hours yet: it is not saved.'
          : hours.map(({ days, from, to }) => `${daysInWords(days)} ${from}–${to}`).join('; ')}
      </p>
      {isSettingHours ? (
        <SetHours
          name={block.name}
          onSet={(part) => onChange(paintDays(week, part, index))}
          onClose={() => setSettingHours(false)}
        />
      ) : null}
    </div>
  );
}

interface SetHoursProps {
  name: string;
  onSet: (part: Pick<DayPart, 'days' | 'from' | 'to'>) => void;
  onClose: () => void;
}

function SetHours({ name, onSet, onClose }: SetHoursProps) {
  const [days, setDays] = useState<Weekday[]>([...WEEKDAYS]);
  const [from, setFrom] = useState('09:00');
  const [to, setTo] = useState('12:00');
  const isWhole = days.length > 0 && from !== '' && to !== '';
  return (
    <Dialog
      title={`Hours of ${name}`}
      description="An end at or before the start is on the next day."
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isWhole}
            onClick={() => {
              onSet({ days, from, to });
              onClose();
            }}
          >
            Set hours
          </Button>
        </>
      }
    >
      <DayChoice days={days} onChange={setDays} />
      <div className="mt-4 grid grid-cols-2 gap-4">
        <Field label="From">
          <TextInput type="time" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label="To">
          <TextInput type="time" value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}
