// Types of the tag <station-player> in JSX.
export type { StationPlayerTag } from '@stationhouse/sdk/react';
