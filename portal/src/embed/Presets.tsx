import { clsx } from 'clsx';
import { PRESETS, type ChangeSettings, type EmbedSettings } from './embed-settings.ts';

interface PresetsProps {
  settings: EmbedSettings;
  change: ChangeSettings;
}

/** Ready-made players to start from, each with a small drawing. */
export function Presets({ settings, change }: PresetsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-heading text-lead font-bold">Start with</legend>
      <div className="grid grid-cols-4 gap-2">
        {PRESETS.map(({ name, ...preset }) => {
          const isChosen =
            preset.width === settings.width &&
            preset.height === settings.height &&
            preset.show_current_song === settings.show_current_song;
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isChosen}
              onClick={() => change(preset)}
              className={clsx(
                'flex cursor-pointer flex-col items-center gap-1 rounded-card border bg-surface px-1 py-2 text-small font-semibold hover:border-ink',
                isChosen ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)]' : 'border-edge',
              )}
            >
              <Drawing {...preset} />
              {name}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Px of the drawing for a px of the player. */
const SCALE = 0.08;

/** The outline of a player, with its cover and its button. */
function Drawing({ width, height, show_current_song }: Omit<(typeof PRESETS)[number], 'name'>) {
  const isTall = height > width;
  return (
    <span aria-hidden="true" className="grid h-10 w-full place-items-center">
      <span
        style={{ width: width * SCALE, height: height * SCALE }}
        className={clsx(
          'flex gap-1 rounded-[3px] border border-edge bg-sunken p-0.5',
          isTall ? 'flex-col' : 'items-center',
        )}
      >
        {show_current_song ? (
          <span
            className={clsx(
              'flex-none rounded-[2px] bg-line',
              isTall ? 'aspect-square w-full' : 'aspect-square h-full',
            )}
          />
        ) : null}
        <span className="size-2 flex-none rounded-full bg-primary" />
        <span className="h-1 min-w-0 flex-1 rounded-full bg-line" />
      </span>
    </span>
  );
}
