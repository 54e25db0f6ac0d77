import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/limits';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Before the first purchase: the way to a station (specification §2, member dashboard). */
export function NoStation() {
  return (
    <EmptyState
      title="You have no station yet"
      action={<ButtonLink to="?create=package">Create New Station</ButtonLink>}
    >
      Choose a package and tell us where you are. We build your station, and it is on air in under{' '}
      {LAUNCH_HOURS} hours.
    </EmptyState>
  );
}
