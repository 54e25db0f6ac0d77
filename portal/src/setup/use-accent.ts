import type { Profile, Station } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { useSaveLook } from '../stations/use-save-look.ts';
import { useLogoColours } from '../ui/LogoColours.tsx';

/** The accent colour while a station is set up: the chosen one, else the saved one, else the best of its logo. */
export function useAccent(station: Station, profile: Profile) {
  const { accent_colour: saved, theme } = station;
  const { mutate } = useSaveLook();
  const [best = null] = useLogoColours(profile.station_logo_url);
  const [chosen, setChosen] = useState<string | null>(null);
  // A member who has submitted without a colour may want the standard look.
  const accent = chosen ?? saved ?? (profile.setup_form_submitted ? null : best);
  return {
    accent,
    choose(colour: string): void {
      setChosen(colour);
      mutate({ accent_colour: colour, theme });
    },
    /** Saves a colour that nobody had to choose, and one that could not be saved when it was chosen. */
    keep(): void {
      if (accent !== saved) mutate({ accent_colour: accent, theme });
    },
  };
}
