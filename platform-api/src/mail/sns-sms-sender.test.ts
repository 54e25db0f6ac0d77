import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSnsSmsSender } from './sns-sms-sender.ts';

interface Asked {
  headers: IncomingHttpHeaders;
  form: URLSearchParams;
}

const TAKEN = `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult>
<MessageId>1</MessageId></PublishResult></PublishResponse>`;
const REFUSED = `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type>
<Code>InvalidParameter</Code><Message>no such number</Message></Error></ErrorResponse>`;

/** A fake SNS server on loopback, for Amazon's library. */
async function startSns(answer: { status: number; body: string }) {
  const asked: Asked[] = [];
  const server = createServer(async (req, res) => {
    asked.push({ headers: req.headers, form: new URLSearchParams(await text(req)) });
    res.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  const key = encodeURIComponent('KEY/1');
  const secret = encodeURIComponent('se/c+r@t');
  return {
    asked,
    url: `sns://${key}:${secret}@eu-west-2?sender=Stationhouse&endpoint=${endpoint}`,
  };
}

const MESSAGE = { to: '+442079460000', text: 'Your code is 483920', id: 'code-1' };

describe('a text message', () => {
  test('is sent to SNS with number, text and sender, signed for the region', async () => {
    const sns = await startSns({ status: 200, body: TAKEN });
    await createSnsSmsSender(sns.url).send(MESSAGE);
    expect(sns.asked).toHaveLength(1);
    const [{ headers, form } = { headers: {}, form: new URLSearchParams() }] = sns.asked;
    expect(form.get('Action')).toBe('Publish');
    expect(form.get('PhoneNumber')).toBe(MESSAGE.to);
    expect(form.get('Message')).toBe(MESSAGE.text);
    expect([...form.values()]).toEqual(
      expect.arrayContaining(['AWS.SNS.SMS.SenderID', 'Stationhouse', 'Transactional']),
    );
    expect(headers.authorization).toMatch(/Credential=KEY\/1\/\d{8}\/eu-west-2\/sns\/aws4_request/);
  });

  test('rejects if SNS refuses it, so that the job is retried', async () => {
    const sns = await startSns({ status: 400, body: REFUSED });
    await expect(createSnsSmsSender(sns.url).send(MESSAGE)).rejects.toThrow('no such number');
  });
});

test.each(['sns://eu-west-2', 'sns://key@eu-west-2'])(
  'an address with a part missing is told at start: %s',
  (url) => {
    expect(() => createSnsSmsSender(url)).toThrow('SMS_URL must look like');
  },
);
