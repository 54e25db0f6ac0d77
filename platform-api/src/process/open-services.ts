// The services behind the product: real ones where the configuration names them, stand-ins elsewhere.
import { join, resolve } from 'node:path';
import { createPayments, type Payments } from '../billing/stripe/payments.ts';
import { isFromThisMachine } from '../http/client-address.ts';
import { createMailbox, type Mailbox } from '../mail/mailbox.ts';
import type { Mailer, SmsSender } from '../mail/mailer.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';
import { watchMail } from '../mail/watch-mail.ts';
import { createEmbeddedEngine } from '../preparation/embedded-engine.ts';
import { openFfmpeg } from '../preparation/ffmpeg.ts';
import { PreparerThread, type Preparer } from '../preparation/preparer.ts';
import { createEmbeddedVoices } from '../voices/embedded-voice.ts';
import { openEspeak } from '../voices/espeak.ts';
import { joinMakers, type VoiceMaker } from '../voices/voice-maker.ts';
import { ConfigInvalid, type Config } from './config.ts';
import type { Logger } from './log.ts';
import { keptSecret } from './secrets.ts';

/** The key of the payments stand-in. It is no secret: the stand-in listens on loopback only. */
const STAND_IN_SECRET_KEY = 'sk_test_stationhouse_sandbox';

/** A step that stops a part. */
export type Undo = () => Promise<void> | void;

/** Mail and text messages: providers, or the mailbox page of development. */
export async function openMail(
  config: Config,
  log: Logger,
  undo: Undo[],
): Promise<{ mailer: Mailer; sms: SmsSender; mailbox: Mailbox | null }> {
  const mailbox = config.production ? null : createMailbox(resolve(config.dataDir, 'mailbox'));
  const sms = config.smsUrl === null ? mailbox : await openSms(config.smsUrl);
  if (config.smtpUrl === null) {
    // The configuration refuses production without SMTP.
    if (!mailbox) throw new ConfigInvalid(['SMTP_URL is required in production']);
    return { mailer: mailbox, sms: sms ?? mailbox, mailbox };
  }
  const smtp = createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
  undo.push(() => smtp.close());
  const mailer = watchMail(smtp, log, Date.now);
  return { mailer, sms: sms ?? noSms(log), mailbox };
}

/** Stripe, or its stand-in outside production, which sends its events to this process. */
export async function openPayments(
  config: Config,
  isStandby: () => boolean,
  log: Logger,
  undo: Undo[],
): Promise<{ payments: Payments; paymentsUrl: string | null }> {
  if (config.stripe)
    return { payments: createPayments({ ...config.stripe, isStandby }), paymentsUrl: null };
  // readConfig rejects production without a key, so this only guards against a change there.
  if (config.production) throw new ConfigInvalid(['STRIPE_SECRET_KEY is required in production']);
  const dataDir = resolve(config.dataDir);
  const { startPayments } = await import('../../stand-ins/payments/start-payments.ts');
  const { secret } = await keptSecret(dataDir, 'payment-sandbox-secret');
  const webhookSecret = `whsec_${secret}`;
  const standIn = await startPayments({
    port: 0,
    file: join(dataDir, 'payment-sandbox.json'),
    secretKey: STAND_IN_SECRET_KEY,
    webhookSecret,
    webhookUrl: `${localAddress(config)}/v1/webhooks/stripe`,
    admits: isFromThisMachine,
    now: Date.now,
    log,
  });
  undo.push(() => standIn.close());
  const payments = createPayments({
    secretKey: STAND_IN_SECRET_KEY,
    webhookSecrets: [webhookSecret],
    apiBase: standIn.url,
    isStandby,
    time: () => standIn.acts.time() * 1_000,
  });
  return { payments, paymentsUrl: standIn.url };
}

/** ffmpeg, or the engine that needs nothing installed and reads MP3 and WAV only. */
export async function openPreparer({ ffmpeg }: Config, log: Logger): Promise<Preparer> {
  const engine = ffmpeg === null ? null : await openFfmpeg(ffmpeg);
  if (engine) return new PreparerThread(engine, ffmpeg);
  log.warn(
    { ffmpeg },
    ffmpeg === null
      ? 'ffmpeg was not found, so only MP3 and WAV files can be prepared, more slowly; install it or set FFMPEG'
      : 'this ffmpeg can’t be run or lacks libmp3lame or AAC, so only MP3 and WAV files can be prepared',
  );
  return new PreparerThread(createEmbeddedEngine(), null);
}

/** Amazon's library is loaded only where it is used. */
export async function openVoices({ polly, espeak }: Config): Promise<VoiceMaker> {
  const makers = [createEmbeddedVoices()];
  if (polly) makers.unshift((await import('../voices/polly.ts')).createPollyVoices(polly));
  const others = espeak === null ? null : await openEspeak(espeak);
  return joinMakers(others ? [...makers, others] : makers);
}

/** This process as another on the machine reaches it. */
function localAddress({ host, port }: Config): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const reached = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${reached}:${port}`;
}

/** The provider's library is loaded only where it is used: it is the largest that we have. */
async function openSms(url: string): Promise<SmsSender> {
  const { createSnsSmsSender } = await import('../mail/sns-sms-sender.ts');
  return createSnsSmsSender(url);
}

/** Production without a provider of text messages: no number can have been confirmed there either. */
function noSms(log: Logger): SmsSender {
  return {
    async send() {
      log.warn('a text message was not sent: SMS_URL is not set');
    },
  };
}
