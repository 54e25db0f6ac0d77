import { group } from '../call.ts';
import { changeProfile, changeUser, getMe, getProfile, getUser } from './calls.ts';
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
  removePasskey,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { endOtherSessions, endSession, listSessions, stepUp } from './sessions.ts';
import { deleteAccount, exportAccount } from './deletion.ts';

export const ACCOUNTS = group({
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
});

export const API_KEYS = group({
  name: 'API keys',
  description:
    'Keys for programs that act for a member or an admin. Creating and revoking keys needs a signed-in ' +
    'session.',
  calls: [listApiKeys, createApiKey, deleteApiKey],
});
