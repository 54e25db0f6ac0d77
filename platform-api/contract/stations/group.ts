import { group } from '../call.ts';
import { checkDomain, getDomain, removeDomain, setDomain } from '../domains/calls.ts';
import {
  exportMyListening,
  exportMyListeningSessions,
  getMyListeners,
  getMyListening,
  getMyListeningSummary,
  listMyListeningSessions,
} from '../listening/calls.ts';
import { getOembed } from './oembed.ts';
import { answerApproval, getApproval } from '../approval/calls.ts';
import { addPause, changePause, endPause, listPauses } from '../announcements/pauses.ts';
import {
  rateTrack,
  exportMyPlayLog,
  getMyPlayLog,
  getMyProgramme,
  listRatedTracks,
  skipMyItem,
  unrateTrack,
} from '../schedule/programme.ts';
import {
  changeLook,
  changeSlug,
  changeWallMessage,
  getMyNowPlaying,
  getMyStation,
  getMyStationEvents,
  getNowPlaying,
  getSlugAvailability,
  getStation,
  getStationEvents,
  listPlayedTracks,
} from './calls.ts';

export const STATIONS = group({
  name: 'Stations',
  description:
    'Public data of stations on air, and the signed-in member’s own station. Scripts of any site can ' +
    'use the public calls.',
  calls: [
    getStation,
    getNowPlaying,
    listPlayedTracks,
    getStationEvents,
    getOembed,
    getMyStation,
    getMyNowPlaying,
    getMyStationEvents,
    changeSlug,
    changeLook,
    changeWallMessage,
    getSlugAvailability,
    getDomain,
    setDomain,
    checkDomain,
    removeDomain,
    getMyProgramme,
    skipMyItem,
    listRatedTracks,
    rateTrack,
    unrateTrack,
    getApproval,
    answerApproval,
    listPauses,
    addPause,
    changePause,
    endPause,
    getMyPlayLog,
    exportMyPlayLog,
    getMyListeners,
    getMyListening,
    getMyListeningSummary,
    exportMyListening,
    exportMyListeningSessions,
    listMyListeningSessions,
  ],
});
