import { group } from '../call.ts';
import {
  addLocation,
  beginPairing,
  changeLocation,
  deleteLocation,
  getLocation,
  leaveLocation,
  listLocations,
  pairPlayer,
  removePlayer,
  reportPlayer,
  setLocationAlerts,
} from './calls.ts';

export const LOCATIONS = group({
  name: 'Locations',
  description:
    'The places of a business. In each, a browser plays the station, and reports whether it does.',
  calls: [
    listLocations,
    addLocation,
    getLocation,
    changeLocation,
    deleteLocation,
    pairPlayer,
    removePlayer,
    setLocationAlerts,
    beginPairing,
    reportPlayer,
    leaveLocation,
  ],
});
