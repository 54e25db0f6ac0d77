import { CopyableCode } from './CopyableCode.tsx';

interface OwnPlayerProps {
  station_id: string;
  /** What our team prepared: anybody's HTML, which never becomes a part of this page. */
  html: string;
}

/**
 * The player that our team prepared, alive and as text to copy. It is alive only within a frame that has an
 * origin of its own; the page there is of the same opinion.
 */
export function OwnPlayer({ station_id, html }: OwnPlayerProps) {
  return (
    <div>
      <h3 className="text-lead">Your own player</h3>
      <p className="mt-1 mb-4 text-muted">
        Our team prepared this code for your station. The settings above do not change it.
      </p>
      <iframe
        // A frame keeps what it has loaded: another player is another frame.
        key={html}
        src={`/player-embed/${station_id}`}
        title="Your own player"
        sandbox="allow-scripts"
        loading="lazy"
        className="mb-4 h-80 w-full rounded-card border border-line"
      />
      <CopyableCode code={html} button="Copy this code" />
    </div>
  );
}
