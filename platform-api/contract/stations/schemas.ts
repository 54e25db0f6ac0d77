import { z } from 'zod';
import { STATION_THEMES } from '../site/colours.ts';
import { id, time, timeOfDay } from '../fields.ts';
import {
  MAX_WALL_MESSAGE_LENGTH,
  STATION_STATUSES,
  WAITING_FOR,
  WALL_MESSAGE_TIMES,
} from './values.ts';
import { STARTER_MINUTES } from '../setup/values.ts';
import { CURRENCY, PACKAGE_NAMES } from '../billing/prices.ts';
import { publicStationId } from './slug.ts';

const songExample = (title: string, startedAt?: string) => ({
  title,
  artist: 'Stationhouse Ensemble',
  album: 'Open at Seven',
  cover: `https://covers.example/${title.toLowerCase().replaceAll(' ', '-')}.jpg`,
  ...(startedAt && { started_at: `2026-11-21T${startedAt}.000Z` }),
});

/** A track. Its texts are never empty: the API fills in defaults such as 'Unknown Title'. */
export const Track = z
  .object({
    title: z.string().meta({ example: 'Morning Counter' }),
    artist: z.string().meta({ example: 'Stationhouse Ensemble' }),
    album: z.string().optional().meta({ example: 'Open at Seven' }),
    cover: z.string().meta({
      description: 'The http or https URL of a square picture.',
      example: 'https://covers.example/morning-counter.jpg',
    }),
    started_at: time
      .optional()
      .describe(
        'When the track started, if the source provides it. The next track can have it too.',
      ),
    kind: z.enum(['radio_id', 'announcement', 'commercial_spot', 'pause']).optional().meta({
      description:
        'While something else than a song plays: the title is then the station’s name. `pause`: the station is closed.',
      example: 'radio_id',
    }),
    closed_until: z.string().optional().meta({
      description: 'Only of a pause: its end, in the station’s local time.',
      example: '2026-12-28T09:00',
    }),
    message: z.string().optional().meta({
      description: 'Only of a pause: what the station says of it.',
      example: 'Merry Christmas. We are back on the 28th.',
    }),
  })
  .meta({ id: 'Track', example: songExample('Morning Counter', '09:30:00') });

export type Track = z.infer<typeof Track>;

/** A union, because the OpenAPI generator would apply `nullable()` to Track itself. */
const TrackOrNothing = z.union([Track, z.null()]);

/** The three tracks of a station page. */
export const NowPlaying = z
  .object({
    previous: TrackOrNothing,
    current: TrackOrNothing,
    next: TrackOrNothing,
    updated_at: time.describe('When the tracks were last read from the source.'),
    stale: z.boolean().meta({
      description: 'True while the source fails and the last known tracks are returned.',
      example: false,
    }),
  })
  .meta({
    id: 'NowPlaying',
    example: {
      previous: songExample('First Cup', '09:26:40'),
      current: songExample('Morning Counter', '09:30:00'),
      next: songExample('Paper Lantern', '09:33:20'),
      updated_at: '2026-11-21T09:30:01.000Z',
      stale: false,
    },
  });

export type NowPlaying = z.infer<typeof NowPlaying>;

/** A line of the station's own on its screens. */
export const WallMessage = z
  .strictObject({
    text: z
      .string('Please enter the message.')
      .overwrite((text) => text.replace(/\s+/g, ' ').trim())
      .min(1, 'Please enter the message.')
      .max(MAX_WALL_MESSAGE_LENGTH, 'Please use fewer characters.')
      .meta({ example: 'Soup of the day: roast tomato and basil' }),
    shown: z.enum(WALL_MESSAGE_TIMES).meta({
      description:
        '`between_songs`: for a moment at each new song, and while no song plays. `always`: beside the song. The ' +
        'static TV view shows it beside the song.',
      example: 'always',
    }),
    from: timeOfDay.nullable().meta({
      description: 'The local time at which it begins, each day. Null: at midnight.',
      example: '11:30',
    }),
    until: timeOfDay.nullable().meta({
      description:
        'The local time at which it ends, each day; at or before `from` on the next day. Null: at midnight.',
      example: '14:30',
    }),
  })
  .meta({ id: 'WallMessage' });

export type WallMessage = z.infer<typeof WallMessage>;

/** A union for the same reason. */
export const WallMessageOrNothing = z.union([WallMessage, z.null()]);

export const PUBLIC_ID_EXAMPLE = publicStationId('019a9c3e-7b1f-7d40-9f0e-5a8c2b1d3e4f');

const publicId = z.string().meta({
  description: 'Never changes, and can be used wherever a slug can.',
  example: PUBLIC_ID_EXAMPLE,
});

export const LogoShape = z
  .object({
    aspect: z.number().meta({ description: 'Its width divided by its height.', example: 2.67 }),
    luminance: z.number().meta({
      description: 'The mean luminance of its opaque pixels, from 0 (black) to 1 (white).',
      example: 0.08,
    }),
    is_transparent: z.boolean().meta({
      description: 'Whether the ground is seen through it.',
      example: true,
    }),
  })
  .meta({ id: 'LogoShape' });

/** A union for the same reason. */
const LogoShapeOrNothing = z.union([LogoShape, z.null()]);

/** The logo of a station on dark grounds, by the fields that it replaces there. */
export const DarkLogo = z
  .object({
    station_logo_url: z.string().meta({
      example: 'https://example.com/storage/station-assets/dark_logo.png',
    }),
    logo_shape: LogoShape,
  })
  .meta({ id: 'DarkLogo' });
const DarkLogoOrNothing = z.union([DarkLogo, z.null()]);

/** The public data of a station on air. */
export const PublicStation = z
  .object({
    public_id: publicId,
    station_slug: z.string().meta({ example: 'counting-house' }),
    station_name: z.string().meta({ example: 'Counting House Radio' }),
    station_logo_url: z.string().nullable().meta({ example: null }),
    logo_shape: LogoShape.optional(),
    dark_logo: DarkLogo.optional(),
    station_url: z.string().meta({
      description: "The station's hosted page.",
      example: 'https://counting-house.example.com/',
    }),
    own_url: z.string().optional().meta({
      description: 'The station’s page at the customer’s own domain, while that works.',
      example: 'https://radio.counting-house.example',
    }),
    stream_url: z.string().meta({
      description: 'The live audio stream.',
      example: 'https://example.com/stream/counting-house',
    }),
    accent_colour: z.string().optional().meta({
      description: 'The colour of its pages and players, if it has chosen one.',
      example: '#c2410c',
    }),
    theme: z.enum(STATION_THEMES).optional().meta({
      description: 'Of its pages and players, if it has chosen one.',
      example: 'light',
    }),
    background_url: z.string().optional().meta({
      description: 'The picture behind its pages, if it has one.',
      example: 'https://example.com/storage/station-assets/background.jpg',
    }),
    first_year: z.int().optional().meta({
      description: 'The year that the station began, for the copyright line.',
      example: 2026,
    }),
    zone: z.string().optional().meta({
      description: 'The station’s time zone, if it is known.',
      example: 'Europe/London',
    }),
    wall_message: WallMessage.optional(),
    is_white_label: z.literal(true).optional().meta({
      description: 'Its pages do not name the operator.',
    }),
    app_store_url: z.string().optional().meta({
      description: 'The station’s own app for iOS, if it has one.',
      example: 'https://apps.apple.com/app/id1234567890',
    }),
    google_play_url: z.string().optional().meta({
      description: 'The station’s own app for Android, if it has one.',
      example: 'https://play.google.com/store/apps/details?id=com.example.radio',
    }),
  })
  .meta({ id: 'PublicStation' });

export type PublicStation = z.infer<typeof PublicStation>;

/** A member's own station (specification §3), without the fields that only admins see. */
export const Station = z
  .object({
    id,
    public_id: publicId,
    user_id: id,
    status: z.enum(STATION_STATUSES),
    station_name: z.string().meta({ example: 'Counting House Radio' }),
    is_name_operators: z.boolean().meta({
      description:
        'Our team has chosen the name. Otherwise the name of your setup form replaces it at the first air.',
      example: false,
    }),
    station_slug: z.string().meta({ example: 'counting-house' }),
    station_url: z.string().meta({ example: 'https://counting-house.example.com/' }),
    own_url: z.string().optional().meta({
      description: 'The station’s page at your own domain, while that works.',
      example: 'https://radio.counting-house.example',
    }),
    station_logo_url: z.string().nullable().meta({ example: null }),
    logo_shape: LogoShapeOrNothing,
    dark_logo: DarkLogoOrNothing,
    accent_colour: z.string().nullable().meta({ example: '#c2410c' }),
    theme: z.enum(STATION_THEMES).nullable().meta({
      description: 'Null: pages follow the system, and embedded players are light.',
      example: 'auto',
    }),
    background_url: z.string().nullable().meta({ example: null }),
    zone: z.string().nullable().meta({
      description: 'Its time zone: of its schedule, or of the setup form. Null: neither has one.',
      example: 'Europe/London',
    }),
    wall_message: WallMessageOrNothing,
    stream_url: z.string().meta({ example: 'https://example.com/stream/counting-house' }),
    is_on_air_here: z.boolean().meta({
      description: 'It plays by a schedule of ours, and so has a programme and a play log.',
      example: true,
    }),
    starter_since: time.nullable().meta({
      description:
        'When it got its starter programme, which plays until our team has built yours; null: it has none.',
      example: null,
    }),
    waiting_for: z
      .enum(WAITING_FOR)
      .nullable()
      .meta({
        description:
          'The reason why a paid station is not on air yet. `setup`: your setup form. `starter`: its starter programme is ' +
          `prepared, for about ${STARTER_MINUTES} minutes. \`approval\`: your yes. \`operator\`: our team. ` +
          'Null: it waits for nothing.',
        example: null,
      }),
    waiting_since: time
      .nullable()
      .meta({ description: 'Null: it waits for nothing.', example: null }),
    has_music: z.boolean().meta({
      description: 'Its music is chosen: it has a stream or a schedule, on air or not.',
      example: true,
    }),
    radio_player_embed: z.string().nullable().meta({ example: null }),
    package_name: z.enum(PACKAGE_NAMES).nullable(),
    package_price: z
      .int()
      .nullable()
      .meta({ description: 'Per month, in cents.', example: 149_00 }),
    vat_amount: z.int().nullable().meta({ example: 89_60 }),
    total_amount: z.int().nullable().meta({ example: 537_60 }),
    currency: z.literal(CURRENCY),
    purchased_at: time.nullable(),
    setup_completed_at: time.nullable(),
    admin_uploaded_ids: z.array(z.string()).meta({ example: [] }),
    admin_uploaded_commercials: z.array(z.string()).meta({ example: [] }),
    slug_changes_left: z.int().meta({ example: 10 }),
    updated_at: time,
  })
  .meta({ id: 'Station' });

export type Station = z.infer<typeof Station>;

/** The listeners of a station now, as an event stream sends them. */
export const ListenersNow = z
  .object({ listeners: z.int().meta({ description: 'Over all players.', example: 17 }) })
  .meta({ id: 'ListenersNow' });

export type ListenersNow = z.infer<typeof ListenersNow>;

/** Why a slug is not available: the error code that the change would return. */
export const SlugRefusal = z.enum([
  'slug_taken',
  'slug_held',
  'slug_invalid',
  'slug_reserved',
  'slug_unchanged',
]);

export type SlugRefusal = z.infer<typeof SlugRefusal>;
