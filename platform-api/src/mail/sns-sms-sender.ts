import '../process/aws-sdk.ts';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { ConfigInvalid } from '../process/config.ts';
import type { SmsSender, TextMessage } from './mailer.ts';

/** Timeouts in ms, and attempts before the job fails. */
const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 2;

/**
 * Sends text messages by Amazon SNS.
 * @param address `sns://KEY:SECRET@eu-west-2?sender=Stationhouse`, key and secret percent-encoded;
 *   `sender` is the name on the phone, where its country allows that; `endpoint` is another server
 * @throws ConfigInvalid when a part is missing
 */
export function createSnsSmsSender(address: string): SmsSender {
  const url = new URL(address);
  const sender = url.searchParams.get('sender');
  const endpoint = url.searchParams.get('endpoint');
  if (!url.username || !url.password || !url.hostname) {
    throw new ConfigInvalid(['SMS_URL must look like sns://key:secret@eu-west-2?sender=Name']);
  }
  const client = new SNSClient({
    region: url.hostname,
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    ...(endpoint !== null && { endpoint }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
  });

  return {
    async send({ to, text }: TextMessage) {
      await client.send(
        new PublishCommand({
          PhoneNumber: to,
          Message: text,
          MessageAttributes: {
            // The most reliable delivery, not the cheapest.
            'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' },
            ...(sender !== null && {
              'AWS.SNS.SMS.SenderID': { DataType: 'String', StringValue: sender },
            }),
          },
        }),
      );
    },
  };
}
