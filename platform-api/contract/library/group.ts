import { group } from '../call.ts';
import {
  addPlaylistVersion,
  changePlaylist,
  comparePlaylistVersions,
  createPlaylist,
  getPlaylist,
  getPlaylistVersion,
  listPlaylists,
  listPlaylistVersions,
  previewPlaylistRule,
  refreshPlaylist,
} from './playlists.ts';
import {
  changeLibraryTrack,
  changeLibraryTracks,
  correctLibraryTracks,
  deleteTrackCover,
  exportLibraryTracks,
  getLibraryTrack,
  listLibraryTags,
  listLibraryTracks,
  uploadTrackCover,
} from './tracks.ts';
import {
  createLibraryUpload,
  deleteLibraryUpload,
  listLibraryUploads,
  retryLibraryUpload,
  sendLibraryPart,
} from './uploads.ts';
import { changeLibrarySettings, getLibrarySettings } from './settings.ts';
import { listVoices } from '../voices/calls.ts';

export const MUSIC_LIBRARY = group({
  name: 'Music library',
  description: 'The operator’s music, which all stations share. For admins only.',
  calls: [
    listLibraryTracks,
    getLibraryTrack,
    changeLibraryTrack,
    changeLibraryTracks,
    uploadTrackCover,
    deleteTrackCover,
    exportLibraryTracks,
    correctLibraryTracks,
    listLibraryTags,
    getLibrarySettings,
    changeLibrarySettings,
    listPlaylists,
    createPlaylist,
    getPlaylist,
    changePlaylist,
    listPlaylistVersions,
    getPlaylistVersion,
    addPlaylistVersion,
    refreshPlaylist,
    comparePlaylistVersions,
    previewPlaylistRule,
    createLibraryUpload,
    sendLibraryPart,
    listLibraryUploads,
    retryLibraryUpload,
    deleteLibraryUpload,
    listVoices,
  ],
});
