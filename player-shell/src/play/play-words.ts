import type { NoReserve } from './reserve.ts';
import { languageOf, type Language, type PlayWords } from '@stationhouse/sdk/shell';

/** The labels of a location player and of its sheet, in one language. */
export interface LocationPlayerWords extends PlayWords {
  close: string;
  /** `{minutes}` of the programme are kept. */
  reserve_minutes: string;
  reserve_text: string;
  no_reserve: Record<NoReserve, string>;
  leave: string;
  leave_text: string;
  pin: string;
  leave_wrong_pin: string;
  leave_too_often: string;
  leave_failed: string;
}

const PLAYER_WORDS: Readonly<Record<Language, LocationPlayerWords>> = {
  en: {
    pairing_code: 'Pairing code',
    pairing_step_code: 'Sign in to your account on a phone or computer and open Locations.',
    pairing_step_scan: 'Enter this code at a location, or scan the picture with your phone.',
    pairing_loading: 'One moment, this player asks for a pairing code.',
    no_connection: 'There is no connection to the server. This player keeps trying automatically.',
    not_kept:
      'This browser keeps no data of this page. Allow it to, or pair this player again after each restart.',
    tap: 'Tap to start the music',
    tap_hint:
      'To start without a tap, open Chromium with --autoplay-policy=no-user-gesture-required, or set media.autoplay.default to 0 in Firefox.',
    statuses: {
      playing: 'The music plays.',
      reserve: 'The line is cut. The music plays from the reserve.',
      silent: 'The music is paused.',
      muted: 'The sound is off. Turn the volume up.',
      blocked: 'The browser waits for a tap.',
      stalled: 'Waiting for the music…',
      closed: 'Closed',
    },
    this_player: 'This player',
    close: 'Close',
    reserve_minutes: '{minutes} minutes of music in reserve.',
    reserve_text:
      'This player keeps the music of the next hour, so that it plays on when the line is cut. It needs no more data for that.',
    no_reserve: {
      off: 'No reserve: this shop is on a mobile line',
      no_room: 'No reserve: the browser has no room for it.',
      not_supported: 'No reserve: this browser cannot keep the music.',
      outside_stream: 'No reserve: the music comes from another server.',
    },
    leave: 'Unpair',
    leave_text: 'The music stops, and this screen shows a pairing code again.',
    pin: 'PIN of the location',
    leave_wrong_pin: 'The PIN is not right. The owner of the station finds it under Locations.',
    leave_too_often: 'Too many tries. Please try again in an hour.',
    leave_failed: 'The server did not answer. Please try again.',
  },
  de: {
    pairing_code: 'Kopplungscode',
    pairing_step_code:
      'Melden Sie sich auf einem Handy oder Computer an und öffnen Sie „Locations“.',
    pairing_step_scan:
      'Geben Sie dort bei einem Standort diesen Code ein, oder scannen Sie das Bild mit dem Handy.',
    pairing_loading: 'Einen Moment, der Kopplungscode wird geholt.',
    no_connection: 'Keine Verbindung zum Server. Dieser Player versucht es automatisch weiter.',
    not_kept:
      'Dieser Browser speichert keine Daten dieser Seite. Erlauben Sie es, oder koppeln Sie den Player nach jedem Neustart.',
    tap: 'Tippen, um die Musik zu starten',
    tap_hint:
      'Ohne Tippen startet sie, wenn Chromium mit --autoplay-policy=no-user-gesture-required geöffnet wird, oder in Firefox mit media.autoplay.default = 0.',
    statuses: {
      playing: 'Die Musik läuft.',
      reserve: 'Die Leitung ist unterbrochen. Die Musik läuft aus der Reserve.',
      silent: 'Die Musik ist angehalten.',
      muted: 'Der Ton ist aus. Stellen Sie ihn lauter.',
      blocked: 'Der Browser wartet auf ein Tippen.',
      stalled: 'Warten auf die Musik…',
      closed: 'Geschlossen',
    },
    this_player: 'Dieser Player',
    close: 'Schließen',
    reserve_minutes: '{minutes} Minuten Musik in Reserve.',
    reserve_text:
      'Dieser Player behält die Musik der nächsten Stunde, damit sie auch ohne Leitung weiterläuft. Mehr Daten braucht er dafür nicht.',
    no_reserve: {
      off: 'Keine Reserve: Dieses Geschäft hat nur eine Mobilfunkleitung',
      no_room: 'Keine Reserve: Im Browser ist kein Platz dafür.',
      not_supported: 'Keine Reserve: Dieser Browser kann die Musik nicht behalten.',
      outside_stream: 'Keine Reserve: Die Musik kommt von einem anderen Server.',
    },
    leave: 'Entkoppeln',
    leave_text: 'Die Musik hört auf, und hier erscheint wieder ein Kopplungscode.',
    pin: 'PIN des Standorts',
    leave_wrong_pin: 'Die PIN stimmt nicht. Sie steht im Konto des Senders unter „Locations“.',
    leave_too_often: 'Zu viele Versuche. Bitte versuchen Sie es in einer Stunde noch einmal.',
    leave_failed: 'Der Server hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
  },
  fr: {
    pairing_code: 'Code d’association',
    pairing_step_code:
      'Connectez-vous à votre compte sur un téléphone ou un ordinateur et ouvrez « Locations ».',
    pairing_step_scan:
      'Saisissez ce code pour un établissement, ou scannez l’image avec votre téléphone.',
    pairing_loading: 'Un instant, le code d’association arrive.',
    no_connection: 'Pas de connexion au serveur. Ce lecteur réessaie automatiquement.',
    not_kept:
      'Ce navigateur ne garde pas les données de cette page. Autorisez-le, ou associez ce lecteur après chaque redémarrage.',
    tap: 'Touchez pour lancer la musique',
    tap_hint:
      'Pour démarrer sans toucher, ouvrez Chromium avec --autoplay-policy=no-user-gesture-required, ou réglez media.autoplay.default sur 0 dans Firefox.',
    statuses: {
      playing: 'La musique joue.',
      reserve: 'La ligne est coupée. La musique vient de la réserve.',
      silent: 'La musique est en pause.',
      muted: 'Le son est coupé. Montez le volume.',
      blocked: 'Le navigateur attend que vous touchiez l’écran.',
      stalled: 'En attente de la musique…',
      closed: 'Fermé',
    },
    this_player: 'Ce lecteur',
    close: 'Fermer',
    reserve_minutes: '{minutes} minutes de musique en réserve.',
    reserve_text:
      'Ce lecteur garde la musique de l’heure à venir, pour continuer si la ligne est coupée. Il ne consomme pas plus de données.',
    no_reserve: {
      off: 'Pas de réserve : cet établissement a une ligne mobile',
      no_room: 'Pas de réserve : le navigateur manque de place.',
      not_supported: 'Pas de réserve : ce navigateur ne peut pas garder la musique.',
      outside_stream: 'Pas de réserve : la musique vient d’un autre serveur.',
    },
    leave: 'Dissocier',
    leave_text: 'La musique s’arrête et cet écran affiche de nouveau un code d’association.',
    pin: 'PIN de l’établissement',
    leave_wrong_pin:
      'Le PIN n’est pas correct. Il se trouve sous « Locations » dans le compte de la station.',
    leave_too_often: 'Trop d’essais. Réessayez dans une heure.',
    leave_failed: 'Le serveur n’a pas répondu. Réessayez.',
  },
  es: {
    pairing_code: 'Código de vinculación',
    pairing_step_code: 'Inicie sesión en su cuenta en un teléfono u ordenador y abra «Locations».',
    pairing_step_scan: 'Introduzca este código en un local, o escanee la imagen con el teléfono.',
    pairing_loading: 'Un momento, se está pidiendo el código de vinculación.',
    no_connection:
      'No hay conexión con el servidor. Este reproductor lo sigue intentando automáticamente.',
    not_kept:
      'Este navegador no guarda datos de esta página. Permítalo, o vincule el reproductor tras cada reinicio.',
    tap: 'Toque para iniciar la música',
    tap_hint:
      'Para empezar sin tocar, abra Chromium con --autoplay-policy=no-user-gesture-required, o ponga media.autoplay.default en 0 en Firefox.',
    statuses: {
      playing: 'La música suena.',
      reserve: 'La línea está cortada. La música suena desde la reserva.',
      silent: 'La música está en pausa.',
      muted: 'El sonido está apagado. Suba el volumen.',
      blocked: 'El navegador espera un toque.',
      stalled: 'Esperando la música…',
      closed: 'Cerrado',
    },
    this_player: 'Este reproductor',
    close: 'Cerrar',
    reserve_minutes: '{minutes} minutos de música en reserva.',
    reserve_text:
      'Este reproductor guarda la música de la próxima hora, para seguir si se corta la línea. No gasta más datos.',
    no_reserve: {
      off: 'Sin reserva: este local tiene una línea móvil',
      no_room: 'Sin reserva: el navegador no tiene sitio.',
      not_supported: 'Sin reserva: este navegador no puede guardar la música.',
      outside_stream: 'Sin reserva: la música viene de otro servidor.',
    },
    leave: 'Desvincular',
    leave_text: 'La música se detiene y esta pantalla muestra otra vez un código de vinculación.',
    pin: 'PIN del local',
    leave_wrong_pin: 'El PIN no es correcto. Está en «Locations», en la cuenta de la emisora.',
    leave_too_often: 'Demasiados intentos. Inténtelo de nuevo dentro de una hora.',
    leave_failed: 'El servidor no respondió. Inténtelo de nuevo.',
  },
  it: {
    pairing_code: 'Codice di abbinamento',
    pairing_step_code: 'Accedi al tuo account su un telefono o un computer e apri «Locations».',
    pairing_step_scan:
      'Inserisci questo codice per una sede, oppure inquadra l’immagine con il telefono.',
    pairing_loading: 'Un momento, arriva il codice di abbinamento.',
    no_connection: 'Nessuna connessione al server. Questo lettore riprova automaticamente.',
    not_kept:
      'Questo browser non conserva i dati di questa pagina. Consentilo, o abbina il lettore dopo ogni riavvio.',
    tap: 'Tocca per avviare la musica',
    tap_hint:
      'Per partire senza toccare, apri Chromium con --autoplay-policy=no-user-gesture-required, o imposta media.autoplay.default su 0 in Firefox.',
    statuses: {
      playing: 'La musica suona.',
      reserve: 'La linea è interrotta. La musica viene dalla riserva.',
      silent: 'La musica è in pausa.',
      muted: 'L’audio è spento. Alza il volume.',
      blocked: 'Il browser aspetta un tocco.',
      stalled: 'In attesa della musica…',
      closed: 'Chiuso',
    },
    this_player: 'Questo lettore',
    close: 'Chiudi',
    reserve_minutes: '{minutes} minuti di musica di riserva.',
    reserve_text:
      'Questo lettore conserva la musica della prossima ora, per continuare se la linea si interrompe. Non consuma più dati.',
    no_reserve: {
      off: 'Nessuna riserva: questo negozio ha una linea mobile',
      no_room: 'Nessuna riserva: nel browser non c’è spazio.',
      not_supported: 'Nessuna riserva: questo browser non può conservare la musica.',
      outside_stream: 'Nessuna riserva: la musica viene da un altro server.',
    },
    leave: 'Scollega',
    leave_text: 'La musica si ferma e questo schermo mostra di nuovo un codice di abbinamento.',
    pin: 'PIN della sede',
    leave_wrong_pin: 'Il PIN non è corretto. Si trova in «Locations», nell’account della stazione.',
    leave_too_often: 'Troppi tentativi. Riprova tra un’ora.',
    leave_failed: 'Il server non ha risposto. Riprova.',
  },
};

/** A location player's labels in the page's language. */
export const locationPlayerWords = (lang: string): LocationPlayerWords =>
  PLAYER_WORDS[languageOf(lang)];
