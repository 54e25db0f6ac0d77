import { z } from 'zod';
import { webOrigin } from '../../http/web-origin.ts';

/** Where a bucket is. */
interface BucketAddress {
  bucket: string;
  region: string;
  /** An S3-compatible server, with the bucket's name in the path. Null: Amazon. */
  endpoint: string | null;
}

/** A bucket. Without keys, Amazon's client finds them as its other tools do: the role of the machine, for example. */
export interface Bucket extends BucketAddress {
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

/** A folder of a bucket, to read from. */
export interface BucketFolder extends Bucket {
  /** Ends with a slash, or is empty: the whole bucket. */
  prefix: string;
}

const FORM =
  'must look like s3://key:secret@bucket?region=eu-west-2 or s3://key:secret@bucket?endpoint=https://…, ' +
  'key and secret percent-encoded, or both left out';

/** Amazon's rule for bucket names, which other servers share. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** The region in signatures for servers without regions. */
const NO_REGION = 'us-east-1';

/** `s3://key:secret@bucket?endpoint=…&region=…`, with at least one of the two parameters; the keys may be left out. */
export const storageUrl = z
  .url({ protocol: /^s3$/, error: FORM, abort: true })
  .transform((text, check): Bucket => {
    const folder = bucketFolderOf(text);
    if (folder && folder.prefix === '') {
      const { prefix: _, ...bucket } = folder;
      return bucket;
    }
    check.addIssue(FORM);
    return z.NEVER;
  });

/**
 * Reads `s3://key:secret@bucket/folder?region=…`, where key, secret and folder may be left out.
 * @returns null for anything else
 */
export function bucketFolderOf(text: string): BucketFolder | null {
  if (!/^s3:/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const { hostname, searchParams } = url;
  if (![...searchParams.keys()].every((name) => name === 'endpoint' || name === 'region'))
    return null;
  if (!BUCKET_NAME.test(hostname) || url.port !== '') return null;

  const accessKeyId = decoded(url.username);
  const secretAccessKey = decoded(url.password);
  const folder = decoded(url.pathname)?.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  if (folder === undefined || accessKeyId === null || secretAccessKey === null) return null;
  if ((accessKeyId === '') !== (secretAccessKey === '')) return null;

  const given = searchParams.get('endpoint');
  const endpoint = given === null ? null : webOrigin.safeParse(given).data;
  const region = searchParams.get('region') || (endpoint && NO_REGION);
  if (endpoint === undefined || !region) return null;
  return {
    bucket: hostname,
    prefix: folder && `${folder}/`,
    accessKeyId: accessKeyId || null,
    secretAccessKey: secretAccessKey || null,
    region,
    endpoint,
  };
}

/** @returns null for invalid percent-encoding */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
