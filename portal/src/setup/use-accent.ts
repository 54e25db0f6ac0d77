import type { Profile, Station } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { useSaveLook } from '../stations/use-save-look.ts';
import { useLogoColours } from '../ui/LogoColours.tsx';

/** The accent colour while a station is set up: the chosen one, else the saved one, else the best of its logo. */
export function useAccent(station: Station, profile: Profile) {
  const { accent_colour: saved, theme } = station;
  const { mutate } = useSaveLook();
  const best = useLogoColours(profile.station_logo_url)?.[0] ?? null;
  const [chosen, setChosen] = useState<string | null>(null);
  // A station whose setup was submitted without a colour keeps the standard look.
  const accent = chosen ?? saved ?? (profile.setup_form_submitted ? null : best);
  return {
    accent,
    choose(colour: string): void {
      setChosen(colour);
      mutate({ accent_colour: colour, theme });
    },
    /** Saves the shown colour, unless it is saved already. Called with each submission of the form. */
    keep(): void {
      if (accent !== saved) mutate({ accent_colour: accent, theme });
    },
  };
}
