import { changeProfile, changeUser, getMe, getProfile, getUser } from './accounts.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import {
  createToken,
  recoverPassword,
  resendCode,
  resetPassword,
  sendCode,
  signOut,
  signUp,
  verifyCode,
} from './auth.ts';
import { endOtherSessions, endSession, listSessions, stepUp } from './sessions.ts';
import { getStats, listAudit, listTroubles } from './admin.ts';
import { deleteAsset, listAssets, uploadAsset } from './assets.ts';
import {
  createQuote,
  downloadInvoice,
  getBilling,
  getCheckout,
  openBillingPortal,
  receiveStripeEvent,
  startCheckout,
  verifyCheckout,
} from './billing.ts';
import type { Call } from './call.ts';
import { sendContactMessage } from './contact.ts';
import {
  changeRole,
  checkStation,
  deleteCustomer,
  deleteCustomerAsset,
  resetCustomerPassword,
  uploadCustomerAsset,
} from './customer-acts.ts';
import { changeCustomer, exportCustomers, getCustomer, listCustomers } from './customers.ts';
import { deleteAccount, exportAccount } from './account-deletion.ts';
import { getHealth, getReady } from './health.ts';
import { notifyOperator } from './notifications.ts';
import { getOembed } from './oembed.ts';
import { listPackages } from './packages.ts';
import { submitSetup } from './setup.ts';
import {
  changeSlug,
  getMyNowPlaying,
  getMyStation,
  getMyStationEvents,
  getNowPlaying,
  getSlugAvailability,
  getStation,
  getStationEvents,
} from './stations.ts';

/** Calls that belong together, as the reference groups them. */
export interface CallGroup {
  name: string;
  description: string;
  calls: readonly Call[];
}

/** Every call of the API, in the order in which the reference shows them. */
export const CALL_GROUPS: readonly CallGroup[] = [
  {
    name: 'Stations',
    description:
      'What anybody may know of a station on air, and what its owner may know. The public calls answer ' +
      'scripts of every site.',
    calls: [
      getStation,
      getNowPlaying,
      getStationEvents,
      getOembed,
      getMyStation,
      getMyNowPlaying,
      getMyStationEvents,
      changeSlug,
      getSlugAvailability,
    ],
  },
  {
    name: 'Setup',
    description: 'What a member wants the station to be, and the files that belong to it.',
    calls: [submitSetup, listAssets, uploadAsset, deleteAsset, notifyOperator],
  },
  {
    name: 'Packages',
    description: 'What is on sale. Fees are in cents, without VAT.',
    calls: [listPackages, createQuote],
  },
  {
    name: 'Accounts',
    description:
      'Signing up, in and out, one-time codes, passwords, sessions, and what we know of a person.',
    calls: [
      signUp,
      createToken,
      sendCode,
      resendCode,
      verifyCode,
      recoverPassword,
      resetPassword,
      signOut,
      getUser,
      changeUser,
      listSessions,
      endOtherSessions,
      endSession,
      stepUp,
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
      'Keys for programs that act for a member or an admin. Only somebody who has signed in makes and ' +
      'revokes them.',
    calls: [listApiKeys, createApiKey, deleteApiKey],
  },
  {
    name: 'Billing',
    description:
      'Buying a package, and what comes after: subscription, invoices, the payment page.',
    calls: [
      startCheckout,
      getCheckout,
      verifyCheckout,
      getBilling,
      downloadInvoice,
      openBillingPortal,
      receiveStripeEvent,
    ],
  },
  {
    name: 'Contact',
    description: 'What visitors want to know.',
    calls: [sendContactMessage],
  },
  {
    name: 'Operator',
    description: 'For admins alone.',
    calls: [
      getStats,
      listCustomers,
      exportCustomers,
      getCustomer,
      changeCustomer,
      checkStation,
      uploadCustomerAsset,
      deleteCustomerAsset,
      resetCustomerPassword,
      deleteCustomer,
      changeRole,
      listAudit,
      listTroubles,
    ],
  },
  {
    name: 'Health',
    description: 'For load balancers and those on call.',
    calls: [getHealth, getReady],
  },
];

/** All of them in one list. */
export const CALLS: readonly Call[] = CALL_GROUPS.flatMap(({ calls }) => calls);
