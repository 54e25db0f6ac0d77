import { languageOf, type Language, type TvWords } from '@stationhouse/sdk/shell';

/** The labels of a wall, in one language. */
export interface WallWords extends TvWords {
  /** Beside the QR code that leads to the station's page. */
  tv_scan: string;
}

const WALL_WORDS: Readonly<Record<Language, WallWords>> = {
  en: {
    tv_start: 'Press OK to start',
    tv_off_air: 'Off air for now',
    tv_off_air_text: 'The music will return to this screen automatically.',
    tv_failed_text: 'This screen keeps trying automatically.',
    tv_missing_text: 'Once the station is on air, it plays here automatically.',
    tv_sample: 'Until then, this is a sample of what a station looks like:',
    tv_scan: 'Listen on your phone',
  },
  de: {
    tv_start: 'OK drücken, um zu starten',
    tv_off_air: 'Gerade nicht auf Sendung',
    tv_off_air_text: 'Die Musik kommt von selbst auf diesen Bildschirm zurück.',
    tv_failed_text: 'Dieser Bildschirm versucht es von selbst weiter.',
    tv_missing_text: 'Sobald der Sender auf Sendung ist, spielt er hier von selbst.',
    tv_sample: 'Bis dahin zeigt ein Beispiel, wie ein Sender aussieht:',
    tv_scan: 'Auf dem Handy hören',
  },
  fr: {
    tv_start: 'Appuyez sur OK pour démarrer',
    tv_off_air: 'Hors antenne pour le moment',
    tv_off_air_text: 'La musique reviendra d’elle-même sur cet écran.',
    tv_failed_text: 'Cet écran réessaie de lui-même.',
    tv_missing_text: 'Dès que la station sera à l’antenne, elle jouera ici d’elle-même.',
    tv_sample: 'D’ici là, voici un exemple de station :',
    tv_scan: 'Écouter sur votre téléphone',
  },
  es: {
    tv_start: 'Pulse OK para empezar',
    tv_off_air: 'Fuera del aire por ahora',
    tv_off_air_text: 'La música volverá sola a esta pantalla.',
    tv_failed_text: 'Esta pantalla lo sigue intentando sola.',
    tv_missing_text: 'En cuanto la emisora esté en el aire, sonará aquí sola.',
    tv_sample: 'Mientras tanto, este es un ejemplo de emisora:',
    tv_scan: 'Escuchar en el teléfono',
  },
  it: {
    tv_start: 'Premere OK per iniziare',
    tv_off_air: 'Fuori onda per ora',
    tv_off_air_text: 'La musica tornerà da sola su questo schermo.',
    tv_failed_text: 'Questo schermo continua a riprovare da solo.',
    tv_missing_text: 'Appena la stazione sarà in onda, suonerà qui da sola.',
    tv_sample: 'Nel frattempo, ecco un esempio di stazione:',
    tv_scan: 'Ascoltare sul telefono',
  },
};

/** A wall's labels in the page's language. */
export const wallWords = (lang: string): WallWords => WALL_WORDS[languageOf(lang)];

/** The labels of a listener's page beside the player. They are sent to the browser with the page's data. */
export interface ListenerWords {
  share: string;
  share_title: string;
  share_address: string;
  copy_link: string;
  copied: string;
  /** The browser refused access to the clipboard. */
  copy_refused: string;
  scan: string;
  close: string;
  install: string;
  last_songs: string;
  songs_failed: string;
  no_songs: string;
  share_song: string;
  /** What is shared of a song, with `{song}` and `{station}`. */
  song_on: string;
  radios: string;
  stream_address: string;
  copy_address: string;
  /** Of a station that is being built, with `{hours}`. */
  on_air_within: string;
  /** A date for the calendar. */
  tell_me: string;
}

const LISTENER_WORDS: Readonly<Record<Language, ListenerWords>> = {
  en: {
    share: 'Share',
    share_title: 'Share this station',
    share_address: 'Address of the station',
    copy_link: 'Copy link',
    copied: 'Copied!',
    copy_refused: 'Your browser blocked copying. The link is selected, so that you can copy it.',
    scan: 'Scan to listen on a phone',
    close: 'Close',
    install: 'Install',
    last_songs: 'Last songs',
    songs_failed: 'The songs could not be loaded. Please try again.',
    no_songs: 'No songs yet.',
    share_song: 'Share this song',
    song_on: '{song} on {station}',
    radios: 'For internet radios',
    stream_address: 'Address of the stream',
    copy_address: 'Copy address',
    on_air_within: 'On air within {hours}',
    tell_me: 'Tell me when it starts',
  },
  de: {
    share: 'Teilen',
    share_title: 'Diesen Sender teilen',
    share_address: 'Adresse des Senders',
    copy_link: 'Link kopieren',
    copied: 'Kopiert!',
    copy_refused: 'Der Browser lässt das Kopieren nicht zu. Der Link ist zum Kopieren markiert.',
    scan: 'Scannen und auf dem Handy hören',
    close: 'Schließen',
    install: 'Installieren',
    last_songs: 'Zuletzt gespielt',
    songs_failed: 'Die Titel konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
    no_songs: 'Noch keine Titel.',
    share_song: 'Diesen Titel teilen',
    song_on: '{song} bei {station}',
    radios: 'Für Internetradios',
    stream_address: 'Adresse des Streams',
    copy_address: 'Adresse kopieren',
    on_air_within: 'Auf Sendung in höchstens {hours}',
    tell_me: 'An den Start erinnern',
  },
  fr: {
    share: 'Partager',
    share_title: 'Partager cette station',
    share_address: 'Adresse de la station',
    copy_link: 'Copier le lien',
    copied: 'Copié !',
    copy_refused: 'Votre navigateur refuse la copie. Le lien est sélectionné, prêt à être copié.',
    scan: 'Scannez pour écouter sur un téléphone',
    close: 'Fermer',
    install: 'Installer',
    last_songs: 'Derniers titres',
    songs_failed: 'Impossible de charger les titres. Veuillez réessayer.',
    no_songs: 'Aucun titre pour l’instant.',
    share_song: 'Partager ce titre',
    song_on: '{song} sur {station}',
    radios: 'Pour les radios internet',
    stream_address: 'Adresse du flux',
    copy_address: 'Copier l’adresse',
    on_air_within: 'À l’antenne d’ici {hours} au plus',
    tell_me: 'Me le rappeler',
  },
  es: {
    share: 'Compartir',
    share_title: 'Compartir esta emisora',
    share_address: 'Dirección de la emisora',
    copy_link: 'Copiar enlace',
    copied: '¡Copiado!',
    copy_refused: 'El navegador no permite copiar. El enlace está seleccionado para que lo copie.',
    scan: 'Escanee para escuchar en un teléfono',
    close: 'Cerrar',
    install: 'Instalar',
    last_songs: 'Últimas canciones',
    songs_failed: 'No se pudieron cargar las canciones. Inténtelo de nuevo.',
    no_songs: 'Todavía no hay canciones.',
    share_song: 'Compartir esta canción',
    song_on: '{song} en {station}',
    radios: 'Para radios por internet',
    stream_address: 'Dirección de la transmisión',
    copy_address: 'Copiar dirección',
    on_air_within: 'En el aire en {hours} como máximo',
    tell_me: 'Recordármelo',
  },
  it: {
    share: 'Condividi',
    share_title: 'Condividi questa stazione',
    share_address: 'Indirizzo della stazione',
    copy_link: 'Copia link',
    copied: 'Copiato!',
    copy_refused: 'Il browser non permette di copiare. Il link è selezionato, pronto da copiare.',
    scan: 'Scansiona per ascoltare sul telefono',
    close: 'Chiudi',
    install: 'Installa',
    last_songs: 'Ultimi brani',
    songs_failed: 'Impossibile caricare i brani. Riprova.',
    no_songs: 'Ancora nessun brano.',
    share_song: 'Condividi questo brano',
    song_on: '{song} su {station}',
    radios: 'Per le radio internet',
    stream_address: 'Indirizzo dello stream',
    copy_address: 'Copia indirizzo',
    on_air_within: 'In onda entro {hours}',
    tell_me: 'Ricordamelo',
  },
};

/** A listener page's labels in the page's language. */
export const listenerWords = (lang: string): ListenerWords => LISTENER_WORDS[languageOf(lang)];

/** Texts that only the server uses: for search engines, link previews and the offline screen. */
export interface DocumentWords {
  description: (station: string) => string;
  on_now: (track: { title: string; artist: string }) => string;
  offline_title: string;
  offline_text: (station: string) => string;
}

const DOCUMENT_WORDS: Readonly<Record<Language, DocumentWords>> = {
  en: {
    description: (station) => `Listen to ${station} live.`,
    on_now: ({ title, artist }) => `Now playing: ${title} by ${artist}.`,
    offline_title: 'You are offline',
    offline_text: (station) =>
      `${station} needs the internet. This page reloads automatically once you are online.`,
  },
  de: {
    description: (station) => `${station} live hören.`,
    on_now: ({ title, artist }) => `Gerade läuft: ${title} von ${artist}.`,
    offline_title: 'Sie sind offline',
    offline_text: (station) =>
      `${station} braucht das Internet. Sobald Sie wieder online sind, kommt diese Seite von selbst zurück.`,
  },
  fr: {
    description: (station) => `Écoutez ${station} en direct.`,
    on_now: ({ title, artist }) => `À l’antenne : ${title} de ${artist}.`,
    offline_title: 'Vous êtes hors ligne',
    offline_text: (station) =>
      `${station} a besoin d’internet. Cette page reviendra d’elle-même dès que vous serez en ligne.`,
  },
  es: {
    description: (station) => `Escuche ${station} en directo.`,
    on_now: ({ title, artist }) => `Suena ahora: ${title}, de ${artist}.`,
    offline_title: 'No tiene conexión',
    offline_text: (station) =>
      `${station} necesita internet. Esta página volverá sola en cuanto haya conexión.`,
  },
  it: {
    description: (station) => `Ascolta ${station} in diretta.`,
    on_now: ({ title, artist }) => `In onda ora: ${title} di ${artist}.`,
    offline_title: 'Sei offline',
    offline_text: (station) =>
      `${station} ha bisogno di internet. Questa pagina torna da sola appena sei online.`,
  },
};

/** These texts in the page's language. */
export const documentWords = (lang: string): DocumentWords => DOCUMENT_WORDS[languageOf(lang)];
