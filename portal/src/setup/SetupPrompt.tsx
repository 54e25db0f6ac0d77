import type { Profile, Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { Lamp } from '../ui/Lamp.tsx';
import { STATION_MANAGEMENT } from './StationManagement.tsx';

interface SetupPromptProps {
  station: Station;
  profile: Profile;
  className?: string;
}

/** Until the form is submitted: the way to it (specification §2, Member dashboard). */
export function SetupPrompt({ station, profile, className }: SetupPromptProps) {
  if (station.status !== 'setup_pending' || profile.setup_form_submitted) return null;
  return (
    <a
      href={`#${STATION_MANAGEMENT}`}
      className={clsx(
        'group flex min-h-14 items-center gap-3.5 rounded-card border border-on-air bg-on-air-wash px-4 py-3 font-semibold text-on-air-text sm:px-5',
        className,
      )}
    >
      <Lamp on className="text-lead" />
      <span className="min-w-0 flex-1 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4">
        Setup your Radio Station Now to start using it!
      </span>
      <ArrowDown aria-hidden="true" className="size-5 flex-none" />
    </a>
  );
}
