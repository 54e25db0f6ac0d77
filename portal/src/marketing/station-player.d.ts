import type { StationPlayerElement } from '@stationhouse/sdk/element';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type Attributes = DetailedHTMLProps<HTMLAttributes<StationPlayerElement>, StationPlayerElement>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'station-player': Attributes & {
        station: string;
        background?: string;
        button?: string;
        font?: string;
      };
    }
  }
}
