import type { ReactNode } from 'react';
import type { ComingStation, PageViewProps } from '../view-props.ts';
import { PageLogo } from './pictures.tsx';

/** The station of a page that is being built, so that there is nothing to play yet. */
export const comingOf = ({ snapshot, coming }: PageViewProps): ComingStation | undefined =>
  snapshot.station === null && snapshot.load === 'missing' ? coming : undefined;

interface ComingSoonProps extends Pick<PageViewProps, 'words' | 'placeholder'> {
  station: ComingStation;
  children?: ReactNode;
}

/** Shown instead of the player. Only hosted pages know that a station is coming. */
export function ComingSoon({ station, words, placeholder, children }: ComingSoonProps) {
  return (
    <div className="notice coming" role="status">
      <PageLogo station={station} placeholder={placeholder} />
      <h1 dir="auto" Translate="no">
        {station.station_name}
      </h1>
      <p>{words.coming_soon}</p>
      {children}
    </div>
  );
}
