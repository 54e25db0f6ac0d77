import { describe, expect, it } from 'vitest';
import { scopesFor, worksInMaintenance } from './call.ts';
import { CALLS } from './calls.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Calls that a key with a scope of one part may make. */
const BY_PART = {
  stations: `addPause answerApproval changeLook changePause changeSlug changeWallMessage checkDomain endPause
    exportMyListening exportMyListeningSessions exportMyPlayLog getApproval getDomain getMyListeners getMyListening
    getMyListeningSummary getMyNowPlaying getMyPlayLog getMyProgramme getMyPromises getMyStation getMyStationEvents
    getSlugAvailability listMyListeningSessions listPauses listRatedTracks notifyOperator rateTrack removeDomain
    setDomain skipMyItem submitSetup unrateTrack`,
  assets: 'deleteAsset listAssets uploadAsset',
  announcements: `createAnnouncement deleteAnnouncement getAnnouncement listAnnouncements listMyVoices listProofs listSpots makeProof
    pauseAnnouncement planAnnouncement recordAnnouncement resumeAnnouncement speakAnnouncement`,
  account: 'changeProfile getMe getProfile getUser',
  webhooks: `changeMyWebhook createMyWebhook deleteMyWebhook listMyWebhookDeliveries listMyWebhooks listenToMyWebhooks
    resendMyWebhook rotateMyWebhookSecret testMyWebhook triggerMyWebhook`,
  billing: `changePurchaseOrder downloadInvoice getBilling getCheckout quotePackageChange startCheckout
    verifyCheckout`,
  messages: 'listMyMessages readMyMessages sendMyMessage',
};

/** Changes that are answered during maintenance. */
const IN_MAINTENANCE = `actOnFailed addPasskey beginPasskey beginPasskeySignIn beginSecondFactor changeModes changeUser
  checkPassword confirmSecondFactor createToken endOtherSessions endSession recoverPassword removePasskey
  removeSecondFactor renewRecoveryCodes resendCode resetPassword sendCode signOut stepUp verifyCode`;

describe('the scope of an API key', () => {
  it.each(Object.entries(BY_PART))('%s opens its calls and no others', (part, ids) => {
    const opened = CALLS.filter((call) =>
      scopesFor(call).some((one) => one.startsWith(`${part}:`)),
    );
    expect(opened.map(({ id }) => id).toSorted()).toEqual(words(ids));
  });

  it('to write also reads, and to read changes nothing', () => {
    for (const call of CALLS.filter(({ scope }) => scope)) {
      const reads = call.method === 'get';
      expect(scopesFor(call).includes(`${call.scope}:read` as never)).toBe(reads);
      expect(scopesFor(call)).toContain(`${call.scope}:write`);
      expect(scopesFor(call).at(-1)).toBe(reads ? 'read' : 'write');
    }
  });
});

it('during maintenance people read, sign in and out, and admins end it', () => {
  const answered = CALLS.filter(worksInMaintenance);
  const changes = answered.filter(({ method }) => method !== 'get').map(({ id }) => id);
  expect(changes.toSorted()).toEqual(words(IN_MAINTENANCE));
  const reading = CALLS.filter(({ method }) => method === 'get');
  expect(answered).toEqual(expect.arrayContaining(reading));
});
