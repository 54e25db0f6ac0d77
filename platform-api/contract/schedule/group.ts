import { group } from '../call.ts';
import {
  addInsertion,
  exportPlayLog,
  getPlayLog,
  getProgramme,
  listStationRatedTracks,
  listInsertions,
  skipItem,
  withdrawInsertion,
} from './programme.ts';
import {
  compareSchedule,
  getSchedule,
  hearSegue,
  getScheduleRevision,
  listHeldStations,
  listScheduleRevisions,
  previewSchedule,
  publishSchedule,
  restoreScheduleRevision,
  saveScheduleDraft,
  takeOffAir,
} from './calls.ts';

export const SCHEDULES = group({
  name: 'Schedules',
  description:
    'Stations that are on air here: what they should play, and what they play. For admins only.',
  calls: [
    getSchedule,
    hearSegue,
    saveScheduleDraft,
    previewSchedule,
    compareSchedule,
    publishSchedule,
    listScheduleRevisions,
    getScheduleRevision,
    restoreScheduleRevision,
    takeOffAir,
    listHeldStations,
    getProgramme,
    listStationRatedTracks,
    listInsertions,
    addInsertion,
    withdrawInsertion,
    skipItem,
    getPlayLog,
    exportPlayLog,
  ],
});
