// Generated from the API’s contract by `npm run generated`. Do not edit.
export type ClientOptions = {
    baseUrl: 'https://radio.example.com' | (string & {});
};

export type PublicStation = {
    station_slug: string;
    station_name: string;
    station_logo_url: string | null;
    /**
     * The station's hosted page.
     */
    station_url: string;
    /**
     * The audio, live.
     */
    stream_url: string;
};

export type Problem = {
    /**
     * An address that explains this kind of error.
     */
    type: string;
    title: string;
    status: number;
    /**
     * Stable. Decide by this, never by the words.
     */
    code: string;
    /**
     * What a person may read.
     */
    detail: string;
    errors?: Array<{
        field: string;
        code: string;
        message: string;
    }>;
    request_id: string;
};

export type NowPlaying = {
    previous: Track | null;
    current: Track | null;
    next: Track | null;
    /**
     * When the tracks were last read from their source.
     */
    updated_at: string;
    /**
     * True while the source fails and the last good answer is shown instead.
     */
    stale: boolean;
};

export type Track = {
    title: string;
    artist: string;
    album?: string;
    /**
     * An http or https address of a square picture.
     */
    cover: string;
    /**
     * When the track began, where the source tells. A track to come may have it too.
     */
    started_at?: string;
};

export type Package = {
    name: 'Starter' | 'Professional' | 'Enterprise';
    setup_fee: number;
    monthly_fee: number;
    currency: 'eur';
    description: string;
    features: Array<string>;
    popular: boolean;
    limits: {
        radio_ids: number;
        jingles: number;
        commercial_spots: number;
        listening_hours: number;
    };
};

export type GetStationsData = {
    body?: never;
    path: {
        station_slug: string;
    };
    query?: never;
    url: '/v1/stations/{station_slug}';
};

export type GetStationsErrors = {
    /**
     * `station_not_found`: Station not found or not active
     */
    404: Problem;
    /**
     * `internal_error`: The fault is ours and has been noted. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: We cannot answer right now. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetStationsError = GetStationsErrors[keyof GetStationsErrors];

export type GetStationsResponses = {
    /**
     * Success
     */
    200: PublicStation;
};

export type GetStationsResponse = GetStationsResponses[keyof GetStationsResponses];

export type GetStationsNowPlayingData = {
    body?: never;
    path: {
        station_slug: string;
    };
    query?: never;
    url: '/v1/stations/{station_slug}/now-playing';
};

export type GetStationsNowPlayingErrors = {
    /**
     * `station_not_found`: Station not found or not active
     */
    404: Problem;
    /**
     * `internal_error`: The fault is ours and has been noted. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: We cannot answer right now. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetStationsNowPlayingError = GetStationsNowPlayingErrors[keyof GetStationsNowPlayingErrors];

export type GetStationsNowPlayingResponses = {
    /**
     * Success
     */
    200: NowPlaying;
};

export type GetStationsNowPlayingResponse = GetStationsNowPlayingResponses[keyof GetStationsNowPlayingResponses];

export type GetStationsEventsData = {
    body?: never;
    path: {
        station_slug: string;
    };
    query?: never;
    url: '/v1/stations/{station_slug}/events';
};

export type GetStationsEventsErrors = {
    /**
     * `station_not_found`: Station not found or not active
     */
    404: Problem;
    /**
     * `too_many_streams`: Too many live connections are open here. Please try again in a moment.
     */
    429: Problem;
    /**
     * `internal_error`: The fault is ours and has been noted. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: We cannot answer right now. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetStationsEventsError = GetStationsEventsErrors[keyof GetStationsEventsErrors];

export type GetStationsEventsResponses = {
    /**
     * Success
     */
    200: {
        'now-playing': NowPlaying;
        station: PublicStation;
    };
};

export type GetStationsEventsResponse = GetStationsEventsResponses[keyof GetStationsEventsResponses];

export type GetPackagesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/packages';
};

export type GetPackagesErrors = {
    /**
     * `internal_error`: The fault is ours and has been noted. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: We cannot answer right now. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetPackagesError = GetPackagesErrors[keyof GetPackagesErrors];

export type GetPackagesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Package>;
    };
};

export type GetPackagesResponse = GetPackagesResponses[keyof GetPackagesResponses];

export type GetHealthData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/health';
};

export type GetHealthErrors = {
    /**
     * `internal_error`: The fault is ours and has been noted. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: We cannot answer right now. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetHealthError = GetHealthErrors[keyof GetHealthErrors];

export type GetHealthResponses = {
    /**
     * Success
     */
    200: {
        status: 'ok';
    };
};

export type GetHealthResponse = GetHealthResponses[keyof GetHealthResponses];

export type GetReadyData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/ready';
};

export type GetReadyErrors = {
    /**
     * `internal_error`: The fault is ours and has been noted. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: We cannot answer right now. Please try again in a few seconds.
     *
     * `unavailable`: We cannot answer right now. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetReadyError = GetReadyErrors[keyof GetReadyErrors];

export type GetReadyResponses = {
    /**
     * Success
     */
    200: {
        status: 'ok';
        checks: {
            database: 'ok' | 'failing';
            migrations: 'ok' | 'failing';
        };
    };
};

export type GetReadyResponse = GetReadyResponses[keyof GetReadyResponses];
