import { Lamp } from '../../ui/Lamp.tsx';
import type { IndustryContent } from '../content/content.ts';
import { PlayerControls } from './PlayerControls.tsx';
import { useDemoPlayer } from './use-demo-player.ts';

/** An example station of the industry, with a sample announcement. It plays the demo station, and says so. */
export function IndustryCard({ moment, card }: Pick<IndustryContent, 'moment' | 'card'>) {
  const demo = useDemoPlayer();
  const track = demo.snapshot?.tracks?.current;
  return (
    <section
      aria-label={`${card.station_name}, an example`}
      className="theme-night band rounded-[1.25rem] bg-background p-5 text-ink shadow-float sm:p-7"
    >
      <p className="flex items-center justify-between gap-4 text-small">
        <span className="truncate font-semibold">{card.station_name}</span>
        <span className="flex flex-none items-center gap-2.5 text-muted">
          <Lamp on /> On air
        </span>
      </p>
      <p className="mt-8 font-heading text-page font-bold tabular">{moment.time}</p>
      <p className="mt-3 text-ink">{moment.scene}</p>
      <figure className="mt-7 border-s-2 border-on-air ps-4">
        <figcaption className="text-small text-muted">Between two songs</figcaption>
        <blockquote className="mt-1 font-heading text-lead leading-snug font-medium">
          “{card.announcement}”
        </blockquote>
      </figure>
      <div className="mt-7 border-t border-line pt-6">
        <PlayerControls demo={demo} />
        <p className="mt-4 truncate text-small text-muted">
          {track ? `Our demo station: ${track.title}, ${track.artist}` : 'Plays our demo station'}
        </p>
      </div>
    </section>
  );
}
