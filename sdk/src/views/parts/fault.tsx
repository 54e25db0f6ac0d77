import type { FaceProps } from '../face.ts';

/** What went wrong, told at once, with the way on. */
export function Fault({ snapshot: { error }, player }: Pick<FaceProps, 'snapshot' | 'player'>) {
  return (
    error && (
      <div className="fault">
        <p role="alert">{error.message}</p>
        <RetryButton player={player} />
      </div>
    )
  );
}

export function RetryButton({ player }: Pick<FaceProps, 'player'>) {
  return (
    <button type="button" className="retry" onClick={() => void player.retry()}>
      Retry
    </button>
  );
}
