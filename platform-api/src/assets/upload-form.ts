import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'koa';
import { z } from 'zod';
import {
  MAX_AUDIO_BYTES,
  MAX_FORM_BYTES,
  SLOWEST_UPLOAD,
  type AssetKind,
} from '../../contract/assets/values.ts';
import { AppError } from '../errors.ts';
import { drainAfterAnswer, liftBodyTime, type Pace } from '../http/body.ts';
import { faultsOf } from '../http/validation.ts';

/** More parts, header lines and bytes than any valid form has. */
const FORM_LIMITS = {
  files: 1,
  fields: 10,
  parts: 11,
  headerPairs: 20,
  headerSize: 8 * 1024,
  fieldSize: 1024,
};

/** RFC 2046 §5.1.1: up to 70 of these characters, quoted or not. */
const BOUNDARY = /;\s*boundary=("?)([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])\1\s*(?:;|$)/i;

/** The form of a call: a kind, then one file. */
export type UploadForm = z.ZodObject<{ kind: z.ZodType<AssetKind>; file: z.ZodString }>;

/** The file of a form, as a stream. */
export interface FormFile {
  kind: AssetKind;
  /** The file's name, as it was sent. */
  name: string;
  bytes: Readable;
}

/**
 * Reads a form as a stream: fields, then one file, which `take` reads to its end. Any fault stops the reading
 * at once and destroys the stream of `take`, which is awaited before this throws.
 *
 * @param admit runs before the body is read; refuses by throwing
 * @param slowest a slower sender is disconnected
 * @throws `form_expected`; `upload_too_large`; `bad_multipart`; `validation_failed` naming the fields; what `admit`
 *   and `take` throw; socket errors such as ECONNRESET when the sender disconnects
 */
export async function readUploadForm<Taken>(
  { req, res }: Context,
  form: UploadForm,
  {
    admit,
    take,
    slowest = SLOWEST_UPLOAD,
  }: {
    admit: () => Promise<unknown>;
    take: (file: FormFile) => Promise<Taken>;
    slowest?: Pace;
  },
): Promise<Taken> {
  const parser = openParser(req);
  if (Number(req.headers['content-length'] ?? 0) > MAX_BYTES)
    throw new AppError('upload_too_large');
  const line = watchLine(req, parser, slowest);
  const parts = takeParts(parser, form, take);
  liftBodyTime(req);
  try {
    await Promise.race([admit(), line.broken]);
    const isTooLarge = countBytes(req, parts.hasFile);
    req.pipe(parser);
    return await Promise.race([parts.taken, line.broken, isTooLarge]);
  } catch (error) {
    req.unpipe(parser);
    await parts.abandon();
    drainAfterAnswer(req, res, MAX_AUDIO_BYTES);
    throw error;
  } finally {
    line.unwatch();
  }
}

const MAX_BYTES = MAX_AUDIO_BYTES + MAX_FORM_BYTES;

/** Rejects with `upload_too_large`. The parser skips text before the first part, however long it is. */
function countBytes(req: IncomingMessage, hasFile: () => boolean): Promise<never> {
  let size = 0;
  return new Promise((_, reject) => {
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > (hasFile() ? MAX_BYTES : MAX_FORM_BYTES)) reject(new AppError('upload_too_large'));
    });
  });
}

/** @throws `form_expected`; `bad_multipart` */
function openParser({ headers }: IncomingMessage): BusboyInstance {
  const type = headers['content-type'] ?? '';
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type) || encoding !== 'identity') {
    throw new AppError('form_expected');
  }
  const boundary = BOUNDARY.exec(type)?.[2];
  if (boundary === undefined) throw new AppError('bad_multipart');
  return new Busboy({
    // Rewritten, so that the header cannot be parsed in two ways.
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: FORM_LIMITS,
    preservePath: true,
  });
}

/**
 * Rejects when the sender disconnects or is too slow. Bytes that the parser has not processed yet are not the
 * sender's fault, as long as they decrease: @fastify/busboy 3.2 never ends some parts that it skips (nameless
 * ones beyond 16 kB that end in the chunk in which they began).
 */
function watchLine(
  req: IncomingMessage,
  parser: BusboyInstance,
  { bytes_per_second, seconds }: Pace,
) {
  const { socket } = req;
  let unwatch: () => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    const forget = finished(req, { writable: false }, (error) => {
      if (error) reject(error);
    });
    let [read, left] = [socket.bytesRead, 0];
    const timer = setInterval(() => {
      const isSlow = socket.bytesRead - read < bytes_per_second * seconds;
      const isAtWork = parser.writableLength > 0 && parser.writableLength !== left;
      if (isSlow && !isAtWork) reject(new AppError('bad_multipart'));
      [read, left] = [socket.bytesRead, parser.writableLength];
    }, seconds * 1000);
    unwatch = () => {
      forget();
      clearInterval(timer);
    };
    parser.once('finish', unwatch);
  });
  return { broken, unwatch };
}

/** Collects the parts that a parser finds; `abandon` stops halfway. */
function takeParts<Taken>(
  parser: BusboyInstance,
  form: UploadForm,
  take: (file: FormFile) => Promise<Taken>,
) {
  const fields: [name: string, value: string][] = [];
  let bytes: Readable | undefined;
  let taking: Promise<Taken> | undefined;

  const taken = new Promise<Taken>((resolve, reject) => {
    const refuse = (cause?: unknown) => reject(new AppError('bad_multipart', { cause }));
    async function takeFile(
      field: string,
      name: string | undefined,
      stream: Readable,
    ): Promise<Taken> {
      fields.push([field, '']);
      // Browsers send a nameless, empty part for a form without a file (HTML, "Constructing the entry list").
      if (!name) throw new AppError('validation_failed', { fields: [missingFile(field)] });
      return take({ kind: kindIn(fields, form), name, bytes: stream });
    }
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (field, stream, name) => {
      // An unhandled error of a truncated part would end the process. The parser or `take` reports the cause.
      stream.on('error', () => undefined);
      bytes = stream;
      taking = takeFile(field, name, stream);
      taking.catch(reject);
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, refuse);
    }
    parser.on('error', refuse);
    parser.on('finish', () => {
      // Again, for fields behind the file.
      try {
        kindIn(fields, form);
      } catch (error) {
        reject(error);
      }
      if (taking) resolve(taking);
      else refuse();
    });
  });

  async function abandon(): Promise<void> {
    bytes?.destroy(new AppError('bad_multipart'));
    parser.destroy();
    // The cause is known already.
    await taking?.catch(() => undefined);
  }
  return { taken, abandon, hasFile: () => bytes !== undefined };
}

/** @throws `validation_failed` naming the fields; `bad_multipart` when one is missing or duplicated */
function kindIn(
  fields: readonly [name: string, value: string][],
  { shape }: UploadForm,
): AssetKind {
  const names = fields.map(([name]) => name ?? '');
  const unknown = new Set(names.filter((name) => !Object.hasOwn(shape, name)));
  if (unknown.size > 0)
    throw new AppError('validation_failed', { fields: [...unknown].map(unknownField) });
  if (new Set(names).size < names.length) throw new AppError('bad_multipart');
  const kind = fields.find(([name]) => name === 'kind')?.[1];
  if (kind === undefined) throw new AppError('bad_multipart');
  const parsed = z.object({ kind: shape.kind }).safeParse({ kind });
  if (!parsed.success)
    throw new AppError('validation_failed', { fields: faultsOf(parsed.error, { kind }) });
  return parsed.data.kind;
}

const missingFile = (field: string) => ({
  field,
  code: 'required',
  message: 'Choose a file. It needs a name.',
});

const unknownField = (field: string) => ({
  field,
  code: 'unknown_field',
  message: 'This field is not allowed here.',
});
