// Runs the services that an installation has elsewhere: a bucket that speaks S3, a mail server and the payment provider.
// A folder gets the bucket's address and the mails.
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createLogger } from '../platform-api/src/process/log.ts';
import { startPayments } from '../platform-api/stand-ins/payments/start-payments.ts';
import { startS3Server, storageUrlOf } from '../platform-api/test/s3-server.ts';

const [folder = '.', mailPort = '0', paymentsPort = '0', webhookUrl = ''] = process.argv.slice(2);

/** The keys with which an installation calls the payment provider. */
const STRIPE = { secretKey: 'sk_test_of_a_page', webhookSecret: 'whsec_test' };

const mailServer = new SMTPServer({
  authOptional: true,
  // It has no certificate.
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    stream.pipe(createWriteStream(join(folder, 'mails'), { flags: 'a' })).on('close', () => done());
  },
});
mailServer.listen(Number(mailPort), '127.0.0.1');

await startPayments({
  ...STRIPE,
  port: Number(paymentsPort),
  file: null,
  webhookUrl,
  admits: () => true,
  now: Date.now,
  log: createLogger('warn'),
});

// The last one: who waits for it has all three.
writeFileSync(join(folder, 'bucket'), storageUrlOf((await startS3Server()).bucket));
