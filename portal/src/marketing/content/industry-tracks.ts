import type { Industry } from '@stationhouse/platform-api/contract/setup/values';

/** The recording of the demo station that each industry is tried with: portal/samples/make.mts cuts it. */
export const INDUSTRY_TRACKS: Record<Industry, { title: string; artist: string }> = {
  cafe: { title: 'Morning Counter', artist: 'Stationhouse Ensemble' },
  gym: { title: 'Second Wind', artist: 'Mezzanine North' },
  retail: { title: 'Window Seat', artist: 'Corner Table Trio' },
  office: { title: 'Linen Hours', artist: 'The Folding Room' },
  hotel: { title: 'Lights Half Down', artist: 'Stationhouse Ensemble' },
  supermarket: { title: 'Paper Lanterns', artist: 'The Folding Room' },
  salon: { title: 'Window Seat', artist: 'Corner Table Trio' },
};
