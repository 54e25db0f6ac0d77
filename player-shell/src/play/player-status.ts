import { isOn, type PlayerSnapshot, type PlayerStatus } from '@stationhouse/sdk/shell';

interface Facts {
  isOpen: boolean;
  snapshot: Pick<PlayerSnapshot, 'state' | 'error' | 'muted' | 'volume'>;
  /** The line is cut, and the sound comes from the reserve. */
  isOnReserve: boolean;
}

/** The status that a location player reports. */
export function statusOf({ isOpen, snapshot, isOnReserve }: Facts): PlayerStatus {
  const { state, error, muted, volume } = snapshot;
  if (!isOpen) return 'closed';
  if (error?.code === 'autoplay_blocked') return 'blocked';
  if (state === 'playing') {
    if (muted || volume === 0) return 'muted';
    return isOnReserve ? 'reserve' : 'playing';
  }
  return isOn(state) || error || state === 'idle' ? 'stalled' : 'silent';
}
