import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage, SOURCE_FIELDS } from './customers.ts';
import { id, listOf } from '../fields.ts';

/** The longest name that DNS has. */
const MAX_HOST_LENGTH = 253;

/** The name of a server, without a port. */
export const streamHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_HOST_LENGTH, 'Please use fewer characters.')
  .regex(
    /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/,
    'Please enter a host name, such as stream1.example.com.',
  );

const hosts = {
  from: streamHost.meta({
    description: 'The host of the present addresses.',
    example: 'stream1.example.com',
  }),
  to: streamHost.meta({
    description: 'The host that replaces it.',
    example: 'stream2.example.com',
  }),
};

/** A station with addresses on the old host. */
export const StationOnHost = z
  .object({
    station_id: id,
    user_id: id,
    station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
    station_slug: z.string().meta({ example: 'counting-house' }),
    changes: z.array(
      z.object({
        field: z.enum(SOURCE_FIELDS),
        before: z.string().meta({ example: 'https://stream1.example.com:8443/blue.mp3' }),
        after: z.string().meta({ example: 'https://stream2.example.com:8443/blue.mp3' }),
      }),
    ),
  })
  .meta({ id: 'StationOnHost' });
export type StationOnHost = z.infer<typeof StationOnHost>;

const total = z.int().meta({ description: 'Stations in all.', example: 120 });

export const previewStreamHost = call({
  id: 'previewStreamHost',
  method: 'get',
  path: '/v1/admin/stations/host',
  access: 'admin',
  summary: 'Preview a change of a stream host',
  description:
    'The stations with a stream or track address on the old host, and what each address would become. Nothing is ' +
    'changed.',
  query: z.strictObject({ ...hosts, ...adminPage }),
  response: listOf(StationOnHost).extend({ stations: total }),
  errors: ['url_not_allowed'],
});

export const changeStreamHost = call({
  id: 'changeStreamHost',
  method: 'put',
  path: '/v1/admin/stations/host',
  access: 'admin',
  api_keys: false,
  step_up: true,
  summary: 'Change a stream host',
  description:
    'Changes the host of every stream and track address that is still on the old one, in one transaction. Schemes, ' +
    'ports and paths stay. Each customer’s history has the change, and stations on air are checked next. To undo it, ' +
    'swap the hosts.',
  body: z.strictObject(hosts),
  body_examples: {
    'another server': { from: 'stream1.example.com', to: 'stream2.example.com' },
  },
  response: z.object({ stations: total }),
  errors: ['url_not_allowed'],
});
