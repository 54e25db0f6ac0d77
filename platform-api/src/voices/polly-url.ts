import { z } from 'zod';
import { VOICE_PREFERENCES } from '../../contract/setup/values.ts';
import { decoded } from '../assets/storage/storage-url.ts';
import { webOrigin } from '../http/web-origin.ts';

/** Amazon Polly, with the voices that are offered. */
export interface PollyConfig {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  engine: (typeof ENGINES)[number];
  voices: { name: string; language: string; sex: (typeof VOICE_PREFERENCES)[number] }[];
  /** Another server with Polly's API, for tests. Null: Amazon. */
  endpoint: string | null;
}

/** Polly's engines; the regions have different ones. */
const ENGINES = ['standard', 'neural', 'long-form', 'generative'] as const;

const FORM =
  'must look like polly://key:secret@eu-west-2?engine=neural&en-GB.female=Amy&en-GB.male=Brian, ' +
  'key and secret percent-encoded';

/** `polly://key:secret@region?engine=…`, then language, sex and voices of each: `en-GB.female=Amy,Emma`. */
export const pollyUrl = z
  .url({ protocol: /^polly$/, error: FORM, abort: true })
  .transform((text, check): PollyConfig => {
    const { hostname, username, password, searchParams } = new URL(text);
    const { engine = 'neural', endpoint, ...rest } = Object.fromEntries(searchParams);
    const faults = [];
    const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)];
    const isWhole = /^[a-z]{2}(-[a-z]+)+-\d$/.test(hostname);
    if (!isWhole || !accessKeyId || !secretAccessKey) faults.push(FORM);
    const known = ENGINES.find((name) => name === engine);
    if (!known) faults.push(`has an unknown engine: it must be one of ${ENGINES.join(', ')}`);
    const voices = Object.entries(rest).flatMap(([key, names]) => {
      const [, language, sex] = /^([a-z]{2,3}-[A-Za-z0-9]{2,4})\.(\w+)$/.exec(key) ?? [];
      const knownSex = VOICE_PREFERENCES.find((one) => one === sex);
      if (language === undefined || !knownSex || !/^[A-Za-z]+(,[A-Za-z]+)*$/.test(names)) {
        faults.push('has a voice in another form than en-GB.female=Amy');
        return [];
      }
      return names.split(',').map((name) => ({ name, language, sex: knownSex }));
    });
    if (voices.length === 0 && faults.length === 0) {
      faults.push('names no voice: add one for each language and sex, such as en-GB.female=Amy');
    }
    const server = endpoint === undefined ? null : webOrigin.safeParse(endpoint).data;
    if (server === undefined) faults.push('has an endpoint that is not an http or https URL');
    for (const fault of faults) check.addIssue(fault);
    if (faults.length > 0 || !known || !accessKeyId || !secretAccessKey || server === undefined) {
      return z.NEVER;
    }
    return {
      region: hostname,
      accessKeyId,
      secretAccessKey,
      engine: known,
      voices,
      endpoint: server,
    };
  });
