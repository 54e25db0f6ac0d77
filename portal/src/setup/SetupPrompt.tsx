import type { Profile, Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Settings2 from 'lucide-react/icons/settings-2';
import { Link } from 'react-router-dom';
import { SOUND_PATH } from '../api/member-paths.ts';

/** The target of the prompt. */
export const STATION_MANAGEMENT = 'station-management';

interface SetupPromptProps {
  station: Station;
  profile: Profile;
  className?: string;
}

/** Links to the setup form until it is submitted (specification §2, Member dashboard). */
export function SetupPrompt({ station, profile, className }: SetupPromptProps) {
  if (station.status !== 'setup_pending' || profile.setup_form_submitted) return null;
  return (
    <Link
      to={`${SOUND_PATH}#${STATION_MANAGEMENT}`}
      className={clsx(
        'group flex min-h-14 items-center gap-3.5 rounded-card border border-attention bg-attention-wash px-4 py-3 font-semibold text-attention sm:px-5',
        className,
      )}
    >
      <Settings2 aria-hidden="true" className="size-5 flex-none" />
      <span className="min-w-0 flex-1 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4">
        Setup your Radio Station Now to start using it!
      </span>
      <ArrowRight aria-hidden="true" className="size-5 flex-none" />
    </Link>
  );
}
