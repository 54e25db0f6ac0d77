import type { StationPlayerElement } from '@stationhouse/sdk/element';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

// Not called Attributes: within React's own module that name is React's.
type PlayerAttributes = DetailedHTMLProps<
  HTMLAttributes<StationPlayerElement>,
  StationPlayerElement
>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'station-player': PlayerAttributes & {
        station: string;
        theme?: string;
        background?: string;
        button?: string;
        font?: string;
        logo?: string;
        song?: string;
      };
    }
  }
}
