import { group } from '../call.ts';
import {
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
  listMyVoices,
  pauseAnnouncement,
  planAnnouncement,
  recordAnnouncement,
  resumeAnnouncement,
  speakAnnouncement,
} from './calls.ts';

export const ANNOUNCEMENTS = group({
  name: 'Announcements',
  description:
    'A member’s own announcements, also from a till, a booking system or a calendar: a key with only the scope ' +
    '`announcements:write` can make these calls and no others.',
  calls: [
    listAnnouncements,
    createAnnouncement,
    getAnnouncement,
    planAnnouncement,
    pauseAnnouncement,
    resumeAnnouncement,
    speakAnnouncement,
    recordAnnouncement,
    deleteAnnouncement,
    listMyVoices,
  ],
});
