/** The player's own words; those in the specification's §2 and §8 are letter for letter. */
export const LOADING_STATION = 'Loading station...';
export const NOT_FOUND_TITLE = 'Station Not Found';
export const NOT_FOUND_TEXT = 'The requested radio station could not be found or is not active.';

/** What a card says until its track is known (specification §2). */
export const LOADING_TRACK = { title: 'Loading...', artist: 'Please wait' } as const;

export const CONNECTING = 'Connecting...';
export const RECONNECTING = 'Reconnecting...';
