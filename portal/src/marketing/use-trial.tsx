import { useState, type ReactNode } from 'react';
import type { KeptStation } from '../api/kept-station.ts';

/** Fetched when the form is touched: the front page must be light before. */
const loadCard = () => import('./OwnStation.tsx');

interface Trial {
  station: KeptStation;
  /** Each press is a new card, which begins with the music. */
  press: number;
  isPressed: boolean;
  Card: Awaited<ReturnType<typeof loadCard>>['OwnStation'];
}

const UNREACHABLE = 'Your station could not be loaded. Check your connection and press again.';

/** The station that a visitor tries: the form that begins it, and the card that it becomes. */
export function useTrial() {
  const [trial, setTrial] = useState<Trial>();
  const [logo, setLogo] = useState<File | null>(null);
  const [failure, setFailure] = useState<string>();

  async function hear(station: KeptStation, isPressed: boolean): Promise<void> {
    try {
      const { OwnStation: Card } = await loadCard();
      setTrial((before) => ({ station, press: (before?.press ?? 0) + 1, isPressed, Card }));
      setFailure(undefined);
    } catch {
      setFailure(UNREACHABLE);
    }
  }

  function card(): ReactNode {
    if (!trial) return undefined;
    const { Card, station, press, isPressed } = trial;
    return (
      <Card key={press} station={station} logo={logo} onLogo={setLogo} takesFocus={isPressed} />
    );
  }

  return {
    form: {
      // A failure is reported when it is pressed.
      onTouch: () => void loadCard().catch(() => undefined),
      onHear: (station: KeptStation, isPressed: boolean) => void hear(station, isPressed),
      isHeard: trial !== undefined,
      failure,
    },
    card: card(),
  };
}
