// Generated from the API’s contract by `npm run generated`. Do not edit.
export type ClientOptions = {
    baseUrl: 'https://radio.example.org' | (string & {});
};

export type PublicStation = {
    /**
     * Never changes, and can be used wherever a slug can.
     */
    public_id: string;
    station_slug: string;
    station_name: string;
    station_logo_url: string | null;
    /**
     * The station's hosted page.
     */
    station_url: string;
    /**
     * The station’s page at the customer’s own domain, while that works.
     */
    own_url?: string;
    /**
     * The live audio stream.
     */
    stream_url: string;
    /**
     * The colour of its pages and players, if it has chosen one.
     */
    accent_colour?: string;
    /**
     * Of its pages and players, if it has chosen one.
     */
    theme?: 'light' | 'dark' | 'auto';
    /**
     * The picture behind its pages, if it has one.
     */
    background_url?: string;
    /**
     * The year that the station began, for the copyright line.
     */
    first_year?: number;
    /**
     * The station’s time zone, if it is known.
     */
    zone?: string;
    wall_message?: WallMessage;
    /**
     * Its pages do not name the operator.
     */
    is_white_label?: true;
    /**
     * The station’s own app for iOS, if it has one.
     */
    app_store_url?: string;
    /**
     * The station’s own app for Android, if it has one.
     */
    google_play_url?: string;
};

export type WallMessage = {
    text: string;
    /**
     * `between_songs`: for a moment at each new song, and while no song plays. `always`: beside the song. The static TV view shows it beside the song.
     */
    shown: 'between_songs' | 'always';
    /**
     * The local time at which it begins, each day. Null: at midnight.
     */
    from: string | null;
    /**
     * The local time at which it ends, each day; at or before `from` on the next day. Null: at midnight.
     */
    until: string | null;
};

export type Problem = {
    /**
     * The address of a page that explains this error.
     */
    type: string;
    /**
     * The kind of error in a few words.
     */
    title: string;
    status: number;
    /**
     * Stable. Branch on this, never on the words.
     */
    code: 'bad_request' | 'bad_json' | 'bad_multipart' | 'missing_credentials' | 'missing_target' | 'invalid_token' | 'token_expired' | 'session_ended' | 'refresh_token_reused' | 'invalid_credentials' | 'invalid_signature' | 'stale_signature' | 'forbidden' | 'view_only' | 'insufficient_scope' | 'second_factor_required' | 'second_factor_wrong' | 'second_factor_exists' | 'passkey_refused' | 'passkey_needs_password' | 'passkey_exists' | 'too_many_passkeys' | 'second_factor_missing' | 'second_factor_needs_mail' | 'second_factor_setup_required' | 'step_up_required' | 'feature_not_in_package' | 'csrf_rejected' | 'not_found' | 'station_not_found' | 'listening_hours_used' | 'quality_not_available' | 'no_station' | 'no_domain' | 'domain_not_allowed' | 'invoice_not_found' | 'method_not_allowed' | 'too_many_keys' | 'too_many_webhooks' | 'webhook_disabled' | 'too_many_files' | 'too_many_announcements' | 'announcement_hour_full' | 'too_many_skips' | 'nothing_to_approve' | 'approval_missing' | 'too_many_pauses' | 'station_closed' | 'too_many_ratings' | 'announcement_over' | 'sign_in_first' | 'last_admin' | 'cannot_delete_self' | 'subscription_running' | 'changed_meanwhile' | 'no_email' | 'email_unconfirmed' | 'email_of_admin' | 'status_locked' | 'price_changed' | 'order_replaced' | 'already_subscribed' | 'no_billing_account' | 'subscription_changed' | 'package_not_changeable' | 'package_change_planned' | 'portal_not_configured' | 'slug_taken' | 'playlist_name_taken' | 'playlist_changed' | 'playlist_by_hand' | 'schedule_changed' | 'schedule_refused' | 'preview_superseded' | 'not_on_air_here' | 'on_air_here' | 'nothing_to_skip' | 'insertion_begun' | 'too_many_insertions' | 'item_not_ready' | 'script_changed' | 'take_changed' | 'take_not_ready' | 'domain_taken' | 'slug_held' | 'slug_unchanged' | 'slug_limit_reached' | 'upload_complete' | 'upload_incomplete' | 'idempotency_key_reused' | 'request_in_progress' | 'request_answer_lost' | 'body_too_large' | 'file_too_large' | 'quota_exceeded' | 'unsupported_media_type' | 'unknown_host' | 'validation_failed' | 'part_damaged' | 'corrections_refused' | 'image_too_large' | 'user_already_exists' | 'number_not_supported' | 'weak_password' | 'current_password_wrong' | 'unknown_package' | 'voice_not_found' | 'slug_invalid' | 'domain_invalid' | 'slug_reserved' | 'url_not_allowed' | 'vat_number_invalid' | 'precondition_required' | 'rate_limited' | 'too_many_streams' | 'internal_error' | 'format_not_supported' | 'payment_provider_error' | 'storage_unavailable' | 'storage_full' | 'storage_not_adopted' | 'stripe_not_configured' | 'busy' | 'maintenance' | 'in_standby' | 'unavailable';
    /**
     * A sentence to show to people.
     */
    detail: string;
    /**
     * The invalid fields, at most 20 of them; or the lines of a file, at most 100.
     */
    errors?: Array<{
        field: string;
        code: string;
        message: string;
    }>;
    /**
     * With `price_changed`: the amounts that apply now.
     */
    quote?: {
        package_name: 'Starter' | 'Professional' | 'Enterprise';
        setup_fee: number;
        first_month: number;
        /**
         * In percent.
         */
        vat_rate: number;
        vat_amount: number;
        total: number;
        currency: 'eur';
        /**
         * Whether the VAT number matches the format of its country; null if none was given.
         */
        vat_number_valid: boolean | null;
    };
    /**
     * With `changed_meanwhile`: the customer as they are now.
     */
    current?: {
        user: User;
        role: 'user' | 'support' | 'admin';
        profile: Profile;
        /**
         * A station with a pending payment is shown only when there is no other.
         */
        station: AdminStation | null;
        /**
         * The package from the next payment on; null: it does not change.
         */
        next_package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
        /**
         * The customer’s own number for the order, printed on invoices.
         */
        purchase_order: string | null;
        assets: Array<CustomerAsset>;
        /**
         * Send it in `If-Match` with a change; the header `ETag` has the same value. It changes whenever a field changes that admins can edit.
         */
        etag: string;
    };
    /**
     * With `schedule_refused`: what keeps the schedule from being published.
     */
    problems?: Array<ScheduleProblem>;
    /**
     * With `second_factor_required` and refusals of a second factor: what the account has, beside recovery codes.
     */
    second_factor?: {
        /**
         * Whether the account has an authenticator app.
         */
        app: boolean;
        /**
         * Null: the account has no passkey. Send what the passkey answers.
         */
        passkey: PasskeyRequest | null;
    };
    /**
     * Quote this id when you contact us about an answer.
     */
    request_id: string;
};

export type User = {
    id: string;
    email: string | null;
    phone: string | null;
    /**
     * A new email address that is not confirmed yet.
     */
    new_email: string | null;
    email_confirmed_at: string | null;
    phone_confirmed_at: string | null;
    created_at: string;
};

export type Profile = {
    id: string;
    user_id: string;
    email: string;
    first_name: string;
    last_name: string;
    phone_number: string;
    country: string;
    company_name: string | null;
    company_address: string | null;
    company_city: string | null;
    company_postal_code: string | null;
    company_website: string | null;
    company_vat_number: string | null;
    created_at: string;
    station_name_request: string | null;
    station_logo_url: string | null;
    voice_preference: 'male' | 'female';
    radio_id_texts: Array<string>;
    jingle_files: Array<string>;
    radio_id_frequency: number;
    announcement_frequency: number | null;
    commercial_spots_per_break: number | null;
    /**
     * Null: no wishes were submitted.
     */
    music_wishes: MusicWishes | null;
    /**
     * The kind of place; null: not said.
     */
    industry: 'cafe' | 'gym' | 'retail' | 'office' | 'hotel' | 'supermarket' | 'salon' | null;
    /**
     * Your station waits for your yes before its first air.
     */
    hears_first: boolean;
    setup_form_submitted: boolean;
    setup_form_submitted_at: string | null;
};

export type MusicWishes = {
    /**
     * The most important first.
     */
    moods: Array<'warm' | 'bright' | 'calm' | 'dreamy' | 'cool' | 'driving'>;
    /**
     * In local time. Where two overlap, the first counts.
     */
    day: Array<WishedDayPart>;
    /**
     * The guests, in one line.
     */
    guests: string | null;
    opening_hours: Array<{
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        /**
         * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
         */
        to: string;
    }>;
    /**
     * An IANA time zone.
     */
    zone: string | null;
    /**
     * Artists, and words of titles.
     */
    never_play: Array<string>;
    /**
     * Whether songs with explicit lyrics may air.
     */
    explicit_songs: boolean | null;
};

export type WishedDayPart = {
    from: string;
    /**
     * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
     */
    to: string;
    energy: 'calm' | 'bright' | 'late';
};

export type AdminStation = {
    id: string;
    /**
     * Never changes, and can be used wherever a slug can.
     */
    public_id: string;
    user_id: string;
    status: 'payment_pending' | 'setup_pending' | 'active' | 'inactive' | 'suspended';
    station_name: string | null;
    /**
     * Our team has chosen the name. Otherwise the name of your setup form replaces it at the first air.
     */
    is_name_operators: boolean;
    station_slug: string;
    station_url: string;
    /**
     * The station’s page at your own domain, while that works.
     */
    own_url?: string;
    station_logo_url: string | null;
    accent_colour: string | null;
    /**
     * Null: pages follow the system, and embedded players are light.
     */
    theme: 'light' | 'dark' | 'auto' | null;
    background_url: string | null;
    /**
     * Its time zone: of its schedule, or of the setup form. Null: neither has one.
     */
    zone: string | null;
    wall_message: WallMessage | null;
    /**
     * Null: it plays the demo stream.
     */
    stream_url: string | null;
    /**
     * Its schedule sets the stream and the track addresses, which can’t be edited.
     */
    is_on_air_here: boolean;
    /**
     * When it got its starter programme, which plays until our team has built yours; null: it has none.
     */
    starter_since: string | null;
    /**
     * The reason why a paid station is not on air yet. `setup`: your setup form. `starter`: its starter programme is prepared, for about 2 minutes. `approval`: your yes. `operator`: our team. Null: it waits for nothing.
     */
    waiting_for: 'setup' | 'approval' | 'starter' | 'operator' | null;
    /**
     * Null: it waits for nothing.
     */
    waiting_since: string | null;
    /**
     * Its music is chosen: it has a stream or a schedule, on air or not.
     */
    has_music: boolean;
    radio_player_embed: string | null;
    package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
    /**
     * Per month, in cents.
     */
    package_price: number | null;
    vat_amount: number | null;
    total_amount: number | null;
    currency: 'eur';
    purchased_at: string | null;
    setup_completed_at: string | null;
    admin_uploaded_ids: Array<string>;
    admin_uploaded_commercials: Array<string>;
    slug_changes_left: number;
    updated_at: string;
    setup_notes: string | null;
    current_track_data: string | null;
    previous_track_data: string | null;
    next_track_data: string | null;
    /**
     * Of the white label website, if the package includes it.
     */
    website_state: 'due' | 'in_work' | 'delivered';
    website_url: string | null;
    /**
     * Of the native apps, if the package includes them.
     */
    apps_state: 'due' | 'in_work' | 'delivered';
    app_store_url: string | null;
    google_play_url: string | null;
    /**
     * The policy for a month whose listening hours are used up.
     */
    listening_policy: 'notify' | 'offer_upgrade' | 'stop_new';
    created_at: string;
};

export type CustomerAsset = {
    id: string;
    kind: 'logo' | 'background' | 'jingle' | 'radio_id' | 'commercial';
    /**
     * The name of the uploaded file.
     */
    file_name: string;
    /**
     * The public URL. It changes when the file is replaced.
     */
    url: string;
    content_type: string;
    size_bytes: number;
    duration_seconds?: number;
    /**
     * The average if it varies.
     */
    bitrate_kbps?: number;
    channels?: number;
    /**
     * The waveform: up to 120 values from 0 to 1.
     */
    peaks?: Array<number>;
    /**
     * Sound is levelled and encoded for the air once, soon after it was uploaded. Absent for pictures.
     */
    preparation?: {
        state: 'getting_ready' | 'ready' | 'failed';
        /**
         * Of a failed one: what is wrong, and what to do.
         */
        message: string | null;
        /**
         * Of a ready one: the sound as it airs.
         */
        url: string | null;
        /**
         * Of the sound as it airs: silence at its ends is removed.
         */
        duration_seconds: number | null;
    };
    created_at: string;
    is_operators: boolean;
};

export type ScheduleProblem = {
    /**
     * Stable.
     */
    code: string;
    message: string;
    /**
     * The part of the draft that is concerned.
     */
    field: string | null;
    /**
     * The playlist concerned, if it is one.
     */
    playlist_id: string | null;
    /**
     * The smallest change first.
     */
    mends: Array<{
        message: string;
        /**
         * A field of the draft by its dotted path, and its new value. Null: not a change of the draft.
         */
        change: {
            field: string;
            value?: unknown;
        } | null;
    }>;
};

export type PasskeyRequest = {
    challenge: string;
    rpId: string;
    /**
     * In ms.
     */
    timeout: number;
    userVerification: 'required';
    /**
     * Empty: the user chooses among all of this site.
     */
    allowCredentials: Array<{
        id: string;
        type: 'public-key';
        transports?: Array<string>;
    }>;
};

export type NowPlaying = {
    previous: Track | null;
    current: Track | null;
    next: Track | null;
    /**
     * When the tracks were last read from the source.
     */
    updated_at: string;
    /**
     * True while the source fails and the last known tracks are returned.
     */
    stale: boolean;
};

export type Track = {
    title: string;
    artist: string;
    album?: string;
    /**
     * The http or https URL of a square picture.
     */
    cover: string;
    /**
     * When the track started, if the source provides it. The next track can have it too.
     */
    started_at?: string;
    /**
     * While something else than a song plays: the title is then the station’s name. `pause`: the station is closed.
     */
    kind?: 'radio_id' | 'announcement' | 'commercial_spot' | 'pause';
    /**
     * Only of a pause: its end, in the station’s local time.
     */
    closed_until?: string;
    /**
     * Only of a pause: what the station says of it.
     */
    message?: string;
};

export type Oembed = {
    version: '1.0';
    type: 'rich';
    /**
     * The station’s name.
     */
    title: string;
    provider_name: string;
    provider_url: string;
    cache_age: 300;
    width: number;
    height: number;
    /**
     * One `iframe`.
     */
    html: string;
};

export type Station = {
    id: string;
    /**
     * Never changes, and can be used wherever a slug can.
     */
    public_id: string;
    user_id: string;
    status: 'payment_pending' | 'setup_pending' | 'active' | 'inactive' | 'suspended';
    station_name: string;
    /**
     * Our team has chosen the name. Otherwise the name of your setup form replaces it at the first air.
     */
    is_name_operators: boolean;
    station_slug: string;
    station_url: string;
    /**
     * The station’s page at your own domain, while that works.
     */
    own_url?: string;
    station_logo_url: string | null;
    accent_colour: string | null;
    /**
     * Null: pages follow the system, and embedded players are light.
     */
    theme: 'light' | 'dark' | 'auto' | null;
    background_url: string | null;
    /**
     * Its time zone: of its schedule, or of the setup form. Null: neither has one.
     */
    zone: string | null;
    wall_message: WallMessage | null;
    stream_url: string;
    /**
     * It plays by a schedule of ours, and so has a programme and a play log.
     */
    is_on_air_here: boolean;
    /**
     * When it got its starter programme, which plays until our team has built yours; null: it has none.
     */
    starter_since: string | null;
    /**
     * The reason why a paid station is not on air yet. `setup`: your setup form. `starter`: its starter programme is prepared, for about 2 minutes. `approval`: your yes. `operator`: our team. Null: it waits for nothing.
     */
    waiting_for: 'setup' | 'approval' | 'starter' | 'operator' | null;
    /**
     * Null: it waits for nothing.
     */
    waiting_since: string | null;
    /**
     * Its music is chosen: it has a stream or a schedule, on air or not.
     */
    has_music: boolean;
    radio_player_embed: string | null;
    package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
    /**
     * Per month, in cents.
     */
    package_price: number | null;
    vat_amount: number | null;
    total_amount: number | null;
    currency: 'eur';
    purchased_at: string | null;
    setup_completed_at: string | null;
    admin_uploaded_ids: Array<string>;
    admin_uploaded_commercials: Array<string>;
    slug_changes_left: number;
    updated_at: string;
};

export type StationDomain = {
    /**
     * In the owner’s alphabet, such as `radio.café.example`.
     */
    domain: string;
    url: string;
    /**
     * `pending`: the records are missing; `connecting`: they are right, and the certificate is on its way; `active`: the station answers there; `failing`: it did, and the records or the connection are lost; `lost`: it failed for too long and is not served any more.
     */
    state: 'pending' | 'connecting' | 'active' | 'failing' | 'lost';
    problem: 'records_missing' | 'points_elsewhere' | 'unreachable' | 'dns_unreachable' | 'taken' | 'not_in_package' | null;
    records: Array<DnsRecord>;
    /**
     * For a domain that cannot have a CNAME record, such as `counting-house.example`: the values of A and AAAA records instead. Empty while our own name cannot be resolved.
     */
    addresses: Array<string>;
    checked_at: string | null;
    /**
     * Only while it is failing: when it stops being served.
     */
    ends_at: string | null;
};

export type DnsRecord = {
    type: 'CNAME' | 'TXT';
    name: string;
    value: string;
    /**
     * The last check found it.
     */
    is_found: boolean;
};

export type Programme = {
    /**
     * The station’s time zone.
     */
    zone: string;
    now: ProgrammeItem | null;
    next: ProgrammeItem | null;
    from: string;
    to: string;
    items: Array<ProgrammeItem>;
    missed: Array<MissedItem>;
};

export type ProgrammeItem = {
    starts_at: string;
    ends_at: string;
    kind: 'music' | 'radio_id' | 'announcement' | 'commercial_spot' | 'pause';
    /**
     * A track of the library, a file of the customer, or a pause that is silent.
     */
    item_id: string;
    title: string;
    artist: string | null;
    /**
     * A hard item, a skip or a pause fades it out before its end.
     */
    is_cut: boolean;
    /**
     * Why it is on air.
     */
    rule: 'music' | 'radio_id' | 'break' | 'fixed_item' | 'insertion' | 'pause';
    /**
     * The same as a sentence.
     */
    reason: string;
    /**
     * When it was due; null for music.
     */
    due_at: string | null;
};

export type MissedItem = {
    due_at: string;
    rule: 'radio_id' | 'break' | 'fixed_item';
    message: string;
};

export type RatedTrack = {
    track_id: string;
    title: string;
    artist: string | null;
    /**
     * `more`: about twice as often as others; `less`: half as often; `never`: not.
     */
    rating: 'more' | 'less' | 'never';
    rated_at: string;
};

export type Approval = {
    /**
     * `not_ready`: our team still builds it; `waiting`: for your answer, again after each change that you asked for; `on_air`: it has been on air already.
     */
    state: 'not_ready' | 'waiting' | 'approved' | 'changes_wanted' | 'on_air';
    /**
     * The changes that you asked for.
     */
    changes: string | null;
    answered_at: string | null;
    zone: string | null;
    /**
     * The first hour, if it began now.
     */
    items: Array<ProgrammeItem>;
    radio_ids: Array<{
        /**
         * A track of the library, a file of the customer, or a pause that is silent.
         */
        item_id: string;
        title: string;
    }>;
    /**
     * The sound of items by `item_id`. The addresses expire after a day or two.
     */
    audio_urls: {
        [key: string]: string;
    };
};

export type StationPause = {
    id: string;
    from: string;
    until: string;
    /**
     * Shown on the station’s page and its players.
     */
    message: string | null;
    /**
     * The title of the announcement that airs. Null: silence.
     */
    spoken: string | null;
    /**
     * Of the announcement that airs, which may be deleted since. Null: silence.
     */
    announcement_id: string | null;
    is_running: boolean;
};

export type PlayLog = {
    zone: string;
    /**
     * In the order in which they aired.
     */
    data: Array<ProgrammeItem>;
    has_more: boolean;
    next_cursor: string | null;
};

export type ListenersNow = {
    /**
     * Over all players.
     */
    listeners: number;
};

export type Listening = {
    /**
     * The time zone of the days.
     */
    zone: string;
    from: string;
    /**
     * The last day.
     */
    to: string;
    /**
     * Listened to, of counted sessions.
     */
    seconds: number;
    /**
     * Counted sessions that began then.
     */
    sessions: number;
    data: Array<{
        /**
         * Hour: the same as `starts_at`. Day: `2026-11-24`. Month: `2026-11`. Player: `page`, `embed`, `wall`, `app`, `stream` or `hls`. Country: `GB`, or an empty text where it is not known. Hour of the week: `1-09` is Monday from nine to ten.
         */
        key: string;
        /**
         * Null: it is no span of time.
         */
        starts_at: string | null;
        /**
         * Listened to, of counted sessions.
         */
        seconds: number;
        /**
         * Counted sessions that began then.
         */
        sessions: number;
        /**
         * The most listeners at the same moment. Null: not known.
         */
        peak: number | null;
    }>;
};

export type ListeningSummary = {
    /**
     * The station’s time zone.
     */
    zone: string;
    /**
     * Now, over all players.
     */
    listeners: number;
    month: {
        /**
         * In UTC, as the package counts.
         */
        key: string;
        /**
         * Listened to, of counted sessions.
         */
        seconds: number;
        /**
         * Counted sessions that began then.
         */
        sessions: number;
        /**
         * Included in the package.
         */
        cap_seconds: number;
        /**
         * At the end of the month, if it continues as in the last seven days.
         */
        forecast_seconds: number;
        /**
         * The policy once they are used up: only letters, an offer of a larger package, or no new listeners. Letters are sent in any case.
         */
        policy: 'notify' | 'offer_upgrade' | 'stop_new';
    };
    today: {
        /**
         * Listened to, of counted sessions.
         */
        seconds: number;
        /**
         * The most listeners at the same moment. Null: not known.
         */
        peak: number | null;
    };
    last_7_days: {
        /**
         * Listened to, of counted sessions.
         */
        seconds: number;
    };
    last_30_days: {
        /**
         * Listened to, of counted sessions.
         */
        seconds: number;
    };
};

export type ListeningSession = {
    began_at: string;
    player: 'page' | 'embed' | 'wall' | 'app' | 'stream' | 'hls';
    /**
     * Null: not known.
     */
    country: string | null;
    /**
     * Listened to on that day.
     */
    seconds: number;
    /**
     * False: the whole session is shorter than 10 seconds.
     */
    counts: boolean;
};

export type Asset = {
    id: string;
    kind: 'logo' | 'background' | 'jingle' | 'radio_id' | 'commercial';
    /**
     * The name of the uploaded file.
     */
    file_name: string;
    /**
     * The public URL. It changes when the file is replaced.
     */
    url: string;
    content_type: string;
    size_bytes: number;
    duration_seconds?: number;
    /**
     * The average if it varies.
     */
    bitrate_kbps?: number;
    channels?: number;
    /**
     * The waveform: up to 120 values from 0 to 1.
     */
    peaks?: Array<number>;
    /**
     * Sound is levelled and encoded for the air once, soon after it was uploaded. Absent for pictures.
     */
    preparation?: {
        state: 'getting_ready' | 'ready' | 'failed';
        /**
         * Of a failed one: what is wrong, and what to do.
         */
        message: string | null;
        /**
         * Of a ready one: the sound as it airs.
         */
        url: string | null;
        /**
         * Of the sound as it airs: silence at its ends is removed.
         */
        duration_seconds: number | null;
    };
    created_at: string;
};

export type Announcement = {
    id: string;
    title: string;
    /**
     * The text to be spoken; null where there is only a recording.
     */
    text: string | null;
    /**
     * Null: a recording, or not spoken.
     */
    voice_id: string | null;
    sound: {
        state: 'missing' | 'getting_ready' | 'ready' | 'failed';
        /**
         * Of a missing or failed one: what is wrong, and what to do.
         */
        message: string | null;
        /**
         * As it will air, once it is ready. The address expires after a day or two.
         */
        audio_url: string | null;
        duration_seconds: number | null;
        /**
         * The waveform, from 0 to 1.
         */
        peaks: Array<number> | null;
    };
    /**
     * Null: not decided.
     */
    when: {
        kind: 'now';
    } | {
        kind: 'at';
        /**
         * Local time in the station’s time zone. With `Z` or an offset, a moment, to the second. Answers have it in UTC.
         */
        at: string;
    } | {
        kind: 'every';
        /**
         * Counted from `from`.
         */
        minutes: number;
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        /**
         * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
         */
        to: string;
        first_day: string;
        /**
         * Inclusive.
         */
        last_day: string;
    } | null;
    /**
     * `draft`: has no time yet; `planned`: will air; `running`: is repeated now; `stopped`: `note` says why.
     */
    state: 'draft' | 'planned' | 'running' | 'paused' | 'stopped' | 'past';
    /**
     * Why it does not air, or did not.
     */
    note: string | null;
    /**
     * When it is due next. Null: not again.
     */
    due_at: string | null;
    /**
     * When it airs next, by the programme: after the item that is on air when it is due. Null: not known yet.
     */
    airs_at: string | null;
    last_aired_at: string | null;
    /**
     * How often it has aired.
     */
    aired: number;
    created_at: string;
};

/**
 * `now`: after this song; `at`: at a time; `every`: repeated between dates and hours on some days. It airs at the first end of an item from then on.
 */
export type AnnouncementTime = {
    kind: 'now';
} | {
    kind: 'at';
    /**
     * Local time in the station’s time zone. With `Z` or an offset, a moment, to the second. Answers have it in UTC.
     */
    at: string;
} | {
    kind: 'every';
    /**
     * Counted from `from`.
     */
    minutes: number;
    days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
    from: string;
    /**
     * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
     */
    to: string;
    first_day: string;
    /**
     * Inclusive.
     */
    last_day: string;
};

export type AnnouncementWithAirings = {
    id: string;
    title: string;
    /**
     * The text to be spoken; null where there is only a recording.
     */
    text: string | null;
    /**
     * Null: a recording, or not spoken.
     */
    voice_id: string | null;
    sound: {
        state: 'missing' | 'getting_ready' | 'ready' | 'failed';
        /**
         * Of a missing or failed one: what is wrong, and what to do.
         */
        message: string | null;
        /**
         * As it will air, once it is ready. The address expires after a day or two.
         */
        audio_url: string | null;
        duration_seconds: number | null;
        /**
         * The waveform, from 0 to 1.
         */
        peaks: Array<number> | null;
    };
    /**
     * Null: not decided.
     */
    when: {
        kind: 'now';
    } | {
        kind: 'at';
        /**
         * Local time in the station’s time zone. With `Z` or an offset, a moment, to the second. Answers have it in UTC.
         */
        at: string;
    } | {
        kind: 'every';
        /**
         * Counted from `from`.
         */
        minutes: number;
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        /**
         * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
         */
        to: string;
        first_day: string;
        /**
         * Inclusive.
         */
        last_day: string;
    } | null;
    /**
     * `draft`: has no time yet; `planned`: will air; `running`: is repeated now; `stopped`: `note` says why.
     */
    state: 'draft' | 'planned' | 'running' | 'paused' | 'stopped' | 'past';
    /**
     * Why it does not air, or did not.
     */
    note: string | null;
    /**
     * When it is due next. Null: not again.
     */
    due_at: string | null;
    /**
     * When it airs next, by the programme: after the item that is on air when it is due. Null: not known yet.
     */
    airs_at: string | null;
    last_aired_at: string | null;
    /**
     * How often it has aired.
     */
    aired: number;
    created_at: string;
    /**
     * The newest first, at most 100. Repeated ones are known 24 hours ahead.
     */
    airings: Array<{
        due_at: string;
        /**
         * When it airs or aired. Null: it does not.
         */
        airs_at: string | null;
        state: 'planned' | 'aired' | 'missed' | 'withdrawn';
        /**
         * Of a missed one: why.
         */
        message: string | null;
    }>;
};

export type Voice = {
    id: string;
    name: string;
    /**
     * As BCP 47 has it.
     */
    language: string;
    sex: 'male' | 'female';
    /**
     * `polly`: Amazon Polly, if it is configured; `embedded`: part of the program; `espeak`: the program `espeak-ng`, if it is installed.
     */
    maker: 'polly' | 'embedded' | 'espeak';
    /**
     * Good enough to try a text; a customer’s station deserves a better one.
     */
    is_draft: boolean;
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

export type Quote = {
    package_name: 'Starter' | 'Professional' | 'Enterprise';
    setup_fee: number;
    first_month: number;
    /**
     * In percent.
     */
    vat_rate: number;
    vat_amount: number;
    total: number;
    currency: 'eur';
    /**
     * Whether the VAT number matches the format of its country; null if none was given.
     */
    vat_number_valid: boolean | null;
};

export type Session = {
    /**
     * A JWT. Send it as `Authorization: Bearer …`.
     */
    access_token: string;
    token_type: 'bearer';
    /**
     * Seconds.
     */
    expires_in: 900;
    /**
     * Good for one refresh. Absent when the session is in a cookie.
     */
    refresh_token?: string;
    user: User;
};

export type PasskeyProof = {
    id: string;
    rawId: string;
    type: 'public-key';
    response: {
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string | null;
    };
};

export type OpenSession = {
    id: string;
    created_at: string;
    last_used_at: string;
    user_agent: string;
    ip: string;
    /**
     * Whether it is the session of this request.
     */
    current: boolean;
};

export type SecondFactor = {
    /**
     * Null: the account has no authenticator app.
     */
    confirmed_at: string | null;
    passkeys: Array<Passkey>;
    /**
     * How many are left.
     */
    recovery_codes: number;
};

export type Passkey = {
    id: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
    /**
     * Whether it signs in without the password. False after a new password, or after signing out everywhere, until it was used along with the password.
     */
    signs_in: boolean;
};

export type PasskeyCreation = {
    challenge: string;
    rp: {
        id: string;
        name: string;
    };
    user: {
        id: string;
        name: string;
        displayName: string;
    };
    pubKeyCredParams: Array<{
        alg: number;
        type: 'public-key';
    }>;
    /**
     * In ms.
     */
    timeout: number;
    /**
     * The account’s passkeys.
     */
    excludeCredentials: Array<{
        id: string;
        type: 'public-key';
        transports?: Array<string>;
    }>;
    authenticatorSelection: {
        residentKey: 'required';
        requireResidentKey: true;
        userVerification: 'required';
    };
    attestation: 'none';
};

export type AccountExport = {
    exported_at: string;
    user: User;
    role: 'user' | 'support' | 'admin';
    profile: Profile;
    station: Station | null;
    /**
     * Previous addresses of the station.
     */
    former_addresses: Array<string>;
    /**
     * The domain that you entered for your station.
     */
    own_domain: string | null;
    listening: Array<{
        day: string;
        player: 'page' | 'embed' | 'wall' | 'app' | 'stream' | 'hls';
        /**
         * Empty: not known.
         */
        country: string;
        seconds: number;
        sessions: number;
    }>;
    assets: Array<Asset>;
    /**
     * With our team.
     */
    messages: Array<Message>;
    announcements: Array<{
        title: string;
        /**
         * The text to be spoken; null where there is only a recording.
         */
        text: string | null;
        /**
         * Null: not decided.
         */
        when: {
            kind: 'now';
        } | {
            kind: 'at';
            /**
             * Local time in the station’s time zone. With `Z` or an offset, a moment, to the second. Answers have it in UTC.
             */
            at: string;
        } | {
            kind: 'every';
            /**
             * Counted from `from`.
             */
            minutes: number;
            days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
            from: string;
            /**
             * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
             */
            to: string;
            first_day: string;
            /**
             * Inclusive.
             */
            last_day: string;
        } | null;
        created_at: string;
        /**
         * The sound as it airs. The address expires after a day or two.
         */
        audio_url: string | null;
        aired_at: Array<string>;
    }>;
    rated_tracks: Array<RatedTrack>;
    /**
     * Your answer before the first air.
     */
    approval: {
        /**
         * The changes that you asked for.
         */
        changes: string | null;
        answered_at: string | null;
    } | null;
    /**
     * Those that are not over.
     */
    pauses: Array<StationPause>;
    purchases: Array<{
        package_name: string;
        status: string;
        /**
         * In cents.
         */
        total_amount: number;
        currency: string;
        /**
         * As entered with the order.
         */
        company_details: {
            [key: string]: unknown;
        };
        created_at: string;
    }>;
    sessions: Array<{
        id: string;
        created_at: string;
        last_used_at: string;
        user_agent: string;
        ip: string;
    }>;
    api_keys: Array<ApiKey>;
    webhooks: Array<Webhook>;
    second_factor: SecondFactor;
};

export type Message = {
    id: string;
    body: string;
    is_from_team: boolean;
    created_at: string;
    /**
     * When the other side read it; null: not yet.
     */
    read_at: string | null;
};

export type ApiKey = {
    id: string;
    name: string;
    scopes: Array<'read' | 'write' | 'admin' | 'stations:read' | 'stations:write' | 'assets:read' | 'assets:write' | 'announcements:read' | 'announcements:write' | 'messages:read' | 'messages:write' | 'billing:read' | 'billing:write' | 'account:read' | 'account:write' | 'webhooks:read' | 'webhooks:write'>;
    /**
     * The first characters, to tell keys apart.
     */
    prefix: string;
    created_at: string;
    /**
     * Null: it does not expire.
     */
    expires_at: string | null;
    last_used_at: string | null;
};

export type Webhook = {
    id: string;
    url: string;
    description: string;
    events: Array<'station.activated' | 'station.suspended' | 'station.slug_changed' | 'station.silent' | 'station.recovered' | 'setup.submitted' | 'asset.ready' | 'announcement.aired' | 'invoice.paid' | 'hours.threshold'>;
    is_enabled: boolean;
    /**
     * `paused`: you did. `failing`: nothing was accepted for 3 days. `gone`: it answered 410.
     */
    disabled_because: 'paused' | 'failing' | 'gone' | null;
    /**
     * Null: the last attempt was accepted.
     */
    failing_since: string | null;
    /**
     * Until then, two secrets sign.
     */
    former_secret_until: string | null;
    created_at: string;
};

export type WebhookWithSecret = {
    id: string;
    url: string;
    description: string;
    events: Array<'station.activated' | 'station.suspended' | 'station.slug_changed' | 'station.silent' | 'station.recovered' | 'setup.submitted' | 'asset.ready' | 'announcement.aired' | 'invoice.paid' | 'hours.threshold'>;
    is_enabled: boolean;
    /**
     * `paused`: you did. `failing`: nothing was accepted for 3 days. `gone`: it answered 410.
     */
    disabled_because: 'paused' | 'failing' | 'gone' | null;
    /**
     * Null: the last attempt was accepted.
     */
    failing_since: string | null;
    /**
     * Until then, two secrets sign.
     */
    former_secret_until: string | null;
    created_at: string;
    /**
     * Shown only in this answer. We keep it encrypted.
     */
    secret: string;
};

export type WebhookDelivery = {
    /**
     * The `webhook-id` of the request: the same in every attempt.
     */
    id: string;
    type: string;
    state: 'waiting' | 'delivered' | 'failed';
    attempts: number;
    attempted_at: string | null;
    next_attempt_at: string | null;
    /**
     * The exact text that is sent.
     */
    body: string;
    /**
     * Of the last answer.
     */
    status: number | null;
    /**
     * The first 1024 bytes of the last answer.
     */
    answer: string | null;
    /**
     * Why the last attempt got no answer: `timeout`, `network`, `certificate`, `address_not_allowed`.
     */
    error: string | null;
    duration_ms: number | null;
    created_at: string;
};

export type CompanyDetails = {
    name: string;
    telephone: string;
    address: string;
    postal_code: string;
    city: string;
    country: string;
    website?: string;
    vat_number?: string;
    purchase_order?: string;
};

export type OpenPurchase = {
    package_name: 'Starter' | 'Professional' | 'Enterprise';
    company_details: CompanyDetails;
    quote: Quote;
    trial: boolean;
    created_at: string;
};

export type Subscription = {
    next_payment_date: string | null;
    /**
     * The next payment with VAT, in cents.
     */
    amount: number;
    currency: 'eur';
    status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused';
    /**
     * When it ends, if it was cancelled.
     */
    cancel_at: string | null;
    /**
     * The end of a trial, unless it is continued with `/v1/me/billing/resume`.
     */
    trial_ends_at: string | null;
    /**
     * The package until the next payment. Null: it was not bought here.
     */
    package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
    /**
     * The package from the next payment on. Null: it does not change.
     */
    next_package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
    /**
     * A change of the package that takes effect once it is paid for.
     */
    unpaid_change: {
        package_name: 'Starter' | 'Professional' | 'Enterprise';
        payment_url: string;
    } | null;
    /**
     * When the station goes off air, unless a payment arrives first.
     */
    off_air_at: string | null;
    /**
     * The end of the subscription and the last payment, if it were cancelled now. Null once it is cancelled or has ended.
     */
    if_cancelled: {
        ends_at: string;
        payment: {
            /**
             * With VAT, in cents.
             */
            amount: number;
            date: string;
        } | null;
    } | null;
};

export type Invoice = {
    id: string;
    amount_paid: number;
    currency: 'eur';
    /**
     * In Unix seconds.
     */
    period_start: number;
    /**
     * In Unix seconds.
     */
    period_end: number;
    status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
};

export type PackageChange = {
    package_name: 'Starter' | 'Professional' | 'Enterprise';
    /**
     * When it takes effect. Null: at once.
     */
    effective_at: string | null;
    /**
     * Charged at once, with VAT, in cents: the difference for the rest of the paid month.
     */
    amount_due: number;
    /**
     * Null: no payment is due.
     */
    next_payment: {
        /**
         * With VAT, in cents.
         */
        amount: number;
        date: string;
    } | null;
    /**
     * The time from which the difference is charged.
     */
    quoted_at: string;
    /**
     * The member’s files that are more than the package has.
     */
    over_limits: Array<{
        kind: 'logo' | 'background' | 'jingle' | 'radio_id' | 'commercial';
        files: number;
        allowed: number;
    }>;
};

export type AdminMessage = {
    id: string;
    body: string;
    is_from_team: boolean;
    created_at: string;
    /**
     * When the other side read it; null: not yet.
     */
    read_at: string | null;
    /**
     * The current address of the admin who wrote it; null for the customer’s own.
     */
    author_email: string | null;
};

export type WaitingCustomer = {
    user_id: string;
    first_name: string;
    last_name: string;
    station_name: string | null;
    /**
     * Messages of the other side to read.
     */
    unread: number;
    /**
     * The beginning of the newest message.
     */
    newest: string;
    waiting_since: string;
};

export type ListeningStation = {
    station_id: string;
    user_id: string;
    station_name: string | null;
    station_slug: string;
    status: 'payment_pending' | 'setup_pending' | 'active' | 'inactive' | 'suspended';
    package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
    policy: 'notify' | 'offer_upgrade' | 'stop_new';
    /**
     * Now, over all players.
     */
    listeners: number;
    /**
     * Of this month in UTC.
     */
    seconds: number;
    /**
     * Included in the package.
     */
    cap_seconds: number;
    /**
     * At the end of the month, if it continues as in the last seven days.
     */
    forecast_seconds: number;
    /**
     * Seconds on each of the last 30 days in UTC, oldest first; the last is today.
     */
    trend: Array<number>;
};

export type Customer = {
    user_id: string;
    role: 'user' | 'support' | 'admin';
    first_name: string;
    last_name: string;
    email: string | null;
    company_name: string | null;
    package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
    /**
     * Of the station; null without a station.
     */
    status: 'payment_pending' | 'setup_pending' | 'active' | 'inactive' | 'suspended' | null;
    station_name: string | null;
    station_slug: string | null;
    /**
     * The amount of the order, in cents.
     */
    total_amount: number | null;
    currency: 'eur';
    purchased_at: string | null;
    setup_form_submitted_at: string | null;
    created_at: string;
    /**
     * The station plays its starter programme since then; null: it has none.
     */
    starter_since: string | null;
    /**
     * Of a station before its first air; null without a station.
     */
    approval: 'not_ready' | 'waiting' | 'approved' | 'changes_wanted' | 'on_air' | null;
    /**
     * Of a station before its own programme: why it has no starter programme, or how that gives way.
     */
    starter_note: StarterNote | null;
};

export type StarterNote = {
    /**
     * `no_playlist`: no playlist can start it. `refused`: the programme breaks a rule. `failed`: an error; it is tried again. `short`: it is on air, and its playlist is too short for the usual separation.
     */
    code: 'no_playlist' | 'refused' | 'failed' | 'short';
    message: string;
    mend: string | null;
    playlist_id: string | null;
    at: string;
};

export type CustomerDetails = {
    user: User;
    role: 'user' | 'support' | 'admin';
    profile: Profile;
    /**
     * A station with a pending payment is shown only when there is no other.
     */
    station: AdminStation | null;
    /**
     * The package from the next payment on; null: it does not change.
     */
    next_package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
    /**
     * The customer’s own number for the order, printed on invoices.
     */
    purchase_order: string | null;
    assets: Array<CustomerAsset>;
    /**
     * Send it in `If-Match` with a change; the header `ETag` has the same value. It changes whenever a field changes that admins can edit.
     */
    etag: string;
};

export type StationCheck = {
    field: 'stream_url' | 'current_track_data' | 'previous_track_data' | 'next_track_data' | 'station_slug';
    ok: boolean;
    /**
     * The result and, if there is a problem, what to do.
     */
    message: string;
    /**
     * The track that a track’s address names.
     */
    track?: {
        title: string;
        artist: string;
        album?: string;
        /**
         * The http or https URL of a square picture.
         */
        cover: string;
        /**
         * When the track started, if the source provides it. The next track can have it too.
         */
        started_at?: string;
        /**
         * While something else than a song plays: the title is then the station’s name. `pause`: the station is closed.
         */
        kind?: 'radio_id' | 'announcement' | 'commercial_spot' | 'pause';
        /**
         * Only of a pause: its end, in the station’s local time.
         */
        closed_until?: string;
        /**
         * Only of a pause: what the station says of it.
         */
        message?: string;
    };
    /**
     * This value can’t be saved. Values with other problems can.
     */
    is_refused?: true;
};

export type SpokenId = {
    /**
     * Made of the script: a changed script has another one.
     */
    id: string;
    /**
     * As the customer wrote it.
     */
    script: string;
    /**
     * The customer has changed or removed this script, but its speech is still used.
     */
    is_outdated: boolean;
    /**
     * Its spelling for speech; the script itself until an admin changes it.
     */
    spoken_text: string;
    take: {
        /**
         * Another one each time that the script is spoken or recorded.
         */
        id: string;
        /**
         * Null: a recording.
         */
        voice_id: string | null;
        /**
         * The spoken text; null for a recording.
         */
        text: string | null;
        state: 'getting_ready' | 'ready' | 'failed';
        /**
         * Of a failed one: what is wrong, and what to do.
         */
        message: string | null;
        /**
         * As it will air, once it is ready. The address expires after a day or two.
         */
        audio_url: string | null;
        duration_seconds: number | null;
        /**
         * The waveform, from 0 to 1.
         */
        peaks: Array<number> | null;
        created_at: string;
    } | null;
    /**
     * The radio ID of the station.
     */
    accepted: {
        take_id: string;
        /**
         * Among the customer’s `assets`.
         */
        asset_id: string;
        /**
         * Null: a recording.
         */
        voice_id: string | null;
        /**
         * The spoken text; null for a recording.
         */
        text: string | null;
        audio_url: string;
        duration_seconds: number | null;
        /**
         * The waveform, from 0 to 1.
         */
        peaks: Array<number> | null;
        accepted_at: string;
    } | null;
};

export type AuditEntry = {
    id: string;
    at: string;
    /**
     * Null for an admin at the terminal (the command `stationhouse`).
     */
    actor_id: string | null;
    /**
     * The admin’s current address; null once the account is deleted.
     */
    actor_email: string | null;
    action: 'change_customer' | 'delete_customer' | 'reset_password' | 'remove_second_factor' | 'view_as_customer' | 'change_stream_host' | 'change_role' | 'change_package' | 'upload_file' | 'remove_file' | 'export_customers' | 'change_track' | 'change_tracks' | 'export_tracks' | 'upload_music' | 'retry_music' | 'remove_music' | 'create_playlist' | 'change_playlist' | 'change_playlist_tracks' | 'change_schedule' | 'publish_schedule' | 'restore_schedule' | 'take_off_air' | 'start_programme' | 'fail_starter' | 'insert_item' | 'withdraw_item' | 'skip_item' | 'speak_radio_id' | 'accept_radio_id' | 'remove_radio_id' | 'send_message' | 'switch_standby' | 'switch_maintenance' | 'announce_work' | 'retry_job' | 'remove_job' | 'retry_webhook' | 'retry_stripe_event' | 'erase_address';
    /**
     * The customer concerned; null when the action concerns no single customer.
     */
    user_id: string | null;
    /**
     * The customer’s current address; null once the account is deleted.
     */
    user_email: string | null;
    /**
     * The changed fields. Null, as is `after`, once the customer’s account is deleted. `…` is an erased address.
     */
    before: {
        [key: string]: unknown;
    } | null;
    after: {
        [key: string]: unknown;
    } | null;
    /**
     * Null at the terminal, after a year, and once the admin’s account is deleted.
     */
    ip: string | null;
    /**
     * The first characters of the API key that was used; null with a session.
     */
    api_key_prefix: string | null;
};

export type StationTrouble = {
    station_id: string;
    user_id: string;
    station_name: string | null;
    station_slug: string;
    /**
     * `silent`: no sound; `slow`: sound arrives more slowly than it plays; `stuck`: the same title for 30 minutes; `untitled`: a track’s address can’t be read; `domain`: its own domain leads elsewhere or does not answer.
     */
    trouble: 'silent' | 'slow' | 'stuck' | 'untitled' | 'domain';
    message: string;
    since: string;
    checked_at: string;
};

export type StationOnHost = {
    station_id: string;
    user_id: string;
    station_name: string | null;
    station_slug: string;
    changes: Array<{
        field: 'stream_url' | 'current_track_data' | 'previous_track_data' | 'next_track_data';
        before: string;
        after: string;
    }>;
};

export type PersonalData = {
    email: string;
    /**
     * The account that signs in with the address.
     */
    customer: {
        user_id: string;
        role: 'user' | 'support' | 'admin';
        /**
         * False: the account has not proven that the address is its own.
         */
        is_confirmed: boolean;
        /**
         * A subscription runs, so the address can’t be erased yet.
         */
        has_subscription: boolean;
    } | null;
    /**
     * Only kinds of which something is kept.
     */
    kinds: Array<{
        kind: 'account' | 'pending_changes' | 'station' | 'files' | 'messages' | 'credentials' | 'orders' | 'unpaid_orders' | 'invoices' | 'payment_events' | 'sessions' | 'codes' | 'mails' | 'contact_messages' | 'answers' | 'webhook_log' | 'audit_details' | 'audit_addresses' | 'listening';
        count: number;
        /**
         * Days that it is kept. Null: until the account is deleted.
         */
        days: number | null;
        /**
         * The effect of erasing the address. `redacted`: the line stays without the person; `kept`: it stays, as the law requires.
         */
        erasure: 'deleted' | 'redacted' | 'kept';
    }>;
};

export type OperatingModes = {
    /**
     * When stand-by began. Only `stationhouse standby off` ends it. Null: no stand-by.
     */
    standby_since: string | null;
    maintenance_since: string | null;
    planned_work: PlannedWork | null;
};

export type PlannedWork = {
    message: string;
    starts_at: string;
    ends_at: string;
};

export type QueuedJob = {
    id: string;
    task: string;
    state: 'waiting' | 'running' | 'failed';
    attempts: number;
    max_attempts: number;
    created_at: string;
    /**
     * When it is tried next. Not of a failed one.
     */
    run_at: string;
    last_error: string | null;
    /**
     * The kind of a mail.
     */
    message: string | null;
    /**
     * Of a mail, if the job holds it.
     */
    recipient: string | null;
};

export type ModesChange = {
    maintenance?: boolean;
    planned_work?: PlannedWorkChange | null;
};

export type PlannedWorkChange = {
    message: string;
    starts_at: string;
    ends_at: string;
};

export type LibraryTrack = {
    id: string;
    title: string;
    artist: string | null;
    album: string | null;
    year: number | null;
    /**
     * Without hyphens.
     */
    isrc: string | null;
    label: string | null;
    composer: string | null;
    genre: string | null;
    mood: string | null;
    /**
     * From 1, calm, to 5, lively.
     */
    energy: number | null;
    /**
     * Beats per minute.
     */
    tempo_bpm: number | null;
    language: string | null;
    is_explicit: boolean;
    notes: string | null;
    duration_seconds: number;
    /**
     * Of the uploaded file, with its folders.
     */
    file_name: string;
    /**
     * Works for about a day.
     */
    cover_url: string | null;
    /**
     * Retired tracks stay in the library, but new playlists leave them out.
     */
    retired_at: string | null;
    /**
     * Likely readings of the tags, if their file has another charset than it claims. Nothing is changed until an admin accepts one. Usually empty.
     */
    likely_readings: Array<{
        title: string;
        artist: string | null;
        album: string | null;
    }>;
    /**
     * The station that came with the program, with this music. Rules and counts leave it out. Null: the operator’s own.
     */
    system_station: 'demo' | 'tones' | null;
    created_at: string;
    updated_at: string;
};

export type LibraryTrackDetails = {
    id: string;
    title: string;
    artist: string | null;
    album: string | null;
    year: number | null;
    /**
     * Without hyphens.
     */
    isrc: string | null;
    label: string | null;
    composer: string | null;
    genre: string | null;
    mood: string | null;
    /**
     * From 1, calm, to 5, lively.
     */
    energy: number | null;
    /**
     * Beats per minute.
     */
    tempo_bpm: number | null;
    language: string | null;
    is_explicit: boolean;
    notes: string | null;
    duration_seconds: number;
    /**
     * Of the uploaded file, with its folders.
     */
    file_name: string;
    /**
     * Works for about a day.
     */
    cover_url: string | null;
    /**
     * Retired tracks stay in the library, but new playlists leave them out.
     */
    retired_at: string | null;
    /**
     * Likely readings of the tags, if their file has another charset than it claims. Nothing is changed until an admin accepts one. Usually empty.
     */
    likely_readings: Array<{
        title: string;
        artist: string | null;
        album: string | null;
    }>;
    /**
     * The station that came with the program, with this music. Rules and counts leave it out. Null: the operator’s own.
     */
    system_station: 'demo' | 'tones' | null;
    created_at: string;
    updated_at: string;
    /**
     * MP3, for hearing it in the browser; works for about a day. Null: it is not prepared.
     */
    audio_url: string | null;
    /**
     * The waveform: bars from 0 to 1.
     */
    peaks: Array<number> | null;
    loudness_lufs: number | null;
    /**
     * It stays quieter than others, because making it as loud would need too much limiting.
     */
    is_quieter: boolean;
    /**
     * The playlists whose newest version holds it.
     */
    playlists: Array<{
        id: string;
        name: string;
    }>;
    /**
     * The stations on air here whose schedules hold it, at most 100.
     */
    stations: Array<{
        id: string;
        user_id: string;
        station_slug: string;
        station_name: string | null;
    }>;
    /**
     * The last day (UTC) on which it aired anywhere, up to yesterday.
     */
    last_aired_on: string | null;
    /**
     * Tracks that sound much like it, such as an edit or a remaster.
     */
    alike: Array<{
        id: string;
        title: string;
        artist: string | null;
    }>;
};

export type Playlist = {
    id: string;
    name: string;
    notes: string | null;
    /**
     * Plays in its order; otherwise the order does not matter.
     */
    is_in_order: boolean;
    /**
     * Gets new music at least every 14 days.
     */
    is_renewed: boolean;
    /**
     * Renewed, but its newest version is older than 14 days.
     */
    is_due: boolean;
    /**
     * New stations of these industries start with it; `any`: those that have no other starter playlist.
     */
    starter_for: Array<'any' | 'cafe' | 'gym' | 'retail' | 'office' | 'hotel' | 'supermarket' | 'salon'>;
    /**
     * The station that came with the program, with this music. Rules and counts leave it out. Null: the operator’s own.
     */
    system_station: 'demo' | 'tones' | null;
    /**
     * The new stations that it could not carry, and why.
     */
    starter_findings: Array<{
        uses: Array<'any' | 'cafe' | 'gym' | 'retail' | 'office' | 'hotel' | 'supermarket' | 'salon'>;
        /**
         * Whether it can start none of their new stations, or some.
         */
        carries: 'none' | 'some';
        message: string;
    }>;
    archived_at: string | null;
    newest: PlaylistVersion;
    created_at: string;
    updated_at: string;
};

export type PlaylistVersion = {
    /**
     * From 1.
     */
    number: number;
    /**
     * Null: its tracks were chosen by hand.
     */
    rule: PlaylistRule | null;
    track_count: number;
    /**
     * Different artists.
     */
    artist_count: number;
    /**
     * Of all tracks together.
     */
    duration_seconds: number;
    /**
     * The admin’s current address; null for the nightly job, or once the account is deleted.
     */
    created_by: string | null;
    created_at: string;
};

export type PlaylistRule = {
    /**
     * Words of the title, artist, album, ISRC, genre or mood, in any order. Accents and case don’t matter.
     */
    search?: string;
    /**
     * One of these, in any case.
     */
    genres?: Array<string>;
    /**
     * One of these, in any case.
     */
    moods?: Array<string>;
    /**
     * One of these, in any case.
     */
    languages?: Array<string>;
    /**
     * At least.
     */
    energy_from?: number;
    /**
     * At most.
     */
    energy_to?: number;
    /**
     * This year or later.
     */
    year_from?: number;
    /**
     * This year or before.
     */
    year_to?: number;
    /**
     * Only explicit tracks, or only others.
     */
    is_explicit?: boolean;
    /**
     * Added on this day (UTC) or later.
     */
    added_from?: string;
};

export type PlaylistTrack = {
    id: string;
    title: string;
    artist: string | null;
    duration_seconds: number;
    energy: number | null;
    is_explicit: boolean;
    is_retired: boolean;
};

export type LibraryUpload = {
    id: string;
    /**
     * With its folders.
     */
    file_name: string;
    size_bytes: number;
    /**
     * When the file was last changed; null: not known.
     */
    modified_at: string | null;
    /**
     * The size of every part but the last.
     */
    part_bytes: number;
    /**
     * The parts that have arrived, from 0.
     */
    parts: Array<number>;
    /**
     * `receiving`: parts are missing; `preparing`: all have arrived, and a job makes them ready for the air; `done`: in the library; `failed`: `problem` has the reason.
     */
    state: 'receiving' | 'preparing' | 'done' | 'failed';
    problem: {
        code: string;
        /**
         * What is wrong, and what to do.
         */
        message: string;
    } | null;
    /**
     * The track that this file has become.
     */
    track: {
        id: string;
        title: string;
        artist: string | null;
    } | null;
    /**
     * The track was in the library already.
     */
    is_duplicate: boolean;
    created_at: string;
    updated_at: string;
};

export type StationSchedule = {
    station: {
        id: string;
        user_id: string;
        station_slug: string;
        station_name: string | null;
        status: 'payment_pending' | 'setup_pending' | 'active' | 'inactive' | 'suspended';
        package_name: 'Starter' | 'Professional' | 'Enterprise' | null;
        is_on_air_here: boolean;
        /**
         * Its starter programme plays since then; null: it has none.
         */
        starter_since: string | null;
        /**
         * It cannot go live before its member has heard it and said yes.
         */
        waits_for_approval: boolean;
    };
    draft: ScheduleDraft;
    /**
     * Send it with a change. 0: filled from the setup form, not saved yet.
     */
    draft_version: number;
    changed_at: string | null;
    changed_by: string | null;
    /**
     * Null: never on air here.
     */
    newest: ScheduleRevision | null;
    /**
     * The draft, or a playlist of it, differs from what is on air.
     */
    has_changes: boolean;
    /**
     * Why a draft that was never saved names no playlist. Null: it names one, or is saved.
     */
    lacking: MusicLacking | null;
    /**
     * That are seen without a simulation; a preview finds all.
     */
    problems: Array<ScheduleProblem>;
    /**
     * New versions of its playlists would break its rules.
     */
    held: {
        since: string;
        problems: Array<ScheduleProblem>;
    } | null;
    /**
     * The customer’s audio files.
     */
    assets: Array<ScheduleAsset>;
};

export type ScheduleDraft = {
    /**
     * An IANA time zone.
     */
    zone: string;
    /**
     * The music of hours without a day part.
     */
    playlists: Array<{
        playlist_id: string;
        /**
         * How often it is chosen, compared with the others.
         */
        weight: number;
    }>;
    /**
     * Where two overlap, the first in this list is in force.
     */
    day_parts: Array<DayPart>;
    separation: {
        /**
         * Hours until a title may air again, also as a fraction; 0: no rule.
         */
        title_hours: number;
        /**
         * Tracks until an artist may air again; 0: no rule.
         */
        artist_tracks: number;
    };
    /**
     * `all`: the customer’s radio IDs and jingles. Null: none air.
     */
    radio_ids: {
        /**
         * Ids of the customer’s files, or `all`.
         */
        items: 'all' | Array<string>;
        /**
         * Due at midnight and at multiples of this.
         */
        every_minutes: number;
    } | null;
    /**
     * `all`: the customer’s commercials. Null: none air.
     */
    breaks: {
        /**
         * Ids of the customer’s files, or `all`.
         */
        items: 'all' | Array<string>;
        /**
         * Due at midnight and at multiples of this.
         */
        every_minutes: number;
        /**
         * In each break.
         */
        spots: number;
    } | null;
    fixed_items: Array<FixedItem>;
    /**
     * Outside of them only music airs. Null: always open.
     */
    opening_hours: Array<{
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        from: string;
        /**
         * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
         */
        to: string;
    }> | null;
};

export type DayPart = {
    name: string;
    days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
    from: string;
    /**
     * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
     */
    to: string;
    playlists: Array<{
        playlist_id: string;
        /**
         * How often it is chosen, compared with the others.
         */
        weight: number;
    }>;
};

export type FixedItem = {
    /**
     * A file of the customer, or a track of the library.
     */
    item_id: string;
    days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
    at: string;
    /**
     * Airs at the minute and fades out what is playing. Otherwise it airs when that has ended.
     */
    is_hard: boolean;
};

export type ScheduleRevision = {
    /**
     * From 1.
     */
    number: number;
    /**
     * `restore`: an earlier one again; `playlist`: new versions of its playlists; `off_air`: the station was taken off air; `starter`: the program has put its starter programme on air.
     */
    cause: 'admin' | 'restore' | 'playlist' | 'off_air' | 'starter';
    restored_from: number | null;
    note: string | null;
    /**
     * By the database’s clock. It takes effect at the first end of an item at least 30 seconds later.
     */
    published_at: string;
    /**
     * The admin’s current address; null for a job, or once the account is deleted.
     */
    published_by: string | null;
};

export type MusicLacking = {
    message: string;
    /**
     * The playlists that nearly keep the rules, the longest first.
     */
    nearly: Array<{
        playlist_id: string;
        name: string;
        /**
         * That may air on this station.
         */
        songs: number;
        /**
         * About as many as it needs to keep titles apart.
         */
        needed_songs: number;
        /**
         * That it can keep.
         */
        separation: {
            title_hours: number;
            artist_tracks: number;
        };
    }>;
};

export type ScheduleAsset = {
    id: string;
    kind: 'jingle' | 'radio_id' | 'commercial';
    airs_as: 'music' | 'radio_id' | 'announcement' | 'commercial_spot' | 'pause';
    file_name: string;
    duration_seconds: number | null;
    /**
     * Prepared for the air.
     */
    is_ready: boolean;
};

export type PromiseFigures = {
    /**
     * How late they air after they are due. Null: none are due.
     */
    radio_ids: {
        aired: number;
        /**
         * Dropped, because the next one was due.
         */
        missed: number;
        median_seconds: number;
        worst_seconds: number;
    } | null;
    /**
     * How late they air after they are due. Null: none are due.
     */
    breaks: {
        aired: number;
        /**
         * Dropped, because the next one was due.
         */
        missed: number;
        median_seconds: number;
        worst_seconds: number;
    } | null;
    /**
     * From start to start of the same title; null: none repeats.
     */
    shortest_repeat_minutes: number | null;
    /**
     * Tracks that broke a separation rule because no other was left.
     */
    broken_separations: number;
    music_minutes_per_hour: number;
    /**
     * Radio IDs and announcements.
     */
    speech_minutes_per_hour: number;
    spot_minutes_per_hour: number;
};

export type HeldStation = {
    station_id: string;
    user_id: string;
    station_slug: string;
    station_name: string | null;
    since: string;
    problems: Array<ScheduleProblem>;
};

export type Insertion = {
    id: string;
    kind: 'item' | 'skip';
    item_id: string | null;
    title: string | null;
    /**
     * Not before; null: as soon as possible.
     */
    wanted_at: string | null;
    made_at: string;
    made_by: string | null;
    /**
     * Null: it was not withdrawn.
     */
    withdrawn_at: string | null;
    /**
     * When it airs or aired; of a skip, when it cuts. Null: it was withdrawn, or it can’t be told any more.
     */
    airs_at: string | null;
};

export type GetStationData = {
    body?: never;
    path: {
        /**
         * The station’s slug, or its public id such as `st_019a9c3e7b1f7d409f0e5a8c2b1d3e4f`, which never changes. Case-insensitive. The encoded address of its page works, too.
         */
        station_slug: string;
    };
    query?: never;
    url: '/v1/stations/{station_slug}';
};

export type GetStationErrors = {
    /**
     * `station_not_found`: Station not found or not active
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetStationError = GetStationErrors[keyof GetStationErrors];

export type GetStationResponses = {
    /**
     * Success
     */
    200: PublicStation;
};

export type GetStationResponse = GetStationResponses[keyof GetStationResponses];

export type GetNowPlayingData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the previous answer.
         */
        'if-none-match'?: string;
    };
    path: {
        /**
         * The station’s slug, or its public id such as `st_019a9c3e7b1f7d409f0e5a8c2b1d3e4f`, which never changes. Case-insensitive. The encoded address of its page works, too.
         */
        station_slug: string;
    };
    query?: never;
    url: '/v1/stations/{station_slug}/now-playing';
};

export type GetNowPlayingErrors = {
    /**
     * `station_not_found`: Station not found or not active
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetNowPlayingError = GetNowPlayingErrors[keyof GetNowPlayingErrors];

export type GetNowPlayingResponses = {
    /**
     * Success
     */
    200: NowPlaying;
};

export type GetNowPlayingResponse = GetNowPlayingResponses[keyof GetNowPlayingResponses];

export type ListPlayedTracksData = {
    body?: never;
    path: {
        /**
         * The station’s slug, or its public id such as `st_019a9c3e7b1f7d409f0e5a8c2b1d3e4f`, which never changes. Case-insensitive. The encoded address of its page works, too.
         */
        station_slug: string;
    };
    query?: never;
    url: '/v1/stations/{station_slug}/played-tracks';
};

export type ListPlayedTracksErrors = {
    /**
     * `station_not_found`: Station not found or not active
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListPlayedTracksError = ListPlayedTracksErrors[keyof ListPlayedTracksErrors];

export type ListPlayedTracksResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Track>;
    };
};

export type ListPlayedTracksResponse = ListPlayedTracksResponses[keyof ListPlayedTracksResponses];

export type GetStationEventsData = {
    body?: never;
    headers?: {
        /**
         * The id of the last event that you received.
         */
        'last-event-id'?: string;
    };
    path: {
        /**
         * The station’s slug, or its public id such as `st_019a9c3e7b1f7d409f0e5a8c2b1d3e4f`, which never changes. Case-insensitive. The encoded address of its page works, too.
         */
        station_slug: string;
    };
    query?: never;
    url: '/v1/stations/{station_slug}/events';
};

export type GetStationEventsErrors = {
    /**
     * `station_not_found`: Station not found or not active
     */
    404: Problem;
    /**
     * `too_many_streams`: Too many live connections are open. Please try again in a moment.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetStationEventsError = GetStationEventsErrors[keyof GetStationEventsErrors];

export type GetStationEventsResponses = {
    /**
     * Server-sent events (WHATWG HTML §9.2): event `now-playing`, whose data is a `NowPlaying`; event `station`, whose data is a `PublicStation`.
     */
    200: string;
};

export type GetStationEventsResponse = GetStationEventsResponses[keyof GetStationEventsResponses];

export type GetOembedData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The URL of a station’s page.
         */
        url: string;
        /**
         * The maximum width in pixels.
         */
        maxwidth?: number;
        /**
         * The maximum height in pixels.
         */
        maxheight?: number;
        /**
         * Only `json`, which is also the default.
         */
        format?: string;
    };
    url: '/v1/oembed';
};

export type GetOembedErrors = {
    /**
     * `station_not_found`: Station not found or not active
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `format_not_supported`: Only JSON is available. Leave out `format`, or set it to json.
     */
    501: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetOembedError = GetOembedErrors[keyof GetOembedErrors];

export type GetOembedResponses = {
    /**
     * Success
     */
    200: Oembed;
};

export type GetOembedResponse = GetOembedResponses[keyof GetOembedResponses];

export type GetMyStationData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station';
};

export type GetMyStationErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMyStationError = GetMyStationErrors[keyof GetMyStationErrors];

export type GetMyStationResponses = {
    /**
     * Success
     */
    200: Station;
};

export type GetMyStationResponse = GetMyStationResponses[keyof GetMyStationResponses];

export type GetMyNowPlayingData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/now-playing';
};

export type GetMyNowPlayingErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMyNowPlayingError = GetMyNowPlayingErrors[keyof GetMyNowPlayingErrors];

export type GetMyNowPlayingResponses = {
    /**
     * Success
     */
    200: NowPlaying;
};

export type GetMyNowPlayingResponse = GetMyNowPlayingResponses[keyof GetMyNowPlayingResponses];

export type GetMyStationEventsData = {
    body?: never;
    headers?: {
        /**
         * The id of the last event that you received.
         */
        'last-event-id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Whether to send the event `listening`, too.
         */
        listening?: 'true' | 'false';
    };
    url: '/v1/me/station/events';
};

export type GetMyStationEventsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `too_many_streams`: Too many live connections are open. Please try again in a moment.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMyStationEventsError = GetMyStationEventsErrors[keyof GetMyStationEventsErrors];

export type GetMyStationEventsResponses = {
    /**
     * Server-sent events (WHATWG HTML §9.2): event `station`, whose data is a `Station` or null; event `now-playing`, whose data is a `NowPlaying`; event `listening`, whose data is a `ListenersNow`.
     */
    200: string;
};

export type GetMyStationEventsResponse = GetMyStationEventsResponses[keyof GetMyStationEventsResponses];

export type ChangeSlugData = {
    body: {
        /**
         * The slug. It is converted to lower case.
         */
        station_slug: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/station/slug';
};

export type ChangeSlugErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `slug_taken`: Another station uses this address. Please choose another one.
     *
     * `slug_held`: Another station had this address in the last 90 days. Its old links and QR codes must not lead to yours. Please choose another one.
     *
     * `slug_unchanged`: This is already your station’s address.
     *
     * `slug_limit_reached`: You have changed your station’s address 10 times. To change it again, please contact support.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `slug_invalid`: Use 1 to 63 letters from a to z, digits and hyphens, with no hyphen at the start or the end, nor two as the third and fourth character.
     *
     * `slug_reserved`: We use this word for our own pages. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeSlugError = ChangeSlugErrors[keyof ChangeSlugErrors];

export type ChangeSlugResponses = {
    /**
     * Success
     */
    200: Station;
};

export type ChangeSlugResponse = ChangeSlugResponses[keyof ChangeSlugResponses];

export type ChangeLookData = {
    body: {
        accent_colour: string | null;
        theme: 'light' | 'dark' | 'auto' | null;
    };
    path?: never;
    query?: never;
    url: '/v1/me/station/look';
};

export type ChangeLookErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeLookError = ChangeLookErrors[keyof ChangeLookErrors];

export type ChangeLookResponses = {
    /**
     * Success
     */
    200: Station;
};

export type ChangeLookResponse = ChangeLookResponses[keyof ChangeLookResponses];

export type ChangeWallMessageData = {
    body: {
        wall_message: WallMessage | null;
    };
    path?: never;
    query?: never;
    url: '/v1/me/station/wall-message';
};

export type ChangeWallMessageErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeWallMessageError = ChangeWallMessageErrors[keyof ChangeWallMessageErrors];

export type ChangeWallMessageResponses = {
    /**
     * Success
     */
    200: Station;
};

export type ChangeWallMessageResponse = ChangeWallMessageResponses[keyof ChangeWallMessageResponses];

export type GetSlugAvailabilityData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The slug. It is converted to lower case.
         */
        station_slug: string;
    };
    url: '/v1/me/station/slug-availability';
};

export type GetSlugAvailabilityErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetSlugAvailabilityError = GetSlugAvailabilityErrors[keyof GetSlugAvailabilityErrors];

export type GetSlugAvailabilityResponses = {
    /**
     * Success
     */
    200: {
        available: boolean;
        /**
         * Only if the slug is not available.
         */
        reason?: 'slug_taken' | 'slug_held' | 'slug_invalid' | 'slug_reserved' | 'slug_unchanged';
    };
};

export type GetSlugAvailabilityResponse = GetSlugAvailabilityResponses[keyof GetSlugAvailabilityResponses];

export type RemoveDomainData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/domain';
};

export type RemoveDomainErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     *
     * `no_domain`: Your station has no domain of its own yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RemoveDomainError = RemoveDomainErrors[keyof RemoveDomainErrors];

export type RemoveDomainResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type RemoveDomainResponse = RemoveDomainResponses[keyof RemoveDomainResponses];

export type GetDomainData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/domain';
};

export type GetDomainErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetDomainError = GetDomainErrors[keyof GetDomainErrors];

export type GetDomainResponses = {
    /**
     * Success
     */
    200: {
        domain: StationDomain | null;
    };
};

export type GetDomainResponse = GetDomainResponses[keyof GetDomainResponses];

export type SetDomainData = {
    body: {
        /**
         * A host name in any spelling. It is stored in lower case.
         */
        domain: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/station/domain';
};

export type SetDomainErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Your own domain is not available in your package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `domain_taken`: Another station uses this domain. Remove it there first, or contact us.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `domain_invalid`: Enter a domain name, such as radio.your-business.com, without a path.
     *
     * `domain_invalid`: This is an IP address. Enter a domain name, such as radio.your-business.com.
     *
     * `domain_invalid`: Enter one domain name without a star, such as radio.your-business.com.
     *
     * `domain_invalid`: This domain is ours. Enter one that belongs to you.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SetDomainError = SetDomainErrors[keyof SetDomainErrors];

export type SetDomainResponses = {
    /**
     * Success
     */
    200: {
        domain: StationDomain | null;
    };
};

export type SetDomainResponse = SetDomainResponses[keyof SetDomainResponses];

export type CheckDomainData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/domain/check';
};

export type CheckDomainErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     *
     * `no_domain`: Your station has no domain of its own yet.
     */
    404: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CheckDomainError = CheckDomainErrors[keyof CheckDomainErrors];

export type CheckDomainResponses = {
    /**
     * Success
     */
    200: {
        domain: StationDomain | null;
    };
};

export type CheckDomainResponse = CheckDomainResponses[keyof CheckDomainResponses];

export type GetMyProgrammeData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * At most 7 days ahead. Left out: the start of today in the station’s time zone.
         */
        from?: string;
        /**
         * Left out: until the end of that day.
         */
        hours?: number;
    };
    url: '/v1/me/station/programme';
};

export type GetMyProgrammeErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     */
    409: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMyProgrammeError = GetMyProgrammeErrors[keyof GetMyProgrammeErrors];

export type GetMyProgrammeResponses = {
    /**
     * Success
     */
    200: Programme;
};

export type GetMyProgrammeResponse = GetMyProgrammeResponses[keyof GetMyProgrammeResponses];

export type SkipMyItemData = {
    body: {
        /**
         * Of the item, from the programme.
         */
        starts_at: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/station/skips';
};

export type SkipMyItemErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     *
     * `nothing_to_skip`: This item is over or ends within seconds.
     *
     * `too_many_skips`: The licence of the music allows a few skips an hour. Please try again later.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SkipMyItemError = SkipMyItemErrors[keyof SkipMyItemErrors];

export type SkipMyItemResponses = {
    /**
     * Success
     */
    201: {
        /**
         * When it is faded out.
         */
        cut_at: string;
        /**
         * In this hour.
         */
        skips_left: number;
    };
};

export type SkipMyItemResponse = SkipMyItemResponses[keyof SkipMyItemResponses];

export type ListRatedTracksData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/rated-tracks';
};

export type ListRatedTracksErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListRatedTracksError = ListRatedTracksErrors[keyof ListRatedTracksErrors];

export type ListRatedTracksResponses = {
    /**
     * Success
     */
    200: {
        data: Array<RatedTrack>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListRatedTracksResponse = ListRatedTracksResponses[keyof ListRatedTracksResponses];

export type UnrateTrackData = {
    body?: never;
    path: {
        /**
         * `item_id` of a song.
         */
        track_id: string;
    };
    query?: never;
    url: '/v1/me/station/rated-tracks/{track_id}';
};

export type UnrateTrackErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type UnrateTrackError = UnrateTrackErrors[keyof UnrateTrackErrors];

export type UnrateTrackResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type UnrateTrackResponse = UnrateTrackResponses[keyof UnrateTrackResponses];

export type RateTrackData = {
    body: {
        rating: 'more' | 'less' | 'never';
    };
    path: {
        /**
         * `item_id` of a song.
         */
        track_id: string;
    };
    query?: never;
    url: '/v1/me/station/rated-tracks/{track_id}';
};

export type RateTrackErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `too_many_ratings`: You can rate 500 songs. Tell us what you like instead, and we change the music.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RateTrackError = RateTrackErrors[keyof RateTrackErrors];

export type RateTrackResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type RateTrackResponse = RateTrackResponses[keyof RateTrackResponses];

export type GetApprovalData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/approval';
};

export type GetApprovalErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetApprovalError = GetApprovalErrors[keyof GetApprovalErrors];

export type GetApprovalResponses = {
    /**
     * Success
     */
    200: Approval;
};

export type GetApprovalResponse = GetApprovalResponses[keyof GetApprovalResponses];

export type AnswerApprovalData = {
    body: {
        /**
         * Null: yes.
         */
        changes: string | null;
    };
    path?: never;
    query?: never;
    url: '/v1/me/station/approval';
};

export type AnswerApprovalErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `nothing_to_approve`: Your station is not ready to be heard yet, or has your yes already.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type AnswerApprovalError = AnswerApprovalErrors[keyof AnswerApprovalErrors];

export type AnswerApprovalResponses = {
    /**
     * Success
     */
    200: Approval;
};

export type AnswerApprovalResponse = AnswerApprovalResponses[keyof AnswerApprovalResponses];

export type ListPausesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/pauses';
};

export type ListPausesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListPausesError = ListPausesErrors[keyof ListPausesErrors];

export type ListPausesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<StationPause>;
        has_more: boolean;
        next_cursor: string | null;
        /**
         * The station’s time zone. Null: the station was never on air here.
         */
        zone: string | null;
    };
};

export type ListPausesResponse = ListPausesResponses[keyof ListPausesResponses];

export type AddPauseData = {
    body: {
        /**
         * Left out, or in the past: in 10 seconds.
         */
        from?: string;
        /**
         * Exclusive, at most 366 days ahead.
         */
        until: string;
        message?: string;
        /**
         * One of your announcements, to be heard as the message. Left out: silence.
         */
        announcement_id?: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/station/pauses';
};

export type AddPauseErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     *
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     *
     * `item_not_ready`: It is still being prepared, could not be prepared, or is retired.
     *
     * `too_many_pauses`: You can plan 20 pauses. Remove one that you no longer need and try again.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type AddPauseError = AddPauseErrors[keyof AddPauseErrors];

export type AddPauseResponses = {
    /**
     * Success
     */
    201: StationPause;
};

export type AddPauseResponse = AddPauseResponses[keyof AddPauseResponses];

export type EndPauseData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/station/pauses/{id}';
};

export type EndPauseErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     *
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type EndPauseError = EndPauseErrors[keyof EndPauseErrors];

export type EndPauseResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type EndPauseResponse = EndPauseResponses[keyof EndPauseResponses];

export type ChangePauseData = {
    body: {
        /**
         * Local time in the station’s time zone. With `Z` or an offset, a moment.
         */
        from?: string;
        /**
         * Exclusive, at most 366 days ahead.
         */
        until?: string;
        message?: string;
        /**
         * One of your announcements. Null: silence.
         */
        announcement_id?: string | null;
    };
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/station/pauses/{id}';
};

export type ChangePauseErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     *
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     *
     * `item_not_ready`: It is still being prepared, could not be prepared, or is retired.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangePauseError = ChangePauseErrors[keyof ChangePauseErrors];

export type ChangePauseResponses = {
    /**
     * Success
     */
    200: StationPause;
};

export type ChangePauseResponse = ChangePauseResponses[keyof ChangePauseResponses];

export type GetMyPlayLogData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The first day, in the station’s time zone. Left out: today.
         */
        from?: string;
        /**
         * The last day: the same, or up to 30 days later. Left out: the first.
         */
        to?: string;
        /**
         * Words of the title, artist, album, ISRC, genre or mood, in any order. Accents and case don’t matter.
         */
        search?: string;
        /**
         * Only this kind.
         */
        kind?: 'music' | 'radio_id' | 'announcement' | 'commercial_spot' | 'pause';
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/me/station/play-log';
};

export type GetMyPlayLogErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     */
    409: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMyPlayLogError = GetMyPlayLogErrors[keyof GetMyPlayLogErrors];

export type GetMyPlayLogResponses = {
    /**
     * Success
     */
    200: PlayLog;
};

export type GetMyPlayLogResponse = GetMyPlayLogResponses[keyof GetMyPlayLogResponses];

export type ExportMyPlayLogData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The first day, in the station’s time zone. Left out: today.
         */
        from?: string;
        /**
         * The last day: the same, or up to 30 days later. Left out: the first.
         */
        to?: string;
        /**
         * Words of the title, artist, album, ISRC, genre or mood, in any order. Accents and case don’t matter.
         */
        search?: string;
        /**
         * Only this kind.
         */
        kind?: 'music' | 'radio_id' | 'announcement' | 'commercial_spot' | 'pause';
    };
    url: '/v1/me/station/play-log.csv';
};

export type ExportMyPlayLogErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     */
    409: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ExportMyPlayLogError = ExportMyPlayLogErrors[keyof ExportMyPlayLogErrors];

export type ExportMyPlayLogResponses = {
    /**
     * Success
     */
    200: string;
};

export type ExportMyPlayLogResponse = ExportMyPlayLogResponses[keyof ExportMyPlayLogResponses];

export type GetMyListenersData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/listeners';
};

export type GetMyListenersErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMyListenersError = GetMyListenersErrors[keyof GetMyListenersErrors];

export type GetMyListenersResponses = {
    /**
     * Success
     */
    200: ListenersNow;
};

export type GetMyListenersResponse = GetMyListenersResponses[keyof GetMyListenersResponses];

export type GetMyListeningData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The first day. Left out: 29 days before the last.
         */
        from?: string;
        /**
         * The last day. Left out: today.
         */
        to?: string;
        /**
         * How the span is divided. `week_hour` adds up the same hours of all its weeks.
         */
        by?: 'hour' | 'day' | 'month' | 'player' | 'country' | 'week_hour';
        /**
         * In which time zone days begin. Months always begin in UTC.
         */
        zone?: 'station' | 'utc';
    };
    url: '/v1/me/station/listening';
};

export type GetMyListeningErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMyListeningError = GetMyListeningErrors[keyof GetMyListeningErrors];

export type GetMyListeningResponses = {
    /**
     * Success
     */
    200: Listening;
};

export type GetMyListeningResponse = GetMyListeningResponses[keyof GetMyListeningResponses];

export type GetMyListeningSummaryData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/station/listening/summary';
};

export type GetMyListeningSummaryErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMyListeningSummaryError = GetMyListeningSummaryErrors[keyof GetMyListeningSummaryErrors];

export type GetMyListeningSummaryResponses = {
    /**
     * Success
     */
    200: ListeningSummary;
};

export type GetMyListeningSummaryResponse = GetMyListeningSummaryResponses[keyof GetMyListeningSummaryResponses];

export type ExportMyListeningData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The first day. Left out: 29 days before the last.
         */
        from?: string;
        /**
         * The last day. Left out: today.
         */
        to?: string;
        /**
         * How the span is divided. `week_hour` adds up the same hours of all its weeks.
         */
        by?: 'hour' | 'day' | 'month' | 'player' | 'country' | 'week_hour';
        /**
         * In which time zone days begin. Months always begin in UTC.
         */
        zone?: 'station' | 'utc';
    };
    url: '/v1/me/station/listening.csv';
};

export type ExportMyListeningErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ExportMyListeningError = ExportMyListeningErrors[keyof ExportMyListeningErrors];

export type ExportMyListeningResponses = {
    /**
     * Success
     */
    200: string;
};

export type ExportMyListeningResponse = ExportMyListeningResponses[keyof ExportMyListeningResponses];

export type ExportMyListeningSessionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Left out: today.
         */
        day?: string;
        /**
         * In which time zone days begin. Months always begin in UTC.
         */
        zone?: 'station' | 'utc';
    };
    url: '/v1/me/station/listening/sessions.csv';
};

export type ExportMyListeningSessionsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ExportMyListeningSessionsError = ExportMyListeningSessionsErrors[keyof ExportMyListeningSessionsErrors];

export type ExportMyListeningSessionsResponses = {
    /**
     * Success
     */
    200: string;
};

export type ExportMyListeningSessionsResponse = ExportMyListeningSessionsResponses[keyof ExportMyListeningSessionsResponses];

export type ListMyListeningSessionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Left out: today.
         */
        day?: string;
        /**
         * In which time zone days begin. Months always begin in UTC.
         */
        zone?: 'station' | 'utc';
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/me/station/listening/sessions';
};

export type ListMyListeningSessionsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListMyListeningSessionsError = ListMyListeningSessionsErrors[keyof ListMyListeningSessionsErrors];

export type ListMyListeningSessionsResponses = {
    /**
     * Success
     */
    200: {
        /**
         * The station’s time zone.
         */
        zone: string;
        data: Array<ListeningSession>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListMyListeningSessionsResponse = ListMyListeningSessionsResponses[keyof ListMyListeningSessionsResponses];

export type SubmitSetupData = {
    body: {
        station_name_request: string;
        voice_preference?: 'male' | 'female';
        radio_id_texts?: Array<string>;
        /**
         * Minutes between radio IDs.
         */
        radio_id_frequency?: number;
        /**
         * Minutes between announcements. Not with Starter.
         */
        announcement_frequency?: number;
        /**
         * At most as many as the package has commercial spots. Not with Starter.
         */
        commercial_spots_per_break?: number;
        /**
         * Your kind of place. It chooses the starter programme.
         */
        industry?: 'cafe' | 'gym' | 'retail' | 'office' | 'hotel' | 'supermarket' | 'salon' | null;
        /**
         * Your station waits for your yes before its first air.
         */
        hears_first?: boolean;
        /**
         * Wishes for the music, all of them optional. They fill in the first schedule.
         */
        music_wishes?: MusicWishes | null;
    };
    path?: never;
    query?: never;
    url: '/v1/me/setup';
};

export type SubmitSetupErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Announcement and commercial settings are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Please fill in all required fields
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SubmitSetupError = SubmitSetupErrors[keyof SubmitSetupErrors];

export type SubmitSetupResponses = {
    /**
     * Success
     */
    200: Profile;
};

export type SubmitSetupResponse = SubmitSetupResponses[keyof SubmitSetupResponses];

export type ListAssetsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only files of this kind.
         */
        kind?: 'logo' | 'background' | 'jingle' | 'radio_id' | 'commercial';
        /**
         * Maximum number of files.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page.
         */
        cursor?: string;
    };
    url: '/v1/me/assets';
};

export type ListAssetsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListAssetsError = ListAssetsErrors[keyof ListAssetsErrors];

export type ListAssetsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Asset>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListAssetsResponse = ListAssetsResponses[keyof ListAssetsResponses];

export type UploadAssetData = {
    body: {
        kind: 'logo' | 'background' | 'jingle' | 'radio_id' | 'commercial';
        /**
         * One file, with its name.
         */
        file: Blob | File;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/assets';
};

export type UploadAssetErrors = {
    /**
     * `bad_multipart`: The body must be multipart/form-data: first `kind`, then one `file`.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Commercial spots are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `too_many_files`: Your package has no room for another file of this kind.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `file_too_large`: MP3 files must be under 20MB and at most 15 minutes long
     *
     * `file_too_large`: MP3 files must be under 20MB, logos under 2MB, background pictures under 10MB
     *
     * `file_too_large`: Logo must be under 2MB
     *
     * `file_too_large`: Background pictures must be under 10MB
     *
     * `quota_exceeded`: Your files can take up 500MB in total. Remove one that you no longer need and try again.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Only MP3 files are allowed
     *
     * `unsupported_media_type`: A picture must be a JPG, PNG or GIF image
     *
     * `unsupported_media_type`: Send a form, with Content-Type: multipart/form-data.
     */
    415: Problem;
    /**
     * `image_too_large`: This image has too many pixels or frames. Make it smaller and try again.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `busy`: Many people are using the service right now. Please try again in a few seconds.
     *
     * `storage_unavailable`: This is a problem on our side. Please try again in a moment.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type UploadAssetError = UploadAssetErrors[keyof UploadAssetErrors];

export type UploadAssetResponses = {
    /**
     * Success
     */
    201: Asset;
};

export type UploadAssetResponse = UploadAssetResponses[keyof UploadAssetResponses];

export type DeleteAssetData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/assets/{id}';
};

export type DeleteAssetErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteAssetError = DeleteAssetErrors[keyof DeleteAssetErrors];

export type DeleteAssetResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type DeleteAssetResponse = DeleteAssetResponses[keyof DeleteAssetResponses];

export type NotifyOperatorData = {
    body: {
        type: 'change';
        data: {
            change_type: string;
            changes: {
                [key: string]: string;
            };
        };
    } | {
        type: 'upload';
        data: {
            upload_type: string;
            file_name: string;
        };
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/notifications';
};

export type NotifyOperatorErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type NotifyOperatorError = NotifyOperatorErrors[keyof NotifyOperatorErrors];

export type NotifyOperatorResponses = {
    /**
     * Success
     */
    202: {
        [key: string]: never;
    };
};

export type NotifyOperatorResponse = NotifyOperatorResponses[keyof NotifyOperatorResponses];

export type ListAnnouncementsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/announcements';
};

export type ListAnnouncementsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListAnnouncementsError = ListAnnouncementsErrors[keyof ListAnnouncementsErrors];

export type ListAnnouncementsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Announcement>;
        has_more: boolean;
        next_cursor: string | null;
        /**
         * The station’s time zone. Null: the station was never on air here.
         */
        zone: string | null;
        /**
         * How many may air in an hour of the clock; 0: not in your package.
         */
        an_hour: number;
        /**
         * The hour with the most speech of the next 24, radio IDs and commercial spots included, if more than 15 per cent of it is speech.
         */
        much_speech: {
            /**
             * The start of the hour.
             */
            from: string;
            minutes: number;
        } | null;
    };
};

export type ListAnnouncementsResponse = ListAnnouncementsResponses[keyof ListAnnouncementsResponses];

export type CreateAnnouncementData = {
    body: {
        /**
         * Left out: the beginning of the text.
         */
        title?: string;
        text?: string;
        /**
         * From the voices. Left out: the one that suits your setup form.
         */
        voice_id?: string;
        when?: AnnouncementTime;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/announcements';
};

export type CreateAnnouncementErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `too_many_announcements`: You can keep 50 announcements. Remove one that you no longer need and try again.
     *
     * `not_on_air_here`: Publish its schedule first.
     *
     * `announcement_hour_full`: Your package has no room for another announcement in this hour.
     *
     * `station_closed`: Nothing airs during a pause. Choose another time, or remove the pause first.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `voice_not_found`: The voice is unknown or no longer available. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CreateAnnouncementError = CreateAnnouncementErrors[keyof CreateAnnouncementErrors];

export type CreateAnnouncementResponses = {
    /**
     * Success
     */
    201: Announcement;
};

export type CreateAnnouncementResponse = CreateAnnouncementResponses[keyof CreateAnnouncementResponses];

export type DeleteAnnouncementData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/announcements/{id}';
};

export type DeleteAnnouncementErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteAnnouncementError = DeleteAnnouncementErrors[keyof DeleteAnnouncementErrors];

export type DeleteAnnouncementResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type DeleteAnnouncementResponse = DeleteAnnouncementResponses[keyof DeleteAnnouncementResponses];

export type GetAnnouncementData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/announcements/{id}';
};

export type GetAnnouncementErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetAnnouncementError = GetAnnouncementErrors[keyof GetAnnouncementErrors];

export type GetAnnouncementResponses = {
    /**
     * Success
     */
    200: AnnouncementWithAirings;
};

export type GetAnnouncementResponse = GetAnnouncementResponses[keyof GetAnnouncementResponses];

export type PlanAnnouncementData = {
    body: {
        when: AnnouncementTime;
    };
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/announcements/{id}/when';
};

export type PlanAnnouncementErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     *
     * `announcement_hour_full`: Your package has no room for another announcement in this hour.
     *
     * `station_closed`: Nothing airs during a pause. Choose another time, or remove the pause first.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type PlanAnnouncementError = PlanAnnouncementErrors[keyof PlanAnnouncementErrors];

export type PlanAnnouncementResponses = {
    /**
     * Success
     */
    200: Announcement;
};

export type PlanAnnouncementResponse = PlanAnnouncementResponses[keyof PlanAnnouncementResponses];

export type PauseAnnouncementData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/announcements/{id}/pause';
};

export type PauseAnnouncementErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `announcement_over`: Its time has passed, or it has no time yet. Choose when it should air.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type PauseAnnouncementError = PauseAnnouncementErrors[keyof PauseAnnouncementErrors];

export type PauseAnnouncementResponses = {
    /**
     * Success
     */
    200: Announcement;
};

export type PauseAnnouncementResponse = PauseAnnouncementResponses[keyof PauseAnnouncementResponses];

export type ResumeAnnouncementData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/announcements/{id}/resume';
};

export type ResumeAnnouncementErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `announcement_over`: Its time has passed, or it has no time yet. Choose when it should air.
     *
     * `not_on_air_here`: Publish its schedule first.
     *
     * `announcement_hour_full`: Your package has no room for another announcement in this hour.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ResumeAnnouncementError = ResumeAnnouncementErrors[keyof ResumeAnnouncementErrors];

export type ResumeAnnouncementResponses = {
    /**
     * Success
     */
    200: Announcement;
};

export type ResumeAnnouncementResponse = ResumeAnnouncementResponses[keyof ResumeAnnouncementResponses];

export type SpeakAnnouncementData = {
    body: {
        text: string;
        /**
         * From the voices. Left out: the one that suits your setup form.
         */
        voice_id?: string;
    };
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/announcements/{id}/speech';
};

export type SpeakAnnouncementErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `voice_not_found`: The voice is unknown or no longer available. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SpeakAnnouncementError = SpeakAnnouncementErrors[keyof SpeakAnnouncementErrors];

export type SpeakAnnouncementResponses = {
    /**
     * Success
     */
    202: Announcement;
};

export type SpeakAnnouncementResponse = SpeakAnnouncementResponses[keyof SpeakAnnouncementResponses];

export type RecordAnnouncementData = {
    /**
     * The file’s bytes.
     */
    body: Blob | File;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/announcements/{id}/recording';
};

export type RecordAnnouncementErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `feature_not_in_package`: Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `quota_exceeded`: Your files can take up 500MB in total. Remove one that you no longer need and try again.
     *
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `storage_unavailable`: This is a problem on our side. Please try again in a moment.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RecordAnnouncementError = RecordAnnouncementErrors[keyof RecordAnnouncementErrors];

export type RecordAnnouncementResponses = {
    /**
     * Success
     */
    202: Announcement;
};

export type RecordAnnouncementResponse = RecordAnnouncementResponses[keyof RecordAnnouncementResponses];

export type ListMyVoicesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/voices';
};

export type ListMyVoicesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListMyVoicesError = ListMyVoicesErrors[keyof ListMyVoicesErrors];

export type ListMyVoicesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Voice>;
        has_more: boolean;
        next_cursor: string | null;
        /**
         * The first of them; null: there is no voice.
         */
        default_voice_id: string | null;
    };
};

export type ListMyVoicesResponse = ListMyVoicesResponses[keyof ListMyVoicesResponses];

export type ListPackagesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/packages';
};

export type ListPackagesErrors = {
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListPackagesError = ListPackagesErrors[keyof ListPackagesErrors];

export type ListPackagesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Package>;
    };
};

export type ListPackagesResponse = ListPackagesResponses[keyof ListPackagesResponses];

export type CreateQuoteData = {
    body: {
        package_name: 'Starter' | 'Professional' | 'Enterprise';
        country: string;
        vat_number?: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/quotes';
};

export type CreateQuoteErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `unknown_package`: This package is not available. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CreateQuoteError = CreateQuoteErrors[keyof CreateQuoteErrors];

export type CreateQuoteResponses = {
    /**
     * Success
     */
    200: Quote;
};

export type CreateQuoteResponse = CreateQuoteResponses[keyof CreateQuoteResponses];

export type SignUpData = {
    body: {
        email?: string;
        phone_number?: string;
        password: string;
        first_name: string;
        last_name: string;
        country: string;
        company_name?: string;
        company_address?: string;
        company_city?: string;
        company_postal_code?: string;
        company_website?: string | '';
        company_vat_number?: string;
        /**
         * Where the refresh token goes: into the answer (default), or into a cookie for our own pages.
         */
        session?: 'body' | 'cookie';
    };
    path?: never;
    query?: never;
    url: '/v1/auth/signup';
};

export type SignUpErrors = {
    /**
     * `missing_credentials`: You must provide either an email or phone number and a password
     *
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `csrf_rejected`: A session cookie can only be used from our own pages.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `user_already_exists`: An account with this email address or phone number already exists. Sign in instead.
     *
     * `weak_password`: Use 8 to 128 characters, and avoid passwords that many people use.
     *
     * `number_not_supported`: Text messages go to ordinary numbers in some countries only. Check the number, or use your email address.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `busy`: Many people are using the service right now. Please try again in a few seconds.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SignUpError = SignUpErrors[keyof SignUpErrors];

export type SignUpResponses = {
    /**
     * Success
     */
    201: Session;
};

export type SignUpResponse = SignUpResponses[keyof SignUpResponses];

export type CreateTokenData = {
    body: {
        grant_type: 'password';
        email?: string;
        phone?: string;
        password: string;
        /**
         * For an account that has one.
         */
        second_factor?: string | PasskeyProof;
        /**
         * Where the refresh token goes: into the answer (default), or into a cookie for our own pages.
         */
        session?: 'body' | 'cookie';
    } | {
        grant_type: 'passkey';
        /**
         * The answer to the challenge of beginPasskeySignIn.
         */
        passkey: {
            id: string;
            rawId: string;
            type: 'public-key';
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string | null;
            };
        };
        /**
         * Where the refresh token goes: into the answer (default), or into a cookie for our own pages.
         */
        session?: 'body' | 'cookie';
    } | {
        grant_type: 'refresh_token';
        /**
         * Leave it out to use the one in the cookie.
         */
        refresh_token?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/token';
};

export type CreateTokenErrors = {
    /**
     * `missing_credentials`: You must provide either an email or phone number and a password
     *
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_credentials`: The email or phone number and the password do not match. Confirm your phone number before you sign in with it.
     *
     * `second_factor_required`: Use your passkey, the code of your authenticator app, or a recovery code.
     *
     * `second_factor_wrong`: The code is not valid, or was used already. Please type the next one.
     *
     * `passkey_refused`: We could not check this passkey. Please try again, or use another way.
     *
     * `passkey_needs_password`: Your account was secured since this passkey was last used. Sign in with your password and this passkey once.
     *
     * `invalid_token`: A valid access token or API key is required.
     *
     * `session_ended`: This session has ended.
     *
     * `refresh_token_reused`: This session was used in two places at once, so we ended it for your safety.
     */
    401: Problem;
    /**
     * `csrf_rejected`: A session cookie can only be used from our own pages.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `busy`: Many people are using the service right now. Please try again in a few seconds.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CreateTokenError = CreateTokenErrors[keyof CreateTokenErrors];

export type CreateTokenResponses = {
    /**
     * Success
     */
    200: Session;
};

export type CreateTokenResponse = CreateTokenResponses[keyof CreateTokenResponses];

export type BeginPasskeySignInData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/auth/passkey-request';
};

export type BeginPasskeySignInErrors = {
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type BeginPasskeySignInError = BeginPasskeySignInErrors[keyof BeginPasskeySignInErrors];

export type BeginPasskeySignInResponses = {
    /**
     * Success
     */
    200: PasskeyRequest;
};

export type BeginPasskeySignInResponse = BeginPasskeySignInResponses[keyof BeginPasskeySignInResponses];

export type SendCodeData = {
    body: {
        email?: string;
        phone?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/otp';
};

export type SendCodeErrors = {
    /**
     * `missing_target`: You must provide either an email or phone number.
     *
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `number_not_supported`: Text messages go to ordinary numbers in some countries only. Check the number, or use your email address.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SendCodeError = SendCodeErrors[keyof SendCodeErrors];

export type SendCodeResponses = {
    /**
     * Success
     */
    200: {
        [key: string]: unknown;
    };
};

export type SendCodeResponse = SendCodeResponses[keyof SendCodeResponses];

export type ResendCodeData = {
    body: {
        type: 'otp' | 'signup' | 'email_change' | 'phone_change';
        email?: string;
        phone?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/resend';
};

export type ResendCodeErrors = {
    /**
     * `missing_target`: You must provide either an email or phone number.
     *
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `number_not_supported`: Text messages go to ordinary numbers in some countries only. Check the number, or use your email address.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ResendCodeError = ResendCodeErrors[keyof ResendCodeErrors];

export type ResendCodeResponses = {
    /**
     * Success
     */
    200: {
        [key: string]: unknown;
    };
};

export type ResendCodeResponse = ResendCodeResponses[keyof ResendCodeResponses];

export type VerifyCodeData = {
    body: {
        type: 'otp' | 'signup' | 'email_change' | 'phone_change';
        email?: string;
        phone?: string;
        code: string;
        /**
         * The code of the app, a recovery code, or the answer of a passkey.
         */
        second_factor?: string | PasskeyProof;
        /**
         * Where the refresh token goes: into the answer (default), or into a cookie for our own pages.
         */
        session?: 'body' | 'cookie';
    } | {
        type: 'otp' | 'signup' | 'email_change' | 'phone_change';
        /**
         * From the link in the mail.
         */
        token: string;
        /**
         * The code of the app, a recovery code, or the answer of a passkey.
         */
        second_factor?: string | PasskeyProof;
        /**
         * Where the refresh token goes: into the answer (default), or into a cookie for our own pages.
         */
        session?: 'body' | 'cookie';
    };
    path?: never;
    query?: never;
    url: '/v1/auth/verify';
};

export type VerifyCodeErrors = {
    /**
     * `invalid_token`: It may have been used already, replaced by a newer one, or expired. Please request a new one.
     *
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `second_factor_required`: Use your passkey, the code of your authenticator app, or a recovery code.
     *
     * `second_factor_wrong`: The code is not valid, or was used already. Please type the next one.
     *
     * `passkey_refused`: We could not check this passkey. Please try again, or use another way.
     */
    401: Problem;
    /**
     * `sign_in_first`: Sign in to the account that gets this address, then confirm it. The code or link still works.
     *
     * `csrf_rejected`: A session cookie can only be used from our own pages.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type VerifyCodeError = VerifyCodeErrors[keyof VerifyCodeErrors];

export type VerifyCodeResponses = {
    /**
     * Success
     */
    200: Session | {
        user: User;
        /**
         * Password, sessions and API keys have ended: send a link with recoverPassword.
         */
        needs_new_password: boolean;
    };
};

export type VerifyCodeResponse = VerifyCodeResponses[keyof VerifyCodeResponses];

export type CheckPasswordData = {
    body: {
        password: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/password-check';
};

export type CheckPasswordErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CheckPasswordError = CheckPasswordErrors[keyof CheckPasswordErrors];

export type CheckPasswordResponses = {
    /**
     * Success
     */
    200: {
        is_good: boolean;
    };
};

export type CheckPasswordResponse = CheckPasswordResponses[keyof CheckPasswordResponses];

export type RecoverPasswordData = {
    body: {
        email: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/recover';
};

export type RecoverPasswordErrors = {
    /**
     * `missing_target`: You must provide either an email or phone number.
     *
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RecoverPasswordError = RecoverPasswordErrors[keyof RecoverPasswordErrors];

export type RecoverPasswordResponses = {
    /**
     * Success
     */
    200: {
        [key: string]: unknown;
    };
};

export type RecoverPasswordResponse = RecoverPasswordResponses[keyof RecoverPasswordResponses];

export type ResetPasswordData = {
    body: {
        token: string;
        password: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/reset';
};

export type ResetPasswordErrors = {
    /**
     * `invalid_token`: It may have been used already, replaced by a newer one, or expired. Please request a new one.
     *
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `weak_password`: Use 8 to 128 characters, and avoid passwords that many people use.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `busy`: Many people are using the service right now. Please try again in a few seconds.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ResetPasswordError = ResetPasswordErrors[keyof ResetPasswordErrors];

export type ResetPasswordResponses = {
    /**
     * Success
     */
    200: {
        [key: string]: unknown;
    };
};

export type ResetPasswordResponse = ResetPasswordResponses[keyof ResetPasswordResponses];

export type SignOutData = {
    body: {
        refresh_token?: string;
        /**
         * This session (default), all others, or all. The last two also end all API keys.
         */
        scope?: 'local' | 'others' | 'global';
    };
    path?: never;
    query?: never;
    url: '/v1/auth/signout';
};

export type SignOutErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `csrf_rejected`: A session cookie can only be used from our own pages.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SignOutError = SignOutErrors[keyof SignOutErrors];

export type SignOutResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type SignOutResponse = SignOutResponses[keyof SignOutResponses];

export type GetUserData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/auth/user';
};

export type GetUserErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetUserError = GetUserErrors[keyof GetUserErrors];

export type GetUserResponses = {
    /**
     * Success
     */
    200: User;
};

export type GetUserResponse = GetUserResponses[keyof GetUserResponses];

export type ChangeUserData = {
    body: {
        email?: string;
        phone?: string;
        password?: string;
        current_password: string;
        /**
         * Ends all API keys too.
         */
        end_api_keys?: boolean;
    };
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/user';
};

export type ChangeUserErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `email_unconfirmed`: Open the link in the mail that we sent you, then add the phone number.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `current_password_wrong`: The current password is incorrect.
     *
     * `weak_password`: Use 8 to 128 characters, and avoid passwords that many people use.
     *
     * `number_not_supported`: Text messages go to ordinary numbers in some countries only. Check the number, or use your email address.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `busy`: Many people are using the service right now. Please try again in a few seconds.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeUserError = ChangeUserErrors[keyof ChangeUserErrors];

export type ChangeUserResponses = {
    /**
     * Success
     */
    200: User;
};

export type ChangeUserResponse = ChangeUserResponses[keyof ChangeUserResponses];

export type EndOtherSessionsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/auth/sessions';
};

export type EndOtherSessionsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type EndOtherSessionsError = EndOtherSessionsErrors[keyof EndOtherSessionsErrors];

export type EndOtherSessionsResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type EndOtherSessionsResponse = EndOtherSessionsResponses[keyof EndOtherSessionsResponses];

export type ListSessionsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/auth/sessions';
};

export type ListSessionsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListSessionsError = ListSessionsErrors[keyof ListSessionsErrors];

export type ListSessionsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<OpenSession>;
        has_more: boolean;
        next_cursor: string | null;
        /**
         * When our team has looked at the account as you see it, newest first. They can change nothing.
         */
        support_views: Array<string>;
    };
};

export type ListSessionsResponse = ListSessionsResponses[keyof ListSessionsResponses];

export type EndSessionData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/auth/sessions/{id}';
};

export type EndSessionErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type EndSessionError = EndSessionErrors[keyof EndSessionErrors];

export type EndSessionResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type EndSessionResponse = EndSessionResponses[keyof EndSessionResponses];

export type StepUpData = {
    body: {
        password: string;
        /**
         * For an account that has one.
         */
        second_factor?: string | PasskeyProof;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/step-up';
};

export type StepUpErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_credentials`: The password is incorrect.
     *
     * `second_factor_required`: Use your passkey, the code of your authenticator app, or a recovery code.
     *
     * `second_factor_wrong`: The code is not valid, or was used already. Please type the next one.
     *
     * `passkey_refused`: We could not check this passkey. Please try again, or use another way.
     *
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `busy`: Many people are using the service right now. Please try again in a few seconds.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type StepUpError = StepUpErrors[keyof StepUpErrors];

export type StepUpResponses = {
    /**
     * Success
     */
    200: {
        step_up_token: string;
        /**
         * In seconds.
         */
        expires_in: number;
    };
};

export type StepUpResponse = StepUpResponses[keyof StepUpResponses];

export type RemoveSecondFactorData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/second-factor';
};

export type RemoveSecondFactorErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RemoveSecondFactorError = RemoveSecondFactorErrors[keyof RemoveSecondFactorErrors];

export type RemoveSecondFactorResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type RemoveSecondFactorResponse = RemoveSecondFactorResponses[keyof RemoveSecondFactorResponses];

export type GetSecondFactorData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/auth/second-factor';
};

export type GetSecondFactorErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetSecondFactorError = GetSecondFactorErrors[keyof GetSecondFactorErrors];

export type GetSecondFactorResponses = {
    /**
     * Success
     */
    200: SecondFactor;
};

export type GetSecondFactorResponse = GetSecondFactorResponses[keyof GetSecondFactorResponses];

export type BeginSecondFactorData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/second-factor';
};

export type BeginSecondFactorErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `second_factor_needs_mail`: The first second factor of an admin needs the mailbox, too. Sign out, sign in with the code that we email you, and set it up then.
     *
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `second_factor_exists`: Remove the present authenticator app first.
     */
    409: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type BeginSecondFactorError = BeginSecondFactorErrors[keyof BeginSecondFactorErrors];

export type BeginSecondFactorResponses = {
    /**
     * Success
     */
    200: {
        /**
         * To be typed into the app.
         */
        secret: string;
        /**
         * The same for a QR code (Google Authenticator’s key URI format).
         */
        uri: string;
    };
};

export type BeginSecondFactorResponse = BeginSecondFactorResponses[keyof BeginSecondFactorResponses];

export type ConfirmSecondFactorData = {
    body: {
        second_factor: string;
    };
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/second-factor/confirm';
};

export type ConfirmSecondFactorErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `second_factor_wrong`: The code is not valid, or was used already. Please type the next one.
     *
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `second_factor_needs_mail`: The first second factor of an admin needs the mailbox, too. Sign out, sign in with the code that we email you, and set it up then.
     *
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `second_factor_exists`: Remove the present authenticator app first.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ConfirmSecondFactorError = ConfirmSecondFactorErrors[keyof ConfirmSecondFactorErrors];

export type ConfirmSecondFactorResponses = {
    /**
     * Success
     */
    200: {
        /**
         * For the first second factor of an account; otherwise empty, as the former codes stay. Each works once, in place of the app or passkey. They are shown only this time.
         */
        recovery_codes: Array<string>;
    };
};

export type ConfirmSecondFactorResponse = ConfirmSecondFactorResponses[keyof ConfirmSecondFactorResponses];

export type RenewRecoveryCodesData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/second-factor/recovery-codes';
};

export type RenewRecoveryCodesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `second_factor_missing`: This account has no second factor.
     */
    409: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RenewRecoveryCodesError = RenewRecoveryCodesErrors[keyof RenewRecoveryCodesErrors];

export type RenewRecoveryCodesResponses = {
    /**
     * Success
     */
    200: {
        /**
         * Each works once, in place of the app or passkey. They are shown only this time.
         */
        recovery_codes: Array<string>;
    };
};

export type RenewRecoveryCodesResponse = RenewRecoveryCodesResponses[keyof RenewRecoveryCodesResponses];

export type BeginPasskeyData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/passkey-creation';
};

export type BeginPasskeyErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `too_many_passkeys`: Remove a passkey that you no longer use before you add another.
     */
    409: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type BeginPasskeyError = BeginPasskeyErrors[keyof BeginPasskeyErrors];

export type BeginPasskeyResponses = {
    /**
     * Success
     */
    200: PasskeyCreation;
};

export type BeginPasskeyResponse = BeginPasskeyResponses[keyof BeginPasskeyResponses];

export type AddPasskeyData = {
    body: {
        name: string;
        /**
         * The browser’s answer: WebAuthn’s `RegistrationResponseJSON`.
         */
        passkey: {
            id: string;
            rawId: string;
            type: 'public-key';
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: Array<string>;
            };
        };
    };
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/auth/passkeys';
};

export type AddPasskeyErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `passkey_refused`: We could not check this passkey. Please try again, or use another way.
     *
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `second_factor_needs_mail`: The first second factor of an admin needs the mailbox, too. Sign out, sign in with the code that we email you, and set it up then.
     *
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `passkey_exists`: This passkey is already in use. Choose another device or password manager.
     *
     * `too_many_passkeys`: Remove a passkey that you no longer use before you add another.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type AddPasskeyError = AddPasskeyErrors[keyof AddPasskeyErrors];

export type AddPasskeyResponses = {
    /**
     * Success
     */
    201: {
        passkey: Passkey;
        /**
         * For the first second factor of an account; otherwise empty, as the former codes stay. Each works once, in place of the app or passkey. They are shown only this time.
         */
        recovery_codes: Array<string>;
    };
};

export type AddPasskeyResponse = AddPasskeyResponses[keyof AddPasskeyResponses];

export type RemovePasskeyData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path: {
        /**
         * From your second factors.
         */
        id: string;
    };
    query?: never;
    url: '/v1/auth/passkeys/{id}';
};

export type RemovePasskeyErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RemovePasskeyError = RemovePasskeyErrors[keyof RemovePasskeyErrors];

export type RemovePasskeyResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type RemovePasskeyResponse = RemovePasskeyResponses[keyof RemovePasskeyResponses];

export type DeleteAccountData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me';
};

export type DeleteAccountErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `last_admin`: There must be at least one admin. Make another user an admin first.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteAccountError = DeleteAccountErrors[keyof DeleteAccountErrors];

export type DeleteAccountResponses = {
    /**
     * Success
     */
    202: {
        [key: string]: never;
    };
};

export type DeleteAccountResponse = DeleteAccountResponses[keyof DeleteAccountResponses];

export type GetMeData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me';
};

export type GetMeErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetMeError = GetMeErrors[keyof GetMeErrors];

export type GetMeResponses = {
    /**
     * Success
     */
    200: {
        user: User;
        role: 'user' | 'support' | 'admin';
        profile: Profile;
        /**
         * Whether `GET /v1/me/station` has a station. One with a pending payment counts as missing.
         */
        has_station: boolean;
    };
};

export type GetMeResponse = GetMeResponses[keyof GetMeResponses];

export type GetProfileData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/profile';
};

export type GetProfileErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetProfileError = GetProfileErrors[keyof GetProfileErrors];

export type GetProfileResponses = {
    /**
     * Success
     */
    200: Profile;
};

export type GetProfileResponse = GetProfileResponses[keyof GetProfileResponses];

export type ChangeProfileData = {
    body: {
        first_name?: string;
        last_name?: string;
        phone_number?: string;
        country?: string;
        company_name?: string | null;
        company_address?: string | null;
        company_city?: string | null;
        company_postal_code?: string | null;
        company_website?: string | '' | null;
        company_vat_number?: string | null;
    };
    path?: never;
    query?: never;
    url: '/v1/me/profile';
};

export type ChangeProfileErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeProfileError = ChangeProfileErrors[keyof ChangeProfileErrors];

export type ChangeProfileResponses = {
    /**
     * Success
     */
    200: Profile;
};

export type ChangeProfileResponse = ChangeProfileResponses[keyof ChangeProfileResponses];

export type ExportAccountData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/export';
};

export type ExportAccountErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ExportAccountError = ExportAccountErrors[keyof ExportAccountErrors];

export type ExportAccountResponses = {
    /**
     * Success
     */
    200: AccountExport;
};

export type ExportAccountResponse = ExportAccountResponses[keyof ExportAccountResponses];

export type ListApiKeysData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/api-keys';
};

export type ListApiKeysErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListApiKeysError = ListApiKeysErrors[keyof ListApiKeysErrors];

export type ListApiKeysResponses = {
    /**
     * Success
     */
    200: {
        data: Array<ApiKey>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListApiKeysResponse = ListApiKeysResponses[keyof ListApiKeysResponses];

export type CreateApiKeyData = {
    body: {
        name: string;
        scopes: Array<'read' | 'write' | 'admin' | 'stations:read' | 'stations:write' | 'assets:read' | 'assets:write' | 'announcements:read' | 'announcements:write' | 'messages:read' | 'messages:write' | 'billing:read' | 'billing:write' | 'account:read' | 'account:write' | 'webhooks:read' | 'webhooks:write'>;
        /**
         * Without it, the key does not expire.
         */
        expires_in_days?: number;
        /**
         * True: a test key.
         */
        is_test?: boolean;
    };
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/api-keys';
};

export type CreateApiKeyErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `too_many_keys`: Delete a key that you no longer use before you create another.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CreateApiKeyError = CreateApiKeyErrors[keyof CreateApiKeyErrors];

export type CreateApiKeyResponses = {
    /**
     * Success
     */
    201: {
        id: string;
        name: string;
        scopes: Array<'read' | 'write' | 'admin' | 'stations:read' | 'stations:write' | 'assets:read' | 'assets:write' | 'announcements:read' | 'announcements:write' | 'messages:read' | 'messages:write' | 'billing:read' | 'billing:write' | 'account:read' | 'account:write' | 'webhooks:read' | 'webhooks:write'>;
        /**
         * The first characters, to tell keys apart.
         */
        prefix: string;
        created_at: string;
        /**
         * Null: it does not expire.
         */
        expires_at: string | null;
        last_used_at: string | null;
        key: string;
    };
};

export type CreateApiKeyResponse = CreateApiKeyResponses[keyof CreateApiKeyResponses];

export type DeleteApiKeyData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/api-keys/{id}';
};

export type DeleteApiKeyErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteApiKeyError = DeleteApiKeyErrors[keyof DeleteApiKeyErrors];

export type DeleteApiKeyResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type DeleteApiKeyResponse = DeleteApiKeyResponses[keyof DeleteApiKeyResponses];

export type ListMyWebhooksData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/webhooks';
};

export type ListMyWebhooksErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListMyWebhooksError = ListMyWebhooksErrors[keyof ListMyWebhooksErrors];

export type ListMyWebhooksResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Webhook>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListMyWebhooksResponse = ListMyWebhooksResponses[keyof ListMyWebhooksResponses];

export type CreateMyWebhookData = {
    body: {
        url: string;
        events: Array<'station.activated' | 'station.suspended' | 'station.slug_changed' | 'station.silent' | 'station.recovered' | 'setup.submitted' | 'asset.ready' | 'announcement.aired' | 'invoice.paid' | 'hours.threshold'>;
        description?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/webhooks';
};

export type CreateMyWebhookErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `too_many_webhooks`: Remove a webhook that you no longer use before you add another.
     *
     * `email_unconfirmed`: Open the link in the mail that we sent you, then add the webhook.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `url_not_allowed`: The address must be a public http or https URL. Each one is listed under errors.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CreateMyWebhookError = CreateMyWebhookErrors[keyof CreateMyWebhookErrors];

export type CreateMyWebhookResponses = {
    /**
     * Success
     */
    201: WebhookWithSecret;
};

export type CreateMyWebhookResponse = CreateMyWebhookResponses[keyof CreateMyWebhookResponses];

export type DeleteMyWebhookData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/webhooks/{id}';
};

export type DeleteMyWebhookErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteMyWebhookError = DeleteMyWebhookErrors[keyof DeleteMyWebhookErrors];

export type DeleteMyWebhookResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type DeleteMyWebhookResponse = DeleteMyWebhookResponses[keyof DeleteMyWebhookResponses];

export type ChangeMyWebhookData = {
    body: {
        url?: string;
        events?: Array<'station.activated' | 'station.suspended' | 'station.slug_changed' | 'station.silent' | 'station.recovered' | 'setup.submitted' | 'asset.ready' | 'announcement.aired' | 'invoice.paid' | 'hours.threshold'>;
        description?: string;
        is_enabled?: boolean;
    };
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/webhooks/{id}';
};

export type ChangeMyWebhookErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `email_unconfirmed`: Open the link in the mail that we sent you, then add the webhook.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `url_not_allowed`: The address must be a public http or https URL. Each one is listed under errors.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeMyWebhookError = ChangeMyWebhookErrors[keyof ChangeMyWebhookErrors];

export type ChangeMyWebhookResponses = {
    /**
     * Success
     */
    200: Webhook;
};

export type ChangeMyWebhookResponse = ChangeMyWebhookResponses[keyof ChangeMyWebhookResponses];

export type RotateMyWebhookSecretData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/webhooks/{id}/secret';
};

export type RotateMyWebhookSecretErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RotateMyWebhookSecretError = RotateMyWebhookSecretErrors[keyof RotateMyWebhookSecretErrors];

export type RotateMyWebhookSecretResponses = {
    /**
     * Success
     */
    200: WebhookWithSecret;
};

export type RotateMyWebhookSecretResponse = RotateMyWebhookSecretResponses[keyof RotateMyWebhookSecretResponses];

export type TestMyWebhookData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/webhooks/{id}/test';
};

export type TestMyWebhookErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `webhook_disabled`: Enable it before you send anything to it.
     *
     * `email_unconfirmed`: Open the link in the mail that we sent you, then add the webhook.
     */
    409: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type TestMyWebhookError = TestMyWebhookErrors[keyof TestMyWebhookErrors];

export type TestMyWebhookResponses = {
    /**
     * Success
     */
    202: WebhookDelivery;
};

export type TestMyWebhookResponse = TestMyWebhookResponses[keyof TestMyWebhookResponses];

export type ListMyWebhookDeliveriesData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/me/webhooks/{id}/deliveries';
};

export type ListMyWebhookDeliveriesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListMyWebhookDeliveriesError = ListMyWebhookDeliveriesErrors[keyof ListMyWebhookDeliveriesErrors];

export type ListMyWebhookDeliveriesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<WebhookDelivery>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListMyWebhookDeliveriesResponse = ListMyWebhookDeliveriesResponses[keyof ListMyWebhookDeliveriesResponses];

export type ResendMyWebhookData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
        /**
         * The `webhook-id` of the request: the same in every attempt.
         */
        event_id: string;
    };
    query?: never;
    url: '/v1/me/webhooks/{id}/deliveries/{event_id}/resend';
};

export type ResendMyWebhookErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: You have no station yet.
     */
    404: Problem;
    /**
     * `webhook_disabled`: Enable it before you send anything to it.
     *
     * `email_unconfirmed`: Open the link in the mail that we sent you, then add the webhook.
     */
    409: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ResendMyWebhookError = ResendMyWebhookErrors[keyof ResendMyWebhookErrors];

export type ResendMyWebhookResponses = {
    /**
     * Success
     */
    202: WebhookDelivery;
};

export type ResendMyWebhookResponse = ResendMyWebhookResponses[keyof ResendMyWebhookResponses];

export type ListWebhooksData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/admin/webhooks';
};

export type ListWebhooksErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListWebhooksError = ListWebhooksErrors[keyof ListWebhooksErrors];

export type ListWebhooksResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Webhook>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListWebhooksResponse = ListWebhooksResponses[keyof ListWebhooksResponses];

export type CreateWebhookData = {
    body: {
        url: string;
        events: Array<'station.activated' | 'station.suspended' | 'station.slug_changed' | 'station.silent' | 'station.recovered' | 'setup.submitted' | 'asset.ready' | 'announcement.aired' | 'invoice.paid' | 'hours.threshold'>;
        description?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/webhooks';
};

export type CreateWebhookErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `too_many_webhooks`: Remove a webhook that you no longer use before you add another.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `url_not_allowed`: The address must be a public http or https URL. Each one is listed under errors.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CreateWebhookError = CreateWebhookErrors[keyof CreateWebhookErrors];

export type CreateWebhookResponses = {
    /**
     * Success
     */
    201: WebhookWithSecret;
};

export type CreateWebhookResponse = CreateWebhookResponses[keyof CreateWebhookResponses];

export type DeleteWebhookData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/webhooks/{id}';
};

export type DeleteWebhookErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteWebhookError = DeleteWebhookErrors[keyof DeleteWebhookErrors];

export type DeleteWebhookResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type DeleteWebhookResponse = DeleteWebhookResponses[keyof DeleteWebhookResponses];

export type ChangeWebhookData = {
    body: {
        url?: string;
        events?: Array<'station.activated' | 'station.suspended' | 'station.slug_changed' | 'station.silent' | 'station.recovered' | 'setup.submitted' | 'asset.ready' | 'announcement.aired' | 'invoice.paid' | 'hours.threshold'>;
        description?: string;
        is_enabled?: boolean;
    };
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/webhooks/{id}';
};

export type ChangeWebhookErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `url_not_allowed`: The address must be a public http or https URL. Each one is listed under errors.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeWebhookError = ChangeWebhookErrors[keyof ChangeWebhookErrors];

export type ChangeWebhookResponses = {
    /**
     * Success
     */
    200: Webhook;
};

export type ChangeWebhookResponse = ChangeWebhookResponses[keyof ChangeWebhookResponses];

export type RotateWebhookSecretData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/webhooks/{id}/secret';
};

export type RotateWebhookSecretErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];

export type RotateWebhookSecretResponses = {
    /**
     * Success
     */
    200: WebhookWithSecret;
};

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];

export type TestWebhookData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/webhooks/{id}/test';
};

export type TestWebhookErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `webhook_disabled`: Enable it before you send anything to it.
     */
    409: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type TestWebhookError = TestWebhookErrors[keyof TestWebhookErrors];

export type TestWebhookResponses = {
    /**
     * Success
     */
    202: WebhookDelivery;
};

export type TestWebhookResponse = TestWebhookResponses[keyof TestWebhookResponses];

export type ListWebhookDeliveriesData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
    };
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/webhooks/{id}/deliveries';
};

export type ListWebhookDeliveriesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];

export type ListWebhookDeliveriesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<WebhookDelivery>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];

export type ResendWebhookData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        id: string;
        /**
         * The `webhook-id` of the request: the same in every attempt.
         */
        event_id: string;
    };
    query?: never;
    url: '/v1/admin/webhooks/{id}/deliveries/{event_id}/resend';
};

export type ResendWebhookErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `webhook_disabled`: Enable it before you send anything to it.
     */
    409: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ResendWebhookError = ResendWebhookErrors[keyof ResendWebhookErrors];

export type ResendWebhookResponses = {
    /**
     * Success
     */
    202: WebhookDelivery;
};

export type ResendWebhookResponse = ResendWebhookResponses[keyof ResendWebhookResponses];

export type GetCheckoutData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/checkout';
};

export type GetCheckoutErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetCheckoutError = GetCheckoutErrors[keyof GetCheckoutErrors];

export type GetCheckoutResponses = {
    /**
     * Success
     */
    200: {
        purchase: OpenPurchase | null;
    };
};

export type GetCheckoutResponse = GetCheckoutResponses[keyof GetCheckoutResponses];

export type StartCheckoutData = {
    body: {
        package_name: 'Starter' | 'Professional' | 'Enterprise';
        company_details: CompanyDetails;
        pricing: {
            setup_fee: number;
            first_month: number;
            vat_amount: number;
            total: number;
        };
        /**
         * Ends automatically after the first month, unless the member continues it.
         */
        trial?: boolean;
        /**
         * Where the payment page leads after the payment. Default: the member’s area.
         */
        success_url?: string;
        /**
         * Where its way back leads. Default: the member’s area.
         */
        cancel_url?: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/checkout';
};

export type StartCheckoutErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `price_changed`: These amounts no longer apply. Check the new ones and try again.
     *
     * `order_replaced`: You have ordered something else since, perhaps in another tab. Complete that order, or try this one again.
     *
     * `already_subscribed`: Your station is paid for. You can manage its subscription on your dashboard.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `unknown_package`: This package is not available. Please choose another one.
     *
     * `vat_number_invalid`: The VAT number does not match the format of its country. Correct it or leave it out.
     *
     * `vat_number_invalid`: The tax authorities’ register does not know this VAT number. Correct it or leave it out.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to create payment session. Please try again.
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type StartCheckoutError = StartCheckoutErrors[keyof StartCheckoutErrors];

export type StartCheckoutResponses = {
    /**
     * Success
     */
    200: {
        url: string;
    };
};

export type StartCheckoutResponse = StartCheckoutResponses[keyof StartCheckoutResponses];

export type VerifyCheckoutData = {
    body: {
        [key: string]: never;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/checkout/verify';
};

export type VerifyCheckoutErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type VerifyCheckoutError = VerifyCheckoutErrors[keyof VerifyCheckoutErrors];

export type VerifyCheckoutResponses = {
    /**
     * Success
     */
    200: {
        success: boolean;
        /**
         * False while a payment may still arrive: ask again.
         */
        is_final: boolean;
        message: string;
    };
};

export type VerifyCheckoutResponse = VerifyCheckoutResponses[keyof VerifyCheckoutResponses];

export type GetBillingData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/me/billing';
};

export type GetBillingErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetBillingError = GetBillingErrors[keyof GetBillingErrors];

export type GetBillingResponses = {
    /**
     * Success
     */
    200: {
        subscription: Subscription | null;
        invoices: Array<Invoice>;
        /**
         * The purchase-order number on the next invoices; null without one.
         */
        purchase_order: string | null;
    };
};

export type GetBillingResponse = GetBillingResponses[keyof GetBillingResponses];

export type CancelSubscriptionData = {
    body: {
        /**
         * The end that the member agreed to, from `if_cancelled`.
         */
        ends_at: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/billing/cancel';
};

export type CancelSubscriptionErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `subscription_changed`: It differs from what this page showed, and nothing was done. Please look at it again.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CancelSubscriptionError = CancelSubscriptionErrors[keyof CancelSubscriptionErrors];

export type CancelSubscriptionResponses = {
    /**
     * Success
     */
    200: {
        subscription: Subscription;
    };
};

export type CancelSubscriptionResponse = CancelSubscriptionResponses[keyof CancelSubscriptionResponses];

export type ResumeSubscriptionData = {
    body: {
        [key: string]: never;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/billing/resume';
};

export type ResumeSubscriptionErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `subscription_changed`: It differs from what this page showed, and nothing was done. Please look at it again.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ResumeSubscriptionError = ResumeSubscriptionErrors[keyof ResumeSubscriptionErrors];

export type ResumeSubscriptionResponses = {
    /**
     * Success
     */
    200: {
        subscription: Subscription;
    };
};

export type ResumeSubscriptionResponse = ResumeSubscriptionResponses[keyof ResumeSubscriptionResponses];

export type QuotePackageChangeData = {
    body: {
        package_name: 'Starter' | 'Professional' | 'Enterprise';
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/billing/package/quote';
};

export type QuotePackageChangeErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `package_not_changeable`: A package can be changed while its subscription is paid and has another payment to come.
     *
     * `package_change_planned`: The package changes with the next payment. Keep the present one first to choose a larger one.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `unknown_package`: This package is not available. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type QuotePackageChangeError = QuotePackageChangeErrors[keyof QuotePackageChangeErrors];

export type QuotePackageChangeResponses = {
    /**
     * Success
     */
    200: PackageChange;
};

export type QuotePackageChangeResponse = QuotePackageChangeResponses[keyof QuotePackageChangeResponses];

export type ChangePackageData = {
    body: {
        package_name: 'Starter' | 'Professional' | 'Enterprise';
        /**
         * The amount that was agreed to, from the quote.
         */
        amount_due: number;
        /**
         * From the quote, which is good for 30 minutes.
         */
        quoted_at: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/billing/package';
};

export type ChangePackageErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `package_not_changeable`: A package can be changed while its subscription is paid and has another payment to come.
     *
     * `package_change_planned`: The package changes with the next payment. Keep the present one first to choose a larger one.
     *
     * `subscription_changed`: It differs from what this page showed, and nothing was done. Please look at it again.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `unknown_package`: This package is not available. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangePackageError = ChangePackageErrors[keyof ChangePackageErrors];

export type ChangePackageResponses = {
    /**
     * Success
     */
    200: {
        subscription: Subscription;
        /**
         * Where to pay, when the stored card was declined or its bank wants a confirmation. The change then waits for the payment, 23 hours at most.
         */
        payment_url: string | null;
    };
};

export type ChangePackageResponse = ChangePackageResponses[keyof ChangePackageResponses];

export type ChangePurchaseOrderData = {
    body: {
        purchase_order: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/billing/purchase-order';
};

export type ChangePurchaseOrderErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_billing_account`: You have no subscription yet. It starts with your first purchase.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangePurchaseOrderError = ChangePurchaseOrderErrors[keyof ChangePurchaseOrderErrors];

export type ChangePurchaseOrderResponses = {
    /**
     * Success
     */
    200: {
        purchase_order: string | null;
    };
};

export type ChangePurchaseOrderResponse = ChangePurchaseOrderResponses[keyof ChangePurchaseOrderResponses];

export type DownloadInvoiceData = {
    body?: never;
    path: {
        /**
         * The invoice’s id, from `GET /v1/me/billing`.
         */
        id: string;
    };
    query?: never;
    url: '/v1/me/billing/invoices/{id}/download';
};

export type DownloadInvoiceErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `invoice_not_found`: There is no such invoice in your account.
     */
    404: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DownloadInvoiceError = DownloadInvoiceErrors[keyof DownloadInvoiceErrors];

export type DownloadInvoiceResponses = {
    /**
     * Success
     */
    200: {
        download_url: string;
    };
};

export type DownloadInvoiceResponse = DownloadInvoiceResponses[keyof DownloadInvoiceResponses];

export type OpenBillingPortalData = {
    body: {
        [key: string]: never;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/billing/portal';
};

export type OpenBillingPortalErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `no_billing_account`: You have no subscription yet. It starts with your first purchase.
     *
     * `portal_not_configured`: Customer portal needs to be configured in Stripe dashboard first. Please contact support.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type OpenBillingPortalError = OpenBillingPortalErrors[keyof OpenBillingPortalErrors];

export type OpenBillingPortalResponses = {
    /**
     * Success
     */
    200: {
        url: string;
    };
};

export type OpenBillingPortalResponse = OpenBillingPortalResponses[keyof OpenBillingPortalResponses];

export type ReceiveStripeEventData = {
    body: {
        id: string;
        type: string;
        [key: string]: unknown;
    };
    headers: {
        /**
         * The time of signing, and the signatures of the body.
         */
        'stripe-signature': string;
    };
    path?: never;
    query?: never;
    url: '/v1/webhooks/stripe';
};

export type ReceiveStripeEventErrors = {
    /**
     * `invalid_signature`: The signature does not match this body.
     *
     * `stale_signature`: The signature’s timestamp is too far from the current time.
     */
    400: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ReceiveStripeEventError = ReceiveStripeEventErrors[keyof ReceiveStripeEventErrors];

export type ReceiveStripeEventResponses = {
    /**
     * Success
     */
    200: {
        received: true;
    };
};

export type ReceiveStripeEventResponse = ReceiveStripeEventResponses[keyof ReceiveStripeEventResponses];

export type SendContactMessageData = {
    body: {
        name: string;
        email: string;
        company?: string;
        subject: string;
        message: string;
        /**
         * Leave it empty. Forms hide this field from people, so that only bots fill it in.
         */
        homepage?: string;
        /**
         * How long the form was open, in ms. People need more than 2000 ms.
         */
        elapsed_ms?: number;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/contact';
};

export type SendContactMessageErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SendContactMessageError = SendContactMessageErrors[keyof SendContactMessageErrors];

export type SendContactMessageResponses = {
    /**
     * Success
     */
    202: {
        success: true;
    };
};

export type SendContactMessageResponse = SendContactMessageResponses[keyof SendContactMessageResponses];

export type ListMyMessagesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/me/messages';
};

export type ListMyMessagesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListMyMessagesError = ListMyMessagesErrors[keyof ListMyMessagesErrors];

export type ListMyMessagesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Message>;
        has_more: boolean;
        next_cursor: string | null;
        /**
         * Messages of the other side to read.
         */
        unread: number;
    };
};

export type ListMyMessagesResponse = ListMyMessagesResponses[keyof ListMyMessagesResponses];

export type SendMyMessageData = {
    body: {
        body: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/messages';
};

export type SendMyMessageErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SendMyMessageError = SendMyMessageErrors[keyof SendMyMessageErrors];

export type SendMyMessageResponses = {
    /**
     * Success
     */
    201: Message;
};

export type SendMyMessageResponse = SendMyMessageResponses[keyof SendMyMessageResponses];

export type ReadMyMessagesData = {
    body: {
        /**
         * The newest message that was shown.
         */
        until: string;
    };
    path?: never;
    query?: never;
    url: '/v1/me/messages/read';
};

export type ReadMyMessagesErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `view_only`: Nothing can be changed in this view, and security settings are not shown.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ReadMyMessagesError = ReadMyMessagesErrors[keyof ReadMyMessagesErrors];

export type ReadMyMessagesResponses = {
    /**
     * Success
     */
    200: {
        /**
         * Messages of the other side to read.
         */
        unread: number;
    };
};

export type ReadMyMessagesResponse = ReadMyMessagesResponses[keyof ReadMyMessagesResponses];

export type ListCustomerMessagesData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/customers/{user_id}/messages';
};

export type ListCustomerMessagesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListCustomerMessagesError = ListCustomerMessagesErrors[keyof ListCustomerMessagesErrors];

export type ListCustomerMessagesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<AdminMessage>;
        has_more: boolean;
        next_cursor: string | null;
        /**
         * Messages of the other side to read.
         */
        unread: number;
    };
};

export type ListCustomerMessagesResponse = ListCustomerMessagesResponses[keyof ListCustomerMessagesResponses];

export type SendCustomerMessageData = {
    body: {
        body: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/messages';
};

export type SendCustomerMessageErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SendCustomerMessageError = SendCustomerMessageErrors[keyof SendCustomerMessageErrors];

export type SendCustomerMessageResponses = {
    /**
     * Success
     */
    201: AdminMessage;
};

export type SendCustomerMessageResponse = SendCustomerMessageResponses[keyof SendCustomerMessageResponses];

export type ReadCustomerMessagesData = {
    body: {
        /**
         * The newest message that was shown.
         */
        until: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/messages/read';
};

export type ReadCustomerMessagesErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ReadCustomerMessagesError = ReadCustomerMessagesErrors[keyof ReadCustomerMessagesErrors];

export type ReadCustomerMessagesResponses = {
    /**
     * Success
     */
    200: {
        /**
         * Messages of the other side to read.
         */
        unread: number;
    };
};

export type ReadCustomerMessagesResponse = ReadCustomerMessagesResponses[keyof ReadCustomerMessagesResponses];

export type ListWaitingCustomersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/messages';
};

export type ListWaitingCustomersErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListWaitingCustomersError = ListWaitingCustomersErrors[keyof ListWaitingCustomersErrors];

export type ListWaitingCustomersResponses = {
    /**
     * Success
     */
    200: {
        data: Array<WaitingCustomer>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListWaitingCustomersResponse = ListWaitingCustomersResponses[keyof ListWaitingCustomersResponses];

export type GetStatsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/admin/stats';
};

export type GetStatsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetStatsError = GetStatsErrors[keyof GetStatsErrors];

export type GetStatsResponses = {
    /**
     * Success
     */
    200: {
        total_customers: number;
        total_revenue: number;
        collected_revenue: number;
        active_stations: number;
        pending_setups: number;
        currency: 'eur';
        trend: Array<{
            /**
             * In UTC.
             */
            day: string;
            total_customers: number;
            total_revenue: number;
            active_stations: number;
            pending_setups: number;
        }>;
    };
};

export type GetStatsResponse = GetStatsResponses[keyof GetStatsResponses];

export type ListListeningStationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Part of a station’s name or address.
         */
        search?: string;
        /**
         * `share` of the package, `seconds` of this month, both highest first, or `name`.
         */
        sort?: 'share' | 'seconds' | 'name';
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/listening';
};

export type ListListeningStationsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListListeningStationsError = ListListeningStationsErrors[keyof ListListeningStationsErrors];

export type ListListeningStationsResponses = {
    /**
     * Success
     */
    200: {
        totals: {
            /**
             * In UTC.
             */
            month: string;
            /**
             * Now, over all players.
             */
            listeners: number;
            /**
             * Of this month in UTC.
             */
            seconds: number;
            /**
             * At the end of the month, if it continues as in the last seven days.
             */
            forecast_seconds: number;
            /**
             * Stations that have used all their hours.
             */
            over_cap: number;
            /**
             * Seconds on each of the last 30 days in UTC, oldest first; the last is today.
             */
            trend: Array<number>;
        };
        data: Array<ListeningStation>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListListeningStationsResponse = ListListeningStationsResponses[keyof ListListeningStationsResponses];

export type ListStationListenersData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/admin/listeners';
};

export type ListStationListenersErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListStationListenersError = ListStationListenersErrors[keyof ListStationListenersErrors];

export type ListStationListenersResponses = {
    /**
     * Success
     */
    200: {
        /**
         * Over all stations.
         */
        listeners: number;
        data: Array<{
            station_id: string;
            user_id: string;
            station_name: string | null;
            station_slug: string;
            /**
             * Now, over all players.
             */
            listeners: number;
        }>;
    };
};

export type ListStationListenersResponse = ListStationListenersResponses[keyof ListStationListenersResponses];

export type ListCustomersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Part of a name, a company, an email address, a station’s name or address.
         */
        search?: string;
        /**
         * Of the station. `setup_pending` also finds stations on air with a starter programme, which are still built.
         */
        status?: 'payment_pending' | 'setup_pending' | 'active' | 'inactive' | 'suspended';
        /**
         * Of the station.
         */
        package_name?: 'Starter' | 'Professional' | 'Enterprise';
        /**
         * Joined on this day (UTC) or later.
         */
        created_from?: string;
        /**
         * Joined on this day (UTC) or before.
         */
        created_to?: string;
        /**
         * `name` sorts by last name, then first name. Customers without a value come last.
         */
        sort?: 'created_at' | 'purchased_at' | 'setup_form_submitted_at' | 'name' | 'company_name' | 'total_amount';
        /**
         * Ascending or descending.
         */
        order?: 'asc' | 'desc';
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/customers';
};

export type ListCustomersErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListCustomersError = ListCustomersErrors[keyof ListCustomersErrors];

export type ListCustomersResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Customer>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListCustomersResponse = ListCustomersResponses[keyof ListCustomersResponses];

export type ExportCustomersData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: {
        /**
         * Part of a name, a company, an email address, a station’s name or address.
         */
        search?: string;
        /**
         * Of the station. `setup_pending` also finds stations on air with a starter programme, which are still built.
         */
        status?: 'payment_pending' | 'setup_pending' | 'active' | 'inactive' | 'suspended';
        /**
         * Of the station.
         */
        package_name?: 'Starter' | 'Professional' | 'Enterprise';
        /**
         * Joined on this day (UTC) or later.
         */
        created_from?: string;
        /**
         * Joined on this day (UTC) or before.
         */
        created_to?: string;
        /**
         * `name` sorts by last name, then first name. Customers without a value come last.
         */
        sort?: 'created_at' | 'purchased_at' | 'setup_form_submitted_at' | 'name' | 'company_name' | 'total_amount';
        /**
         * Ascending or descending.
         */
        order?: 'asc' | 'desc';
    };
    url: '/v1/admin/customers.csv';
};

export type ExportCustomersErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ExportCustomersError = ExportCustomersErrors[keyof ExportCustomersErrors];

export type ExportCustomersResponses = {
    /**
     * Success
     */
    200: string;
};

export type ExportCustomersResponse = ExportCustomersResponses[keyof ExportCustomersResponses];

export type DeleteCustomerData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}';
};

export type DeleteCustomerErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `cannot_delete_self`: You can delete your own account in its settings, on your dashboard.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteCustomerError = DeleteCustomerErrors[keyof DeleteCustomerErrors];

export type DeleteCustomerResponses = {
    /**
     * Success
     */
    202: {
        [key: string]: never;
    };
};

export type DeleteCustomerResponse = DeleteCustomerResponses[keyof DeleteCustomerResponses];

export type GetCustomerData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}';
};

export type GetCustomerErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetCustomerError = GetCustomerErrors[keyof GetCustomerErrors];

export type GetCustomerResponses = {
    /**
     * Success
     */
    200: CustomerDetails;
};

export type GetCustomerResponse = GetCustomerResponses[keyof GetCustomerResponses];

export type ChangeCustomerData = {
    body: {
        profile?: {
            email?: string;
            first_name?: string;
            last_name?: string;
            phone_number?: string;
            country?: string;
            company_name?: string | null;
            company_address?: string | null;
            company_city?: string | null;
            company_postal_code?: string | null;
            company_website?: string | '' | null;
            company_vat_number?: string | null;
        };
        station?: {
            status?: 'setup_pending' | 'active' | 'inactive';
            station_name?: string | null;
            station_slug?: string;
            accent_colour?: string | '' | null;
            theme?: 'light' | 'dark' | 'auto' | '' | null;
            stream_url?: string | string | '' | null;
            radio_player_embed?: string | null;
            setup_notes?: string | null;
            current_track_data?: string | string | '' | null;
            previous_track_data?: string | string | '' | null;
            next_track_data?: string | string | '' | null;
            website_state?: 'due' | 'in_work' | 'delivered';
            website_url?: string | '' | null;
            apps_state?: 'due' | 'in_work' | 'delivered';
            listening_policy?: 'notify' | 'offer_upgrade' | 'stop_new';
            app_store_url?: string | '' | null;
            google_play_url?: string | '' | null;
        };
    };
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
        /**
         * Required. The ETag of the customer that the change is based on.
         */
        'if-match'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}';
};

export type ChangeCustomerErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: This customer has no station yet.
     */
    404: Problem;
    /**
     * `changed_meanwhile`: Someone else has changed this customer since you opened it. Your changes are not saved yet.
     *
     * `status_locked`: This station is not paid for at the moment. Its status depends on the payment.
     *
     * `slug_taken`: Another station uses this address. Please choose another one.
     *
     * `slug_held`: Another station had this address in the last 90 days. Its old links and QR codes must not lead to yours. Please choose another one.
     *
     * `on_air_here`: Its stream and track addresses are set by its schedule. Take the station off air first to enter others.
     *
     * `approval_missing`: The customer hears the radio IDs and the first hour before the first air, on the page Sound.
     *
     * `email_of_admin`: Admins change their email address themselves, in their account settings.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `slug_invalid`: Use 1 to 63 letters from a to z, digits and hyphens, with no hyphen at the start or the end, nor two as the third and fourth character.
     *
     * `slug_reserved`: We use this word for our own pages. Please choose another one.
     *
     * `url_not_allowed`: The address must be a public http or https URL. Each one is listed under errors.
     *
     * `user_already_exists`: Another account already uses this email address.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `precondition_required`: Send the ETag of the customer that you loaded, so that you don’t overwrite other changes.
     */
    428: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeCustomerError = ChangeCustomerErrors[keyof ChangeCustomerErrors];

export type ChangeCustomerResponses = {
    /**
     * Success
     */
    200: CustomerDetails;
};

export type ChangeCustomerResponse = ChangeCustomerResponses[keyof ChangeCustomerResponses];

export type CheckStationData = {
    body: {
        stream_url?: string | string | '' | null;
        current_track_data?: string | string | '' | null;
        previous_track_data?: string | string | '' | null;
        next_track_data?: string | string | '' | null;
        station_slug?: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/checks';
};

export type CheckStationErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: This customer has no station yet.
     */
    404: Problem;
    /**
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CheckStationError = CheckStationErrors[keyof CheckStationErrors];

export type CheckStationResponses = {
    /**
     * Success
     */
    200: {
        checks: Array<StationCheck>;
    };
};

export type CheckStationResponse = CheckStationResponses[keyof CheckStationResponses];

export type UploadCustomerAssetData = {
    body: {
        kind: 'logo' | 'background' | 'radio_id' | 'commercial';
        /**
         * One file, with its name.
         */
        file: Blob | File;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/assets';
};

export type UploadCustomerAssetErrors = {
    /**
     * `bad_multipart`: The body must be multipart/form-data: first `kind`, then one `file`.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: This customer has no station yet.
     */
    404: Problem;
    /**
     * `too_many_files`: Your package has no room for another file of this kind.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `file_too_large`: MP3 files must be under 20MB and at most 15 minutes long
     *
     * `file_too_large`: MP3 files must be under 20MB, logos under 2MB, background pictures under 10MB
     *
     * `file_too_large`: Logo must be under 2MB
     *
     * `file_too_large`: Background pictures must be under 10MB
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Only MP3 files are allowed
     *
     * `unsupported_media_type`: A picture must be a JPG, PNG or GIF image
     *
     * `unsupported_media_type`: Send a form, with Content-Type: multipart/form-data.
     */
    415: Problem;
    /**
     * `image_too_large`: This image has too many pixels or frames. Make it smaller and try again.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `busy`: Many people are using the service right now. Please try again in a few seconds.
     *
     * `storage_unavailable`: This is a problem on our side. Please try again in a moment.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type UploadCustomerAssetError = UploadCustomerAssetErrors[keyof UploadCustomerAssetErrors];

export type UploadCustomerAssetResponses = {
    /**
     * Success
     */
    201: CustomerAsset;
};

export type UploadCustomerAssetResponse = UploadCustomerAssetResponses[keyof UploadCustomerAssetResponses];

export type DeleteCustomerAssetData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        user_id: string;
        /**
         * From the customer’s `assets`.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/assets/{id}';
};

export type DeleteCustomerAssetErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteCustomerAssetError = DeleteCustomerAssetErrors[keyof DeleteCustomerAssetErrors];

export type DeleteCustomerAssetResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type DeleteCustomerAssetResponse = DeleteCustomerAssetResponses[keyof DeleteCustomerAssetResponses];

export type ListSpokenIdsData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/radio-ids';
};

export type ListSpokenIdsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListSpokenIdsError = ListSpokenIdsErrors[keyof ListSpokenIdsErrors];

export type ListSpokenIdsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<SpokenId>;
        has_more: boolean;
        next_cursor: string | null;
        /**
         * Chosen by the customer’s `voice_preference`; null: there is no voice.
         */
        default_voice_id: string | null;
    };
};

export type ListSpokenIdsResponse = ListSpokenIdsResponses[keyof ListSpokenIdsResponses];

export type SpeakRadioIdData = {
    body: {
        /**
         * The script as it should be spoken.
         */
        text: string;
        /**
         * From the voices.
         */
        voice_id: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/radio-ids/{id}/speech';
};

export type SpeakRadioIdErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `script_changed`: The customer has changed or removed this text. Load it again; nothing was saved.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `voice_not_found`: The voice is unknown or no longer available. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SpeakRadioIdError = SpeakRadioIdErrors[keyof SpeakRadioIdErrors];

export type SpeakRadioIdResponses = {
    /**
     * Success
     */
    202: SpokenId;
};

export type SpeakRadioIdResponse = SpeakRadioIdResponses[keyof SpeakRadioIdResponses];

export type RecordRadioIdData = {
    /**
     * The file’s bytes.
     */
    body: Blob | File;
    path: {
        /**
         * From the list.
         */
        user_id: string;
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/radio-ids/{id}/recording';
};

export type RecordRadioIdErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `script_changed`: The customer has changed or removed this text. Load it again; nothing was saved.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `storage_unavailable`: This is a problem on our side. Please try again in a moment.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RecordRadioIdError = RecordRadioIdErrors[keyof RecordRadioIdErrors];

export type RecordRadioIdResponses = {
    /**
     * Success
     */
    202: SpokenId;
};

export type RecordRadioIdResponse = RecordRadioIdResponses[keyof RecordRadioIdResponses];

export type AcceptRadioIdData = {
    body: {
        /**
         * The take that was heard.
         */
        take_id: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/radio-ids/{id}/acceptance';
};

export type AcceptRadioIdErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     *
     * `no_station`: This customer has no station yet.
     */
    404: Problem;
    /**
     * `script_changed`: The customer has changed or removed this text. Load it again; nothing was saved.
     *
     * `take_changed`: Someone else has had this script spoken or recorded again. Listen to the new take before you accept it.
     *
     * `take_not_ready`: This take can be accepted once it is ready for the air. Please wait a moment.
     *
     * `too_many_files`: Your package has no room for another file of this kind.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `storage_unavailable`: This is a problem on our side. Please try again in a moment.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type AcceptRadioIdError = AcceptRadioIdErrors[keyof AcceptRadioIdErrors];

export type AcceptRadioIdResponses = {
    /**
     * Success
     */
    200: SpokenId;
};

export type AcceptRadioIdResponse = AcceptRadioIdResponses[keyof AcceptRadioIdResponses];

export type RemoveRadioIdData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        user_id: string;
        /**
         * From the list.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/radio-ids/{id}';
};

export type RemoveRadioIdErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RemoveRadioIdError = RemoveRadioIdErrors[keyof RemoveRadioIdErrors];

export type RemoveRadioIdResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type RemoveRadioIdResponse = RemoveRadioIdResponses[keyof RemoveRadioIdResponses];

export type ResetCustomerPasswordData = {
    body?: never;
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/password-reset';
};

export type ResetCustomerPasswordErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `no_email`: This customer signs in by phone and has no email address.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ResetCustomerPasswordError = ResetCustomerPasswordErrors[keyof ResetCustomerPasswordErrors];

export type ResetCustomerPasswordResponses = {
    /**
     * Success
     */
    202: {
        [key: string]: never;
    };
};

export type ResetCustomerPasswordResponse = ResetCustomerPasswordResponses[keyof ResetCustomerPasswordResponses];

export type RemoveCustomerSecondFactorData = {
    body?: never;
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/second-factor';
};

export type RemoveCustomerSecondFactorErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `second_factor_missing`: This account has no second factor.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RemoveCustomerSecondFactorError = RemoveCustomerSecondFactorErrors[keyof RemoveCustomerSecondFactorErrors];

export type RemoveCustomerSecondFactorResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type RemoveCustomerSecondFactorResponse = RemoveCustomerSecondFactorResponses[keyof RemoveCustomerSecondFactorResponses];

export type EndSupportViewData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/view';
};

export type EndSupportViewErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type EndSupportViewError = EndSupportViewErrors[keyof EndSupportViewErrors];

export type EndSupportViewResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type EndSupportViewResponse = EndSupportViewResponses[keyof EndSupportViewResponses];

export type StartSupportViewData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/view';
};

export type StartSupportViewErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type StartSupportViewError = StartSupportViewErrors[keyof StartSupportViewErrors];

export type StartSupportViewResponses = {
    /**
     * Success
     */
    201: {
        /**
         * Send it as `Authorization: Bearer …`.
         */
        view_token: string;
        expires_at: string;
        user: User;
    };
};

export type StartSupportViewResponse = StartSupportViewResponses[keyof StartSupportViewResponses];

export type QuoteCustomerPackageData = {
    body: {
        package_name: 'Starter' | 'Professional' | 'Enterprise';
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/package/quote';
};

export type QuoteCustomerPackageErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `package_not_changeable`: A package can be changed while its subscription is paid and has another payment to come.
     *
     * `package_change_planned`: The package changes with the next payment. Keep the present one first to choose a larger one.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `unknown_package`: This package is not available. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type QuoteCustomerPackageError = QuoteCustomerPackageErrors[keyof QuoteCustomerPackageErrors];

export type QuoteCustomerPackageResponses = {
    /**
     * Success
     */
    200: PackageChange;
};

export type QuoteCustomerPackageResponse = QuoteCustomerPackageResponses[keyof QuoteCustomerPackageResponses];

export type ChangeCustomerPackageData = {
    body: {
        package_name: 'Starter' | 'Professional' | 'Enterprise';
        /**
         * The amount that was agreed to, from the quote.
         */
        amount_due: number;
        /**
         * From the quote, which is good for 30 minutes.
         */
        quoted_at: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/package';
};

export type ChangeCustomerPackageErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `package_not_changeable`: A package can be changed while its subscription is paid and has another payment to come.
     *
     * `package_change_planned`: The package changes with the next payment. Keep the present one first to choose a larger one.
     *
     * `subscription_changed`: It differs from what this page showed, and nothing was done. Please look at it again.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `unknown_package`: This package is not available. Please choose another one.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `payment_provider_error`: Failed to load billing information
     */
    502: Problem;
    /**
     * `stripe_not_configured`: Stripe secret key not configured. Please contact support.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeCustomerPackageError = ChangeCustomerPackageErrors[keyof ChangeCustomerPackageErrors];

export type ChangeCustomerPackageResponses = {
    /**
     * Success
     */
    200: {
        subscription: Subscription;
        /**
         * Where to pay, when the stored card was declined or its bank wants a confirmation. The change then waits for the payment, 23 hours at most.
         */
        payment_url: string | null;
    };
};

export type ChangeCustomerPackageResponse = ChangeCustomerPackageResponses[keyof ChangeCustomerPackageResponses];

export type ChangeRoleData = {
    body: {
        role: 'user' | 'support' | 'admin';
    };
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path: {
        /**
         * From the list.
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/admin/customers/{user_id}/role';
};

export type ChangeRoleErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `last_admin`: There must be at least one admin. Make another user an admin first.
     *
     * `email_unconfirmed`: Anyone could have signed up with this address. Its owner must confirm it before they can become an admin.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeRoleError = ChangeRoleErrors[keyof ChangeRoleErrors];

export type ChangeRoleResponses = {
    /**
     * Success
     */
    200: {
        role: 'user' | 'support' | 'admin';
    };
};

export type ChangeRoleResponse = ChangeRoleResponses[keyof ChangeRoleResponses];

export type ListAuditData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only actions on this customer.
         */
        user_id?: string;
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/audit';
};

export type ListAuditErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListAuditError = ListAuditErrors[keyof ListAuditErrors];

export type ListAuditResponses = {
    /**
     * Success
     */
    200: {
        data: Array<AuditEntry>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListAuditResponse = ListAuditResponses[keyof ListAuditResponses];

export type ListTroublesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/watch';
};

export type ListTroublesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListTroublesError = ListTroublesErrors[keyof ListTroublesErrors];

export type ListTroublesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<StationTrouble>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListTroublesResponse = ListTroublesResponses[keyof ListTroublesResponses];

export type PreviewStreamHostData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The host of the present addresses.
         */
        from: string;
        /**
         * The host that replaces it.
         */
        to: string;
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/stations/host';
};

export type PreviewStreamHostErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `url_not_allowed`: The address must be a public http or https URL. Each one is listed under errors.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type PreviewStreamHostError = PreviewStreamHostErrors[keyof PreviewStreamHostErrors];

export type PreviewStreamHostResponses = {
    /**
     * Success
     */
    200: {
        data: Array<StationOnHost>;
        has_more: boolean;
        next_cursor: string | null;
        /**
         * Stations in all.
         */
        stations: number;
    };
};

export type PreviewStreamHostResponse = PreviewStreamHostResponses[keyof PreviewStreamHostResponses];

export type ChangeStreamHostData = {
    body: {
        /**
         * The host of the present addresses.
         */
        from: string;
        /**
         * The host that replaces it.
         */
        to: string;
    };
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/stations/host';
};

export type ChangeStreamHostErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `url_not_allowed`: The address must be a public http or https URL. Each one is listed under errors.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeStreamHostError = ChangeStreamHostErrors[keyof ChangeStreamHostErrors];

export type ChangeStreamHostResponses = {
    /**
     * Success
     */
    200: {
        /**
         * Stations in all.
         */
        stations: number;
    };
};

export type ChangeStreamHostResponse = ChangeStreamHostResponses[keyof ChangeStreamHostResponses];

export type FindPersonalDataData = {
    body: {
        email: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/personal-data';
};

export type FindPersonalDataErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type FindPersonalDataError = FindPersonalDataErrors[keyof FindPersonalDataErrors];

export type FindPersonalDataResponses = {
    /**
     * Success
     */
    200: PersonalData;
};

export type FindPersonalDataResponse = FindPersonalDataResponses[keyof FindPersonalDataResponses];

export type ErasePersonalDataData = {
    body: {
        email: string;
    };
    headers?: {
        /**
         * The token from `POST /v1/auth/step-up`. Required where the call’s description says so.
         */
        'step-up'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/personal-data/erasure';
};

export type ErasePersonalDataErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     *
     * `step_up_required`: Enter your password again to continue.
     */
    403: Problem;
    /**
     * `cannot_delete_self`: You can delete your own account in its settings, on your dashboard.
     *
     * `subscription_running`: Delete the customer first: this also cancels the subscription. Then erase the address to delete what is left.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ErasePersonalDataError = ErasePersonalDataErrors[keyof ErasePersonalDataErrors];

export type ErasePersonalDataResponses = {
    /**
     * As before the erasure.
     */
    202: {
        email: string;
        /**
         * The account that signs in with the address.
         */
        customer: {
            user_id: string;
            role: 'user' | 'support' | 'admin';
            /**
             * False: the account has not proven that the address is its own.
             */
            is_confirmed: boolean;
            /**
             * A subscription runs, so the address can’t be erased yet.
             */
            has_subscription: boolean;
        } | null;
        /**
         * Only kinds of which something is kept.
         */
        kinds: Array<{
            kind: 'account' | 'pending_changes' | 'station' | 'files' | 'messages' | 'credentials' | 'orders' | 'unpaid_orders' | 'invoices' | 'payment_events' | 'sessions' | 'codes' | 'mails' | 'contact_messages' | 'answers' | 'webhook_log' | 'audit_details' | 'audit_addresses' | 'listening';
            count: number;
            /**
             * Days that it is kept. Null: until the account is deleted.
             */
            days: number | null;
            /**
             * The effect of erasing the address. `redacted`: the line stays without the person; `kept`: it stays, as the law requires.
             */
            erasure: 'deleted' | 'redacted' | 'kept';
        }>;
    };
};

export type ErasePersonalDataResponse = ErasePersonalDataResponses[keyof ErasePersonalDataResponses];

export type GetOperationsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/admin/operations';
};

export type GetOperationsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetOperationsError = GetOperationsErrors[keyof GetOperationsErrors];

export type GetOperationsResponses = {
    /**
     * Success
     */
    200: {
        modes: OperatingModes;
        parts: {
            database?: {
                status: 'ok' | 'failing';
                since: string;
                last_error: {
                    at: string;
                    reason: 'no_answer' | 'unreachable' | 'error';
                } | null;
            };
            storage?: {
                status: 'ok' | 'failing';
                since: string;
                last_error: {
                    at: string;
                    reason: 'no_answer' | 'unreachable' | 'error';
                } | null;
            };
            mail?: {
                status: 'ok' | 'failing';
                since: string;
                last_error: {
                    at: string;
                    reason: 'no_answer' | 'unreachable' | 'error';
                } | null;
            };
            payments?: {
                status: 'ok' | 'failing';
                since: string;
                last_error: {
                    at: string;
                    reason: 'no_answer' | 'unreachable' | 'error';
                } | null;
            };
        };
        counts: {
            failed_jobs: number;
            failed_mails: number;
            retried_mails: number;
            unprocessed_events: number;
            failed_deliveries: number;
        };
        tasks: Array<{
            task: string;
            waiting: number;
            running: number;
            failed: number;
            /**
             * When the oldest job that is due should have run.
             */
            oldest_due_at: string | null;
        }>;
        failed_jobs: Array<QueuedJob>;
        /**
         * Those that failed or wait after a failure.
         */
        mails: Array<QueuedJob>;
        stripe_events: Array<{
            id: string;
            type: string;
            customer_id: string | null;
            received_at: string;
        }>;
        webhook_deliveries: Array<{
            id: string;
            webhook_id: string;
            url: string;
            type: string;
            created_at: string;
            attempts: number;
            reason: string;
            /**
             * False: nothing is sent to this address.
             */
            is_enabled: boolean;
        }>;
    };
};

export type GetOperationsResponse = GetOperationsResponses[keyof GetOperationsResponses];

export type ChangeModesData = {
    body: ModesChange;
    path?: never;
    query?: never;
    url: '/v1/admin/operations';
};

export type ChangeModesErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeModesError = ChangeModesErrors[keyof ChangeModesErrors];

export type ChangeModesResponses = {
    /**
     * Success
     */
    200: OperatingModes;
};

export type ChangeModesResponse = ChangeModesResponses[keyof ChangeModesResponses];

export type ActOnFailedData = {
    body: {
        act: 'retry_job' | 'remove_job' | 'retry_webhook' | 'retry_stripe_event';
        ids: Array<string>;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/operations';
};

export type ActOnFailedErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ActOnFailedError = ActOnFailedErrors[keyof ActOnFailedErrors];

export type ActOnFailedResponses = {
    /**
     * Success
     */
    200: {
        done: number;
    };
};

export type ActOnFailedResponse = ActOnFailedResponses[keyof ActOnFailedResponses];

export type ListLibraryTracksData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Words of the title, artist, album, ISRC, genre or mood, in any order. Accents and case don’t matter.
         */
        search?: string;
        /**
         * Case does not matter.
         */
        genre?: string;
        /**
         * Case does not matter.
         */
        mood?: string;
        /**
         * Case does not matter.
         */
        language?: string;
        /**
         * Case does not matter.
         */
        label?: string;
        /**
         * At least.
         */
        energy_from?: number;
        /**
         * At most.
         */
        energy_to?: number;
        /**
         * This year or later.
         */
        year_from?: number;
        /**
         * This year or before.
         */
        year_to?: number;
        /**
         * Only explicit tracks, or only others.
         */
        is_explicit?: 'true' | 'false';
        /**
         * Added on this day (UTC) or later.
         */
        added_from?: string;
        /**
         * Only tracks without it.
         */
        missing?: 'isrc' | 'label';
        /**
         * Only retired tracks, instead of those in use.
         */
        is_retired?: 'true' | 'false';
        /**
         * Only tracks that came with the program, instead of the operator’s.
         */
        is_system?: 'true' | 'false';
        /**
         * Tracks without an artist come first.
         */
        sort?: 'title' | 'artist' | 'created_at' | 'duration_seconds';
        /**
         * Ascending or descending.
         */
        order?: 'asc' | 'desc';
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/library/tracks';
};

export type ListLibraryTracksErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListLibraryTracksError = ListLibraryTracksErrors[keyof ListLibraryTracksErrors];

export type ListLibraryTracksResponses = {
    /**
     * Success
     */
    200: {
        data: Array<LibraryTrack>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListLibraryTracksResponse = ListLibraryTracksResponses[keyof ListLibraryTracksResponses];

export type ChangeLibraryTracksData = {
    body: {
        track_ids: Array<string>;
        change: {
            artist?: string | null;
            album?: string | null;
            year?: number | null;
            label?: string | null;
            composer?: string | null;
            genre?: string | null;
            mood?: string | null;
            energy?: number | null;
            language?: string | null;
            is_explicit?: boolean;
            notes?: string | null;
            is_retired?: boolean;
        };
    };
    path?: never;
    query?: never;
    url: '/v1/admin/library/tracks';
};

export type ChangeLibraryTracksErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeLibraryTracksError = ChangeLibraryTracksErrors[keyof ChangeLibraryTracksErrors];

export type ChangeLibraryTracksResponses = {
    /**
     * Success
     */
    200: {
        /**
         * How many tracks are different now.
         */
        changed: number;
    };
};

export type ChangeLibraryTracksResponse = ChangeLibraryTracksResponses[keyof ChangeLibraryTracksResponses];

export type GetLibraryTrackData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        track_id: string;
    };
    query?: never;
    url: '/v1/admin/library/tracks/{track_id}';
};

export type GetLibraryTrackErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetLibraryTrackError = GetLibraryTrackErrors[keyof GetLibraryTrackErrors];

export type GetLibraryTrackResponses = {
    /**
     * Success
     */
    200: LibraryTrackDetails;
};

export type GetLibraryTrackResponse = GetLibraryTrackResponses[keyof GetLibraryTrackResponses];

export type ChangeLibraryTrackData = {
    body: {
        title?: string;
        isrc?: string | null;
        tempo_bpm?: number | null;
        artist?: string | null;
        album?: string | null;
        year?: number | null;
        label?: string | null;
        composer?: string | null;
        genre?: string | null;
        mood?: string | null;
        energy?: number | null;
        language?: string | null;
        is_explicit?: boolean;
        notes?: string | null;
        /**
         * Retires the track, or brings it back.
         */
        is_retired?: boolean;
    };
    path: {
        /**
         * From the list.
         */
        track_id: string;
    };
    query?: never;
    url: '/v1/admin/library/tracks/{track_id}';
};

export type ChangeLibraryTrackErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangeLibraryTrackError = ChangeLibraryTrackErrors[keyof ChangeLibraryTrackErrors];

export type ChangeLibraryTrackResponses = {
    /**
     * Success
     */
    200: LibraryTrackDetails;
};

export type ChangeLibraryTrackResponse = ChangeLibraryTrackResponses[keyof ChangeLibraryTrackResponses];

export type DeleteTrackCoverData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        track_id: string;
    };
    query?: never;
    url: '/v1/admin/library/tracks/{track_id}/cover';
};

export type DeleteTrackCoverErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteTrackCoverError = DeleteTrackCoverErrors[keyof DeleteTrackCoverErrors];

export type DeleteTrackCoverResponses = {
    /**
     * Success
     */
    200: LibraryTrackDetails;
};

export type DeleteTrackCoverResponse = DeleteTrackCoverResponses[keyof DeleteTrackCoverResponses];

export type UploadTrackCoverData = {
    /**
     * The picture’s bytes.
     */
    body: Blob | File;
    path: {
        /**
         * From the list.
         */
        track_id: string;
    };
    query?: never;
    url: '/v1/admin/library/tracks/{track_id}/cover';
};

export type UploadTrackCoverErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: A cover must be a JPG, PNG or GIF image.
     *
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `image_too_large`: This image has too many pixels or frames. Make it smaller and try again.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `busy`: Many people are using the service right now. Please try again in a few seconds.
     *
     * `storage_unavailable`: This is a problem on our side. Please try again in a moment.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type UploadTrackCoverError = UploadTrackCoverErrors[keyof UploadTrackCoverErrors];

export type UploadTrackCoverResponses = {
    /**
     * Success
     */
    200: LibraryTrackDetails;
};

export type UploadTrackCoverResponse = UploadTrackCoverResponses[keyof UploadTrackCoverResponses];

export type ExportLibraryTracksData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Words of the title, artist, album, ISRC, genre or mood, in any order. Accents and case don’t matter.
         */
        search?: string;
        /**
         * Case does not matter.
         */
        genre?: string;
        /**
         * Case does not matter.
         */
        mood?: string;
        /**
         * Case does not matter.
         */
        language?: string;
        /**
         * Case does not matter.
         */
        label?: string;
        /**
         * At least.
         */
        energy_from?: number;
        /**
         * At most.
         */
        energy_to?: number;
        /**
         * This year or later.
         */
        year_from?: number;
        /**
         * This year or before.
         */
        year_to?: number;
        /**
         * Only explicit tracks, or only others.
         */
        is_explicit?: 'true' | 'false';
        /**
         * Added on this day (UTC) or later.
         */
        added_from?: string;
        /**
         * Only tracks without it.
         */
        missing?: 'isrc' | 'label';
        /**
         * Only retired tracks, instead of those in use.
         */
        is_retired?: 'true' | 'false';
        /**
         * Only tracks that came with the program, instead of the operator’s.
         */
        is_system?: 'true' | 'false';
        /**
         * Tracks without an artist come first.
         */
        sort?: 'title' | 'artist' | 'created_at' | 'duration_seconds';
        /**
         * Ascending or descending.
         */
        order?: 'asc' | 'desc';
    };
    url: '/v1/admin/library/tracks.csv';
};

export type ExportLibraryTracksErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ExportLibraryTracksError = ExportLibraryTracksErrors[keyof ExportLibraryTracksErrors];

export type ExportLibraryTracksResponses = {
    /**
     * Success
     */
    200: string;
};

export type ExportLibraryTracksResponse = ExportLibraryTracksResponses[keyof ExportLibraryTracksResponses];

export type CorrectLibraryTracksData = {
    body: string;
    path?: never;
    query?: never;
    url: '/v1/admin/library/tracks.csv';
};

export type CorrectLibraryTracksErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `corrections_refused`: Nothing was changed. Correct the lines that are named, and send the file again.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CorrectLibraryTracksError = CorrectLibraryTracksErrors[keyof CorrectLibraryTracksErrors];

export type CorrectLibraryTracksResponses = {
    /**
     * Success
     */
    200: {
        /**
         * How many tracks are different now.
         */
        changed: number;
        unchanged: number;
    };
};

export type CorrectLibraryTracksResponse = CorrectLibraryTracksResponses[keyof CorrectLibraryTracksResponses];

export type ListLibraryTagsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/admin/library/tags';
};

export type ListLibraryTagsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListLibraryTagsError = ListLibraryTagsErrors[keyof ListLibraryTagsErrors];

export type ListLibraryTagsResponses = {
    /**
     * Success
     */
    200: {
        /**
         * In the library.
         */
        tracks: number;
        genres: Array<{
            value: string;
            tracks: number;
        }>;
        moods: Array<{
            value: string;
            tracks: number;
        }>;
        languages: Array<{
            value: string;
            tracks: number;
        }>;
        labels: Array<{
            value: string;
            tracks: number;
        }>;
    };
};

export type ListLibraryTagsResponse = ListLibraryTagsResponses[keyof ListLibraryTagsResponses];

export type ListPlaylistsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only archived playlists, instead of those in use.
         */
        is_archived?: 'true' | 'false';
        /**
         * Only those that are due for new music, or only others.
         */
        is_due?: 'true' | 'false';
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/library/playlists';
};

export type ListPlaylistsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListPlaylistsError = ListPlaylistsErrors[keyof ListPlaylistsErrors];

export type ListPlaylistsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Playlist>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListPlaylistsResponse = ListPlaylistsResponses[keyof ListPlaylistsResponses];

export type CreatePlaylistData = {
    body: {
        name: string;
        notes?: string | null;
        is_in_order?: boolean;
        is_renewed?: boolean;
        rule?: PlaylistRule;
        track_ids?: Array<string>;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/library/playlists';
};

export type CreatePlaylistErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `playlist_name_taken`: Another playlist has this name. Please choose another one.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CreatePlaylistError = CreatePlaylistErrors[keyof CreatePlaylistErrors];

export type CreatePlaylistResponses = {
    /**
     * Success
     */
    201: Playlist;
};

export type CreatePlaylistResponse = CreatePlaylistResponses[keyof CreatePlaylistResponses];

export type GetPlaylistData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        playlist_id: string;
    };
    query?: never;
    url: '/v1/admin/library/playlists/{playlist_id}';
};

export type GetPlaylistErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetPlaylistError = GetPlaylistErrors[keyof GetPlaylistErrors];

export type GetPlaylistResponses = {
    /**
     * Success
     */
    200: Playlist;
};

export type GetPlaylistResponse = GetPlaylistResponses[keyof GetPlaylistResponses];

export type ChangePlaylistData = {
    body: {
        name?: string;
        notes?: string | null;
        is_in_order?: boolean;
        is_renewed?: boolean;
        starter_for?: Array<'any' | 'cafe' | 'gym' | 'retail' | 'office' | 'hotel' | 'supermarket' | 'salon'>;
        is_archived?: boolean;
    };
    path: {
        /**
         * From the list.
         */
        playlist_id: string;
    };
    query?: never;
    url: '/v1/admin/library/playlists/{playlist_id}';
};

export type ChangePlaylistErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `playlist_name_taken`: Another playlist has this name. Please choose another one.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ChangePlaylistError = ChangePlaylistErrors[keyof ChangePlaylistErrors];

export type ChangePlaylistResponses = {
    /**
     * Success
     */
    200: Playlist;
};

export type ChangePlaylistResponse = ChangePlaylistResponses[keyof ChangePlaylistResponses];

export type ListPlaylistVersionsData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        playlist_id: string;
    };
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/library/playlists/{playlist_id}/versions';
};

export type ListPlaylistVersionsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListPlaylistVersionsError = ListPlaylistVersionsErrors[keyof ListPlaylistVersionsErrors];

export type ListPlaylistVersionsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<PlaylistVersion>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListPlaylistVersionsResponse = ListPlaylistVersionsResponses[keyof ListPlaylistVersionsResponses];

export type AddPlaylistVersionData = {
    body: {
        /**
         * The number of the newest version.
         */
        from: number;
        rule?: PlaylistRule;
        track_ids?: Array<string>;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * From the list.
         */
        playlist_id: string;
    };
    query?: never;
    url: '/v1/admin/library/playlists/{playlist_id}/versions';
};

export type AddPlaylistVersionErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `playlist_changed`: This playlist has a newer version than yours. Load it and make your changes again; nothing was saved.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type AddPlaylistVersionError = AddPlaylistVersionErrors[keyof AddPlaylistVersionErrors];

export type AddPlaylistVersionResponses = {
    /**
     * Success
     */
    201: Playlist;
};

export type AddPlaylistVersionResponse = AddPlaylistVersionResponses[keyof AddPlaylistVersionResponses];

export type GetPlaylistVersionData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        playlist_id: string;
        /**
         * From 1.
         */
        number: number;
    };
    query?: never;
    url: '/v1/admin/library/playlists/{playlist_id}/versions/{number}';
};

export type GetPlaylistVersionErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetPlaylistVersionError = GetPlaylistVersionErrors[keyof GetPlaylistVersionErrors];

export type GetPlaylistVersionResponses = {
    /**
     * Success
     */
    200: {
        /**
         * From 1.
         */
        number: number;
        /**
         * Null: its tracks were chosen by hand.
         */
        rule: PlaylistRule | null;
        track_count: number;
        /**
         * Different artists.
         */
        artist_count: number;
        /**
         * Of all tracks together.
         */
        duration_seconds: number;
        /**
         * The admin’s current address; null for the nightly job, or once the account is deleted.
         */
        created_by: string | null;
        created_at: string;
        tracks: Array<PlaylistTrack>;
    };
};

export type GetPlaylistVersionResponse = GetPlaylistVersionResponses[keyof GetPlaylistVersionResponses];

export type RefreshPlaylistData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        playlist_id: string;
    };
    query?: never;
    url: '/v1/admin/library/playlists/{playlist_id}/refresh';
};

export type RefreshPlaylistErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `playlist_by_hand`: Its tracks were chosen by hand, so there is no rule to apply.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RefreshPlaylistError = RefreshPlaylistErrors[keyof RefreshPlaylistErrors];

export type RefreshPlaylistResponses = {
    /**
     * Success
     */
    200: Playlist;
};

export type RefreshPlaylistResponse = RefreshPlaylistResponses[keyof RefreshPlaylistResponses];

export type ComparePlaylistVersionsData = {
    body?: never;
    path: {
        /**
         * From the list.
         */
        playlist_id: string;
    };
    query: {
        /**
         * The number of one version.
         */
        from: number;
        /**
         * The number of the other version.
         */
        to?: number;
    };
    url: '/v1/admin/library/playlists/{playlist_id}/changes';
};

export type ComparePlaylistVersionsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ComparePlaylistVersionsError = ComparePlaylistVersionsErrors[keyof ComparePlaylistVersionsErrors];

export type ComparePlaylistVersionsResponses = {
    /**
     * Success
     */
    200: {
        /**
         * Only in `to`.
         */
        added: Array<PlaylistTrack>;
        /**
         * Only in `from`.
         */
        removed: Array<PlaylistTrack>;
        /**
         * As few tracks as explain the new order.
         */
        moved: Array<{
            id: string;
            title: string;
            artist: string | null;
            duration_seconds: number;
            energy: number | null;
            is_explicit: boolean;
            is_retired: boolean;
            /**
             * From 1.
             */
            from_place: number;
            /**
             * From 1.
             */
            to_place: number;
        }>;
    };
};

export type ComparePlaylistVersionsResponse = ComparePlaylistVersionsResponses[keyof ComparePlaylistVersionsResponses];

export type PreviewPlaylistRuleData = {
    body: {
        rule: PlaylistRule;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/library/rule-previews';
};

export type PreviewPlaylistRuleErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type PreviewPlaylistRuleError = PreviewPlaylistRuleErrors[keyof PreviewPlaylistRuleErrors];

export type PreviewPlaylistRuleResponses = {
    /**
     * Success
     */
    200: {
        track_count: number;
        /**
         * Different artists.
         */
        artist_count: number;
        /**
         * Of all tracks together.
         */
        duration_seconds: number;
        tracks: Array<PlaylistTrack>;
    };
};

export type PreviewPlaylistRuleResponse = PreviewPlaylistRuleResponses[keyof PreviewPlaylistRuleResponses];

export type ListLibraryUploadsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only these.
         */
        state?: 'receiving' | 'preparing' | 'done' | 'failed';
        /**
         * Only these, separated by commas.
         */
        ids?: string;
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/library/uploads';
};

export type ListLibraryUploadsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListLibraryUploadsError = ListLibraryUploadsErrors[keyof ListLibraryUploadsErrors];

export type ListLibraryUploadsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<LibraryUpload>;
        has_more: boolean;
        next_cursor: string | null;
        counts: {
            receiving: number;
            preparing: number;
            failed: number;
        };
    };
};

export type ListLibraryUploadsResponse = ListLibraryUploadsResponses[keyof ListLibraryUploadsResponses];

export type CreateLibraryUploadData = {
    body: {
        /**
         * With its folders.
         */
        file_name: string;
        /**
         * At most 500MB.
         */
        size_bytes: number;
        /**
         * When the file was last changed.
         */
        modified_at: string;
    };
    path?: never;
    query?: never;
    url: '/v1/admin/library/uploads';
};

export type CreateLibraryUploadErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `file_too_large`: Music files can be up to 500MB. Please upload a smaller one.
     *
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Music must be an MP3, M4A, AAC, FLAC, WAV, AIFF, Ogg or Opus file.
     *
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CreateLibraryUploadError = CreateLibraryUploadErrors[keyof CreateLibraryUploadErrors];

export type CreateLibraryUploadResponses = {
    /**
     * Success
     */
    201: LibraryUpload;
};

export type CreateLibraryUploadResponse = CreateLibraryUploadResponses[keyof CreateLibraryUploadResponses];

export type SendLibraryPartData = {
    /**
     * The part’s bytes.
     */
    body: Blob | File;
    headers?: {
        /**
         * The part’s SHA-256 (RFC 9530). A part that arrives with another one is refused as damaged.
         */
        'content-digest'?: string;
    };
    path: {
        /**
         * The upload.
         */
        id: string;
        /**
         * From 0.
         */
        part?: number | null;
    };
    query?: never;
    url: '/v1/admin/library/uploads/{id}/parts/{part}';
};

export type SendLibraryPartErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `part_damaged`: This part of the file did not arrive as it was sent. Please send it again.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `storage_unavailable`: This is a problem on our side. Please try again in a moment.
     *
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
    /**
     * `storage_full`: Nothing that has arrived is lost. Make room on the server, then continue.
     */
    507: Problem;
};

export type SendLibraryPartError = SendLibraryPartErrors[keyof SendLibraryPartErrors];

export type SendLibraryPartResponses = {
    /**
     * Success
     */
    200: LibraryUpload;
};

export type SendLibraryPartResponse = SendLibraryPartResponses[keyof SendLibraryPartResponses];

export type RetryLibraryUploadData = {
    body?: never;
    path: {
        /**
         * The upload.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/library/uploads/{id}/retry';
};

export type RetryLibraryUploadErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `upload_incomplete`: This file is no longer on the server completely. Please upload it again.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RetryLibraryUploadError = RetryLibraryUploadErrors[keyof RetryLibraryUploadErrors];

export type RetryLibraryUploadResponses = {
    /**
     * Success
     */
    200: LibraryUpload;
};

export type RetryLibraryUploadResponse = RetryLibraryUploadResponses[keyof RetryLibraryUploadResponses];

export type DeleteLibraryUploadData = {
    body?: never;
    path: {
        /**
         * The upload.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/library/uploads/{id}';
};

export type DeleteLibraryUploadErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `upload_complete`: All of this file has arrived, so its upload can’t be given up.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type DeleteLibraryUploadError = DeleteLibraryUploadErrors[keyof DeleteLibraryUploadErrors];

export type DeleteLibraryUploadResponses = {
    /**
     * Success, without a body.
     */
    204: void;
};

export type DeleteLibraryUploadResponse = DeleteLibraryUploadResponses[keyof DeleteLibraryUploadResponses];

export type ListVoicesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/admin/library/voices';
};

export type ListVoicesErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListVoicesError = ListVoicesErrors[keyof ListVoicesErrors];

export type ListVoicesResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Voice>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListVoicesResponse = ListVoicesResponses[keyof ListVoicesResponses];

export type GetScheduleData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/schedule';
};

export type GetScheduleErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetScheduleError = GetScheduleErrors[keyof GetScheduleErrors];

export type GetScheduleResponses = {
    /**
     * Success
     */
    200: StationSchedule;
};

export type GetScheduleResponse = GetScheduleResponses[keyof GetScheduleResponses];

export type SaveScheduleDraftData = {
    body: {
        /**
         * The `draft_version` that this is based on.
         */
        draft_version: number;
        draft: ScheduleDraft;
    };
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/schedule/draft';
};

export type SaveScheduleDraftErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `schedule_changed`: Someone else has changed or published this schedule since you opened it. Load it again; nothing was saved.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SaveScheduleDraftError = SaveScheduleDraftErrors[keyof SaveScheduleDraftErrors];

export type SaveScheduleDraftResponses = {
    /**
     * Success
     */
    200: StationSchedule;
};

export type SaveScheduleDraftResponse = SaveScheduleDraftResponses[keyof SaveScheduleDraftResponses];

export type PreviewScheduleData = {
    body: {
        /**
         * Left out: the saved draft.
         */
        draft?: {
            /**
             * An IANA time zone.
             */
            zone: string;
            /**
             * The music of hours without a day part.
             */
            playlists: Array<{
                playlist_id: string;
                /**
                 * How often it is chosen, compared with the others.
                 */
                weight: number;
            }>;
            /**
             * Where two overlap, the first in this list is in force.
             */
            day_parts: Array<DayPart>;
            separation: {
                /**
                 * Hours until a title may air again, also as a fraction; 0: no rule.
                 */
                title_hours: number;
                /**
                 * Tracks until an artist may air again; 0: no rule.
                 */
                artist_tracks: number;
            };
            /**
             * `all`: the customer’s radio IDs and jingles. Null: none air.
             */
            radio_ids: {
                /**
                 * Ids of the customer’s files, or `all`.
                 */
                items: 'all' | Array<string>;
                /**
                 * Due at midnight and at multiples of this.
                 */
                every_minutes: number;
            } | null;
            /**
             * `all`: the customer’s commercials. Null: none air.
             */
            breaks: {
                /**
                 * Ids of the customer’s files, or `all`.
                 */
                items: 'all' | Array<string>;
                /**
                 * Due at midnight and at multiples of this.
                 */
                every_minutes: number;
                /**
                 * In each break.
                 */
                spots: number;
            } | null;
            fixed_items: Array<FixedItem>;
            /**
             * Outside of them only music airs. Null: always open.
             */
            opening_hours: Array<{
                days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
                from: string;
                /**
                 * Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.
                 */
                to: string;
            }> | null;
        };
        /**
         * Within the next 7 days. Left out: now.
         */
        from?: string;
        /**
         * The length of the span.
         */
        hours?: number;
        is_complete?: boolean;
    };
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/schedule/preview';
};

export type PreviewScheduleErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `preview_superseded`: Another preview of this schedule was asked for since. Use the answer to that one.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type PreviewScheduleError = PreviewScheduleErrors[keyof PreviewScheduleErrors];

export type PreviewScheduleResponses = {
    /**
     * Success
     */
    200: {
        from: string;
        to: string;
        /**
         * Empty if a problem keeps anything from being computed.
         */
        items: Array<ProgrammeItem>;
        missed: Array<MissedItem>;
        /**
         * By the ids of the items: their audio, at addresses that expire.
         */
        audio_urls: {
            [key: string]: string;
        };
        /**
         * Of the simulated days if `is_complete`, otherwise of the span.
         */
        figures: PromiseFigures | null;
        problems: Array<ScheduleProblem>;
    };
};

export type PreviewScheduleResponse = PreviewScheduleResponses[keyof PreviewScheduleResponses];

export type CompareScheduleData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/schedule/changes';
};

export type CompareScheduleErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type CompareScheduleError = CompareScheduleErrors[keyof CompareScheduleErrors];

export type CompareScheduleResponses = {
    /**
     * Success
     */
    200: {
        changes: Array<{
            field: string;
            message: string;
        }>;
    };
};

export type CompareScheduleResponse = CompareScheduleResponses[keyof CompareScheduleResponses];

export type ListScheduleRevisionsData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/stations/{station_id}/schedule/revisions';
};

export type ListScheduleRevisionsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListScheduleRevisionsError = ListScheduleRevisionsErrors[keyof ListScheduleRevisionsErrors];

export type ListScheduleRevisionsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<ScheduleRevision>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListScheduleRevisionsResponse = ListScheduleRevisionsResponses[keyof ListScheduleRevisionsResponses];

export type PublishScheduleData = {
    body: {
        /**
         * The `draft_version` that this is based on.
         */
        draft_version: number;
        /**
         * The number of the newest revision that you know; null: none.
         */
        newest: number | null;
        /**
         * For the history.
         */
        note?: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/schedule/revisions';
};

export type PublishScheduleErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `schedule_changed`: Someone else has changed or published this schedule since you opened it. Load it again; nothing was saved.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `schedule_refused`: Nothing was published. Each problem is listed under `problems`, with what mends it.
     *
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type PublishScheduleError = PublishScheduleErrors[keyof PublishScheduleErrors];

export type PublishScheduleResponses = {
    /**
     * Success
     */
    201: StationSchedule;
};

export type PublishScheduleResponse = PublishScheduleResponses[keyof PublishScheduleResponses];

export type GetScheduleRevisionData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
        /**
         * From 1.
         */
        number: number;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/schedule/revisions/{number}';
};

export type GetScheduleRevisionErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetScheduleRevisionError = GetScheduleRevisionErrors[keyof GetScheduleRevisionErrors];

export type GetScheduleRevisionResponses = {
    /**
     * Success
     */
    200: {
        /**
         * From 1.
         */
        number: number;
        /**
         * `restore`: an earlier one again; `playlist`: new versions of its playlists; `off_air`: the station was taken off air; `starter`: the program has put its starter programme on air.
         */
        cause: 'admin' | 'restore' | 'playlist' | 'off_air' | 'starter';
        restored_from: number | null;
        note: string | null;
        /**
         * By the database’s clock. It takes effect at the first end of an item at least 30 seconds later.
         */
        published_at: string;
        /**
         * The admin’s current address; null for a job, or once the account is deleted.
         */
        published_by: string | null;
        /**
         * Null: off air.
         */
        draft: ScheduleDraft | null;
        playlists: Array<{
            playlist_id: string;
            name: string | null;
            /**
             * The version that it uses.
             */
            number: number;
        }>;
    };
};

export type GetScheduleRevisionResponse = GetScheduleRevisionResponses[keyof GetScheduleRevisionResponses];

export type RestoreScheduleRevisionData = {
    body: {
        /**
         * The number of the newest revision that you know; null: none.
         */
        newest: number | null;
        /**
         * For the history.
         */
        note?: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
        /**
         * From 1.
         */
        number: number;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/schedule/revisions/{number}/restore';
};

export type RestoreScheduleRevisionErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `schedule_changed`: Someone else has changed or published this schedule since you opened it. Load it again; nothing was saved.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type RestoreScheduleRevisionError = RestoreScheduleRevisionErrors[keyof RestoreScheduleRevisionErrors];

export type RestoreScheduleRevisionResponses = {
    /**
     * Success
     */
    201: StationSchedule;
};

export type RestoreScheduleRevisionResponse = RestoreScheduleRevisionResponses[keyof RestoreScheduleRevisionResponses];

export type TakeOffAirData = {
    body: {
        /**
         * The number of the newest revision that you know; null: none.
         */
        newest: number | null;
        /**
         * For the history.
         */
        note?: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/schedule/off-air';
};

export type TakeOffAirErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `schedule_changed`: Someone else has changed or published this schedule since you opened it. Load it again; nothing was saved.
     *
     * `not_on_air_here`: Publish its schedule first.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type TakeOffAirError = TakeOffAirErrors[keyof TakeOffAirErrors];

export type TakeOffAirResponses = {
    /**
     * Success
     */
    200: StationSchedule;
};

export type TakeOffAirResponse = TakeOffAirResponses[keyof TakeOffAirResponses];

export type ListHeldStationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/schedules/held';
};

export type ListHeldStationsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListHeldStationsError = ListHeldStationsErrors[keyof ListHeldStationsErrors];

export type ListHeldStationsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<HeldStation>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListHeldStationsResponse = ListHeldStationsResponses[keyof ListHeldStationsResponses];

export type GetProgrammeData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: {
        /**
         * At most 7 days ahead. Left out: the start of today in the station’s time zone.
         */
        from?: string;
        /**
         * Left out: until the end of that day.
         */
        hours?: number;
    };
    url: '/v1/admin/stations/{station_id}/programme';
};

export type GetProgrammeErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     */
    409: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetProgrammeError = GetProgrammeErrors[keyof GetProgrammeErrors];

export type GetProgrammeResponses = {
    /**
     * Success
     */
    200: Programme;
};

export type GetProgrammeResponse = GetProgrammeResponses[keyof GetProgrammeResponses];

export type ListStationRatedTracksData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/rated-tracks';
};

export type ListStationRatedTracksErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListStationRatedTracksError = ListStationRatedTracksErrors[keyof ListStationRatedTracksErrors];

export type ListStationRatedTracksResponses = {
    /**
     * Success
     */
    200: {
        data: Array<RatedTrack>;
        has_more: boolean;
        next_cursor: string | null;
    };
};

export type ListStationRatedTracksResponse = ListStationRatedTracksResponses[keyof ListStationRatedTracksResponses];

export type ListInsertionsData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/insertions';
};

export type ListInsertionsErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ListInsertionsError = ListInsertionsErrors[keyof ListInsertionsErrors];

export type ListInsertionsResponses = {
    /**
     * Success
     */
    200: {
        data: Array<Insertion>;
    };
};

export type ListInsertionsResponse = ListInsertionsResponses[keyof ListInsertionsResponses];

export type AddInsertionData = {
    body: {
        /**
         * A file of the customer, or a track of the library.
         */
        item_id: string;
        /**
         * At most 7 days ahead. Left out: as soon as possible.
         */
        at?: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/insertions';
};

export type AddInsertionErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     *
     * `item_not_ready`: It is still being prepared, could not be prepared, or is retired.
     *
     * `too_many_insertions`: Wait until some of the items that were put in by hand have aired.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type AddInsertionError = AddInsertionErrors[keyof AddInsertionErrors];

export type AddInsertionResponses = {
    /**
     * Success
     */
    201: Insertion;
};

export type AddInsertionResponse = AddInsertionResponses[keyof AddInsertionResponses];

export type WithdrawInsertionData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
        /**
         * Of the insertion.
         */
        id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/insertions/{id}';
};

export type WithdrawInsertionErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     *
     * `insertion_begun`: This item is on air, begins within seconds or has aired. You can skip what is on air.
     */
    409: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type WithdrawInsertionError = WithdrawInsertionErrors[keyof WithdrawInsertionErrors];

export type WithdrawInsertionResponses = {
    /**
     * Success
     */
    200: Insertion;
};

export type WithdrawInsertionResponse = WithdrawInsertionResponses[keyof WithdrawInsertionResponses];

export type SkipItemData = {
    body: {
        /**
         * Of the item, from the programme.
         */
        starts_at: string;
    };
    headers?: {
        /**
         * A unique name for this request, such as a UUID. If you send it again with the same body within 24 hours, the call acts once and answers as it did the first time.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: never;
    url: '/v1/admin/stations/{station_id}/skips';
};

export type SkipItemErrors = {
    /**
     * `bad_json`: The body is not a valid JSON object, or it is nested too deeply.
     */
    400: Problem;
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     *
     * `nothing_to_skip`: This item is over or ends within seconds.
     *
     * `idempotency_key_reused`: An Idempotency-Key belongs to one request with one body. Use a new key.
     *
     * `request_in_progress`: The first request with this Idempotency-Key has not finished yet. Try again in a moment.
     *
     * `request_answer_lost`: The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.
     */
    409: Problem;
    /**
     * `body_too_large`: The request body is larger than this call accepts.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: Send JSON, with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `maintenance`: We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.
     *
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type SkipItemError = SkipItemErrors[keyof SkipItemErrors];

export type SkipItemResponses = {
    /**
     * Success
     */
    201: Insertion;
};

export type SkipItemResponse = SkipItemResponses[keyof SkipItemResponses];

export type GetPlayLogData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: {
        /**
         * The first day, in the station’s time zone. Left out: today.
         */
        from?: string;
        /**
         * The last day: the same, or up to 30 days later. Left out: the first.
         */
        to?: string;
        /**
         * Words of the title, artist, album, ISRC, genre or mood, in any order. Accents and case don’t matter.
         */
        search?: string;
        /**
         * Only this kind.
         */
        kind?: 'music' | 'radio_id' | 'announcement' | 'commercial_spot' | 'pause';
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page, with the same filters.
         */
        cursor?: string;
    };
    url: '/v1/admin/stations/{station_id}/play-log';
};

export type GetPlayLogErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     */
    409: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetPlayLogError = GetPlayLogErrors[keyof GetPlayLogErrors];

export type GetPlayLogResponses = {
    /**
     * Success
     */
    200: PlayLog;
};

export type GetPlayLogResponse = GetPlayLogResponses[keyof GetPlayLogResponses];

export type ExportPlayLogData = {
    body?: never;
    path: {
        /**
         * The id of the customer’s station.
         */
        station_id: string;
    };
    query?: {
        /**
         * The first day, in the station’s time zone. Left out: today.
         */
        from?: string;
        /**
         * The last day: the same, or up to 30 days later. Left out: the first.
         */
        to?: string;
        /**
         * Words of the title, artist, album, ISRC, genre or mood, in any order. Accents and case don’t matter.
         */
        search?: string;
        /**
         * Only this kind.
         */
        kind?: 'music' | 'radio_id' | 'announcement' | 'commercial_spot' | 'pause';
    };
    url: '/v1/admin/stations/{station_id}/play-log.csv';
};

export type ExportPlayLogErrors = {
    /**
     * `invalid_token`: A valid access token or API key is required.
     *
     * `token_expired`: The access token has expired. Refresh it and try again.
     *
     * `session_ended`: This session has ended.
     */
    401: Problem;
    /**
     * `forbidden`: You don’t have permission to do this.
     *
     * `insufficient_scope`: This API key lacks a scope. Use a key that has it, or create one.
     *
     * `second_factor_setup_required`: Admins need a second factor here. Set one up in your account settings, then come back.
     */
    403: Problem;
    /**
     * `not_found`: There is nothing at this address.
     */
    404: Problem;
    /**
     * `not_on_air_here`: Publish its schedule first.
     */
    409: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `rate_limited`: You have tried this too many times. Please wait a little and try again.
     */
    429: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type ExportPlayLogError = ExportPlayLogErrors[keyof ExportPlayLogErrors];

export type ExportPlayLogResponses = {
    /**
     * Success
     */
    200: string;
};

export type ExportPlayLogResponse = ExportPlayLogResponses[keyof ExportPlayLogResponses];

export type GetHealthData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/health';
};

export type GetHealthErrors = {
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
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
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     *
     * `storage_not_adopted`: The storage has another installation’s id, or files that the database does not know, so nothing is deleted from it. Check STORAGE_URL and DATABASE_URL, or run `stationhouse adopt-storage`.
     */
    503: Problem;
};

export type GetReadyError = GetReadyErrors[keyof GetReadyErrors];

export type GetReadyResponses = {
    /**
     * Success
     */
    200: {
        status: 'ok' | 'degraded';
        checks: {
            database?: 'ok' | 'failing';
            storage?: 'ok' | 'failing';
            mail?: 'ok' | 'failing';
            payments?: 'ok' | 'failing';
        };
        /**
         * True for a restored copy in stand-by: no job runs, no mail or webhook is sent, nothing is charged.
         */
        standby: boolean;
    };
};

export type GetReadyResponse = GetReadyResponses[keyof GetReadyResponses];

export type GetStatusData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/status';
};

export type GetStatusErrors = {
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type GetStatusError = GetStatusErrors[keyof GetStatusErrors];

export type GetStatusResponses = {
    /**
     * Success
     */
    200: {
        status: 'ok' | 'degraded';
        parts: {
            database?: {
                status: 'ok' | 'failing';
                since: string;
                last_error: {
                    at: string;
                    reason: 'no_answer' | 'unreachable' | 'error';
                } | null;
            };
            storage?: {
                status: 'ok' | 'failing';
                since: string;
                last_error: {
                    at: string;
                    reason: 'no_answer' | 'unreachable' | 'error';
                } | null;
            };
            mail?: {
                status: 'ok' | 'failing';
                since: string;
                last_error: {
                    at: string;
                    reason: 'no_answer' | 'unreachable' | 'error';
                } | null;
            };
            payments?: {
                status: 'ok' | 'failing';
                since: string;
                last_error: {
                    at: string;
                    reason: 'no_answer' | 'unreachable' | 'error';
                } | null;
            };
        };
        /**
         * The same for every replica of an installation, and of no other one. Null until it was read once.
         */
        installation: string | null;
        /**
         * Since when nothing can be changed. Null: no maintenance.
         */
        maintenance_since: string | null;
        planned_work: PlannedWork | null;
    };
};

export type GetStatusResponse = GetStatusResponses[keyof GetStatusResponses];

export type IsDomainAllowedData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The host name that the proxy was asked for.
         */
        domain: string;
    };
    url: '/v1/domains/allowed';
};

export type IsDomainAllowedErrors = {
    /**
     * `domain_not_allowed`: No station is served at this domain.
     */
    404: Problem;
    /**
     * `validation_failed`: Some fields are invalid. Each one is listed under errors.
     */
    422: Problem;
    /**
     * `internal_error`: The error has been logged. Please try again in a moment.
     */
    500: Problem;
    /**
     * `unavailable`: The service is temporarily unavailable. Please try again in a few seconds.
     */
    503: Problem;
};

export type IsDomainAllowedError = IsDomainAllowedErrors[keyof IsDomainAllowedErrors];

export type IsDomainAllowedResponses = {
    /**
     * Success
     */
    200: {
        allowed: true;
    };
};

export type IsDomainAllowedResponse = IsDomainAllowedResponses[keyof IsDomainAllowedResponses];
