import { z } from 'zod';
import { webOrigin } from './web-origin.ts';

/** A bucket with its credentials. */
export interface Bucket {
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** An S3-compatible server, with the bucket's name in the path. Null: Amazon. */
  endpoint: string | null;
}

const FORM =
  'must look like s3://key:secret@bucket?region=eu-west-2 or s3://key:secret@bucket?endpoint=https://…, ' +
  'key and secret percent-encoded';

/** Amazon's rule for bucket names, which other servers share. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** The region in signatures for servers without regions. */
const NO_REGION = 'us-east-1';

/** `s3://key:secret@bucket?endpoint=…&region=…`, with at least one of the two parameters. */
export const storageUrl = z
  .url({ protocol: /^s3$/, error: FORM, abort: true })
  .transform((text, check): Bucket => {
    const bucket = bucketOf(new URL(text));
    if (bucket) return bucket;
    check.addIssue(FORM);
    return z.NEVER;
  });

function bucketOf(url: URL): Bucket | null {
  const { hostname, searchParams } = url;
  if (![...searchParams.keys()].every((name) => name === 'endpoint' || name === 'region'))
    return null;
  if (!BUCKET_NAME.test(hostname) || url.port !== '' || !/^\/?$/.test(url.pathname)) return null;

  const accessKeyId = decoded(url.username);
  const secretAccessKey = decoded(url.password);
  if (!accessKeyId || !secretAccessKey) return null;

  const given = searchParams.get('endpoint');
  const endpoint = given === null ? null : webOrigin.safeParse(given).data;
  const region = searchParams.get('region') || (endpoint && NO_REGION);
  if (endpoint === undefined || !region) return null;
  return { bucket: hostname, accessKeyId, secretAccessKey, region, endpoint };
}

/** @returns null for invalid percent-encoding */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
