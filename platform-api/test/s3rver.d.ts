/** Types for the parts of s3rver that the tests use: it ships without types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';
  import type { Middleware } from 'koa';

  export interface StoredS3Object {
    bucket: string;
    key: string;
  }

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    /** The objects as files. */
    store: {
      putObject(object: StoredS3Object): Promise<{ size: number }>;
      getResourcePath(bucket: string, key: string, resource: 'object'): string;
    };
    /** Of Koa, which it is made with. */
    middleware: Middleware[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
