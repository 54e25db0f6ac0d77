/** The parameter with which the playlists open the form for a new one. */
export const NEW = 'new';

/** The address of that form. */
export const NEW_PLAYLIST = `/admin/playlists?${NEW}=playlist`;
