/** @jsxRuntime automatic */
import {
  chipOf,
  formOf,
  isDarkGround,
  isWordmark,
  signOf,
  tileOf,
  type DarkLogo,
  type LogoShape,
} from '../../contract/site/colours.ts';
import { lettersOf } from '../../contract/stations/letters.ts';
import { LAYOUT, WORDMARK } from './letter-styles.ts';

/** A station as the head of a mail about it. */
export interface MailedStation {
  /** Its page, beside which its sleeve is (site/station-app.ts). */
  station_url: string;
  /** The colour of the station; null: it has chosen none. */
  accent_colour: string | null;
  /** Null: not known, since the mail was queued by an earlier release. */
  station_name: string | null;
  station_logo_url: string | null;
  /** Null: not measured, as a logo on another server, which mails leave out. */
  logo_shape: LogoShape | null;
  /** In its place on a dark accent. */
  dark_logo: DarkLogo | null;
  /** Otherwise there is no sleeve beside its page. */
  is_on_air: boolean;
}

/** The height of a logo in px, and of the sleeve beside it. */
const LOGO_PX = 60;
/** The space around a logo on its tile, in px: a wordmark's, a disc's, in which a square fits, and an edge. */
const ROOM_PX = { wordmark: 12, disc: 14, edge: 5 };
const SLEEVE_PX = 168;
/** The width of the widest wordmark in px: half of a mail on a phone. */
const WORDMARK_PX = 176;
const ROUND = 12;
/** From more letters on, a name is set smaller. */
const LONG_NAME = 40;

/**
 * The station's logo, its name and its sleeve on a band of its accent, the same in dark mode. On a dark one the logo for
 * dark grounds has no tile. Without pictures, which many clients load at a press only, it is a band in two tints.
 */
export function Sign(station: MailedStation & { station_name: string }) {
  const { station_name: name, station_url } = station;
  const { sign, on_sign } = signOf(station);
  const dark_logo = isDarkGround(sign) ? station.dark_logo : null;
  const { station_logo_url: logo, logo_shape } = dark_logo ?? station;
  const isShown = logo !== null && logo_shape !== null;
  const isNamed = isShown && isWordmark({ logo_shape });
  const ground = dark_logo ? chipOf(dark_logo, sign) : tileOf(station, '#fff');
  const isOnDisc = !isNamed && ground !== 'transparent';
  const room = isNamed ? ROOM_PX.wordmark : ROOM_PX.edge;
  const width = isShown ? Math.round(Math.min(LOGO_PX * logo_shape.aspect, WORDMARK_PX)) : 0;
  // A narrow logo has a round disc, too.
  const besides = ROOM_PX.disc + Math.max(0, LOGO_PX - width) / 2;
  return (
    <table
      {...LAYOUT}
      width="100%"
      style={{
        backgroundColor: sign,
        borderCollapse: 'separate',
        borderRadius: `${ROUND}px ${ROUND}px 0 0`,
      }}
    >
      <tbody>
        <tr>
          <td className="row name" style={{ padding: '16px 40px', verticalAlign: 'middle' }}>
            {isShown ? (
              <div
                style={{
                  background: ground,
                  borderRadius: isOnDisc ? LOGO_PX : 10,
                  display: 'inline-block',
                  lineHeight: 0,
                  padding: isOnDisc ? `${ROOM_PX.disc}px ${besides}px` : room,
                }}
              >
                <img
                  src={logo}
                  alt={isNamed ? name : ''}
                  width={width}
                  height={isNamed ? Math.round(width / logo_shape.aspect) : LOGO_PX}
                  style={{
                    // Round corners would cut those of a logo without edges.
                    borderRadius: logo_shape.is_transparent ? 0 : 8,
                    color: on_sign,
                    display: 'block',
                    lineHeight: 1.3,
                    objectFit: 'contain',
                  }}
                />
              </div>
            ) : null}
            {isNamed ? null : (
              <div
                style={{
                  ...WORDMARK,
                  color: on_sign,
                  fontSize: lettersOf(name) > LONG_NAME ? 20 : 26,
                  overflowWrap: 'anywhere',
                  paddingLeft: 0,
                  paddingTop: isShown ? 12 : 0,
                  wordBreak: 'break-word',
                }}
              >
                {name}
              </div>
            )}
          </td>
          <td
            aria-hidden="true"
            className="row"
            width={SLEEVE_PX}
            style={{
              backgroundColor: formOf(station),
              borderRadius: `0 ${ROUND}px 0 0`,
              height: SLEEVE_PX,
              lineHeight: 0,
              verticalAlign: 'top',
              width: SLEEVE_PX,
            }}
          >
            {station.is_on_air ? (
              <img
                className="sleeve"
                src={`${station_url}/sleeve.png`}
                alt=""
                width={SLEEVE_PX}
                height={SLEEVE_PX}
                style={{ borderRadius: `0 ${ROUND}px 0 0`, display: 'block' }}
              />
            ) : null}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
