import { changeProfile, changeUser, getMe, getProfile, getUser } from './accounts.ts';
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
} from './announcements.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import {
  checkPassword,
  createToken,
  recoverPassword,
  resendCode,
  resetPassword,
  sendCode,
  signOut,
  signUp,
  verifyCode,
} from './auth.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeCustomerSecondFactor,
  removePasskey,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { endOtherSessions, endSession, listSessions, stepUp } from './sessions.ts';
import { getStats, listAudit, listTroubles } from './admin.ts';
import { actOnFailed, changeModes, getOperations } from './operations.ts';
import { deleteAsset, listAssets, uploadAsset } from './assets.ts';
import {
  cancelSubscription,
  changePackage,
  changePurchaseOrder,
  createQuote,
  downloadInvoice,
  getBilling,
  getCheckout,
  openBillingPortal,
  quotePackageChange,
  receiveStripeEvent,
  resumeSubscription,
  startCheckout,
  verifyCheckout,
} from './billing.ts';
import type { Call } from './call.ts';
import { sendContactMessage } from './contact.ts';
import {
  changeCustomerPackage,
  changeRole,
  checkStation,
  deleteCustomer,
  deleteCustomerAsset,
  endSupportView,
  quoteCustomerPackage,
  resetCustomerPassword,
  startSupportView,
  uploadCustomerAsset,
} from './customer-acts.ts';
import { changeCustomer, exportCustomers, getCustomer, listCustomers } from './customers.ts';
import { deleteAccount, exportAccount } from './account-deletion.ts';
import { checkDomain, getDomain, isDomainAllowed, removeDomain, setDomain } from './domains.ts';
import { getHealth, getReady, getStatus } from './health.ts';
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
} from './library-playlists.ts';
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
} from './library-tracks.ts';
import {
  createLibraryUpload,
  deleteLibraryUpload,
  listLibraryUploads,
  retryLibraryUpload,
  sendLibraryPart,
} from './library-uploads.ts';
import {
  exportMyListening,
  exportMyListeningSessions,
  getMyListeners,
  getMyListening,
  getMyListeningSummary,
  listListeningStations,
  listMyListeningSessions,
  listStationListeners,
} from './listening.ts';
import { erasePersonalData, findPersonalData } from './personal-data.ts';
import { notifyOperator } from './notifications.ts';
import { getOembed } from './oembed.ts';
import { listPackages } from './packages.ts';
import { answerApproval, getApproval } from './approval.ts';
import { addPause, changePause, endPause, listPauses } from './pauses.ts';
import {
  addInsertion,
  rateTrack,
  exportMyPlayLog,
  exportPlayLog,
  getMyPlayLog,
  getMyProgramme,
  getPlayLog,
  getProgramme,
  listRatedTracks,
  listStationRatedTracks,
  listInsertions,
  skipItem,
  skipMyItem,
  unrateTrack,
  withdrawInsertion,
} from './programme.ts';
import {
  compareSchedule,
  getSchedule,
  getScheduleRevision,
  listHeldStations,
  listScheduleRevisions,
  previewSchedule,
  publishSchedule,
  restoreScheduleRevision,
  saveScheduleDraft,
  takeOffAir,
} from './schedule.ts';
import { changeStreamHost, previewStreamHost } from './stream-hosts.ts';
import { submitSetup } from './setup.ts';
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
} from './stations.ts';
import {
  listCustomerMessages,
  listMyMessages,
  listWaitingCustomers,
  readCustomerMessages,
  readMyMessages,
  sendCustomerMessage,
  sendMyMessage,
} from './messages.ts';
import {
  acceptRadioId,
  listSpokenIds,
  listVoices,
  recordRadioId,
  removeRadioId,
  speakRadioId,
} from './voices.ts';
import { MY_WEBHOOKS, OPERATOR_WEBHOOKS } from './webhooks.ts';

/** A group of calls in the reference. */
export interface CallGroup {
  name: string;
  description: string;
  calls: readonly Call[];
}

/** Every call of the API, in the order of the reference. */
export const CALL_GROUPS: readonly CallGroup[] = [
  {
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
  },
  {
    name: 'Setup',
    description: 'The setup form of a member’s station, and its files.',
    calls: [submitSetup, listAssets, uploadAsset, deleteAsset, notifyOperator],
  },
  {
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
  },
  {
    name: 'Packages',
    description: 'The packages on sale. Fees are in cents, without VAT.',
    calls: [listPackages, createQuote],
  },
  {
    name: 'Accounts',
    description: 'Signing up, in and out; one-time codes, passwords, sessions and personal data.',
    calls: [
      signUp,
      createToken,
      beginPasskeySignIn,
      sendCode,
      resendCode,
      verifyCode,
      checkPassword,
      recoverPassword,
      resetPassword,
      signOut,
      getUser,
      changeUser,
      listSessions,
      endOtherSessions,
      endSession,
      stepUp,
      getSecondFactor,
      beginSecondFactor,
      confirmSecondFactor,
      renewRecoveryCodes,
      removeSecondFactor,
      beginPasskey,
      addPasskey,
      removePasskey,
      getMe,
      getProfile,
      changeProfile,
      exportAccount,
      deleteAccount,
    ],
  },
  {
    name: 'API keys',
    description:
      'Keys for programs that act for a member or an admin. Creating and revoking keys needs a signed-in ' +
      'session.',
    calls: [listApiKeys, createApiKey, deleteApiKey],
  },
  {
    name: 'Webhooks',
    description:
      'Events of a station, sent to servers of the customer and of the operator. See [Webhooks](/docs/webhooks).',
    calls: [...Object.values(MY_WEBHOOKS), ...Object.values(OPERATOR_WEBHOOKS)],
  },
  {
    name: 'Billing',
    description: 'Buying a package, then the subscription, invoices and the payment portal.',
    calls: [
      startCheckout,
      getCheckout,
      verifyCheckout,
      getBilling,
      cancelSubscription,
      resumeSubscription,
      quotePackageChange,
      changePackage,
      changePurchaseOrder,
      downloadInvoice,
      openBillingPortal,
      receiveStripeEvent,
    ],
  },
  {
    name: 'Contact',
    description: 'The contact form.',
    calls: [sendContactMessage],
  },
  {
    name: 'Messages',
    description: 'The thread of messages between a customer and our team.',
    calls: [
      listMyMessages,
      sendMyMessage,
      readMyMessages,
      listCustomerMessages,
      sendCustomerMessage,
      readCustomerMessages,
      listWaitingCustomers,
    ],
  },
  {
    name: 'Operator',
    description: 'For admins only.',
    calls: [
      getStats,
      listListeningStations,
      listStationListeners,
      listCustomers,
      exportCustomers,
      getCustomer,
      changeCustomer,
      checkStation,
      uploadCustomerAsset,
      deleteCustomerAsset,
      listSpokenIds,
      speakRadioId,
      recordRadioId,
      acceptRadioId,
      removeRadioId,
      resetCustomerPassword,
      removeCustomerSecondFactor,
      startSupportView,
      endSupportView,
      deleteCustomer,
      quoteCustomerPackage,
      changeCustomerPackage,
      changeRole,
      listAudit,
      listTroubles,
      previewStreamHost,
      changeStreamHost,
      findPersonalData,
      erasePersonalData,
      getOperations,
      actOnFailed,
      changeModes,
    ],
  },
  {
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
  },
  {
    name: 'Schedules',
    description:
      'Stations that are on air here: what they should play, and what they play. For admins only.',
    calls: [
      getSchedule,
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
  },
  {
    name: 'Health',
    description: 'For load balancers, proxies and monitoring.',
    calls: [getHealth, getReady, getStatus, isDomainAllowed],
  },
];

/** Every call in one list. */
export const CALLS: readonly Call[] = CALL_GROUPS.flatMap(({ calls }) => calls);
