/** @jsxRuntime automatic */
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { Fragment, type CSSProperties, type ReactNode } from 'react';
import { BRAND, BRAND_COLOURS } from '../../contract/site/brand.ts';
import { paletteOf } from '../../contract/site/colours.ts';
import { LAYOUT, stylesOf, WORDMARK } from './letter-styles.ts';
import { Sign, type MailedStation } from './station-sign.tsx';

const { light } = BRAND_COLOURS;

// Mail clients do not load web fonts.
const SANS = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Courier New', monospace";

const paper: CSSProperties = {
  backgroundColor: light.background,
  fontFamily: SANS,
  padding: '32px 12px 40px',
};
const card: CSSProperties = {
  backgroundColor: light.surface,
  border: `1px solid ${light.line}`,
  borderRadius: 12,
  borderCollapse: 'separate',
  padding: '36px 40px 28px',
};
/** The card is the lower part of a sign. */
const belowSign: CSSProperties = { borderRadius: '0 0 12px 12px', borderTop: 0 };
const SIDE = '15px solid transparent';
const roof: CSSProperties = {
  borderBottom: `10px solid ${light.primary}`,
  borderLeft: SIDE,
  borderRight: SIDE,
  height: 0,
  width: 0,
};
const house: CSSProperties = {
  backgroundColor: light.primary,
  borderRadius: '2px 2px 5px 5px',
  height: 20,
  width: 30,
};
const lamp: CSSProperties = {
  backgroundColor: light.on_air,
  borderRadius: 6,
  height: 12,
  margin: '0 auto',
  position: 'relative',
  top: 2,
  width: 12,
};
const heading: CSSProperties = {
  color: light.ink,
  fontSize: 26,
  fontWeight: 700,
  letterSpacing: '-0.02em',
  lineHeight: '32px',
  margin: '0 0 12px',
};
const paragraph: CSSProperties = {
  color: light.ink,
  fontSize: 16,
  lineHeight: '25px',
  margin: '0 0 16px',
};
const smallPrint: CSSProperties = {
  color: light.muted,
  fontSize: 14,
  lineHeight: '21px',
  margin: '0 0 8px',
};
const codeBox: CSSProperties = {
  backgroundColor: light.background,
  border: `1px solid ${light.line}`,
  borderRadius: 10,
  color: light.ink,
  fontFamily: MONO,
  fontSize: 34,
  fontWeight: 600,
  letterSpacing: '0.18em',
  lineHeight: '40px',
  margin: '4px 0 24px',
  // Balances the letter spacing after the last digit.
  padding: '18px 0 18px 0.18em',
  textAlign: 'center',
};
const action: CSSProperties = {
  backgroundColor: light.primary,
  borderRadius: 10,
  color: light.on_primary,
  fontSize: 18,
  fontWeight: 700,
  lineHeight: '22px',
  padding: '16px 32px',
};
const moreAction: CSSProperties = {
  border: `1px solid ${light.line}`,
  borderRadius: 10,
  color: light.ink,
  display: 'inline-block',
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '20px',
  padding: '12px 20px',
  textDecoration: 'none',
};
// Less prominent than the button above it, and breaks anywhere.
const address: CSSProperties = {
  color: light.muted,
  overflowWrap: 'anywhere',
  textDecoration: 'underline',
  wordBreak: 'break-all',
};

/** The logo (contract/brand), drawn with borders: many clients do not load images by default. */
function Masthead() {
  return (
    <table {...LAYOUT} style={{ margin: '0 0 18px 2px' }}>
      <tbody>
        <tr>
          <td data-skip-in-text aria-hidden="true" style={{ fontSize: 0, lineHeight: 0 }}>
            <div className="roof" style={roof} />
            <div className="house" style={house}>
              <div className="lamp" style={lamp} />
            </div>
          </td>
          <td className="ink" style={WORDMARK}>
            {BRAND.name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The layout of all mails: preview text, heading, content, and the reason why it was sent. */
export function LetterLayout(props: {
  preview: string;
  heading: string;
  /** Why the recipient gets it; the last line. */
  why: string;
  /** A mail about a station looks like it. */
  station?: MailedStation;
  children: ReactNode;
}) {
  const { station } = props;
  const name = station?.station_name ?? null;
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{stylesOf(station)}</style>
      </Head>
      <Body className="paper" style={{ backgroundColor: light.background, margin: 0 }}>
        <Preview>{props.preview}</Preview>
        <Section className="paper" style={paper}>
          <Container style={{ maxWidth: 520 }}>
            {station && name !== null ? <Sign {...station} station_name={name} /> : <Masthead />}
            <table {...LAYOUT} width="100%" style={{ borderCollapse: 'separate' }}>
              <tbody>
                <tr>
                  <td className="card" style={name === null ? card : { ...card, ...belowSign }}>
                    <Heading className="ink" style={heading}>
                      {props.heading}
                    </Heading>
                    {props.children}
                  </td>
                </tr>
              </tbody>
            </table>
            <Text className="muted" style={{ ...smallPrint, fontSize: 13, margin: '18px 2px 0' }}>
              {props.why}
            </Text>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={paragraph}>
      {children}
    </Text>
  );
}

/** Untrusted text, line by line, without links. */
export function Words({ children }: { children: string[] }) {
  return (
    <Text className="ink" style={{ ...paragraph, overflowWrap: 'anywhere' }}>
      {children.map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Text>
  );
}

/** Secondary text, for example how long a link works. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={smallPrint}>
      {children}
    </Text>
  );
}

/** A one-time code. It is spaced by CSS only, so that copying it adds no spaces. */
export function Code({ children }: { children: string }) {
  return (
    <Text className="code" style={codeBox}>
      {children}
    </Text>
  );
}

interface ActionProps {
  href: string;
  label: string;
  /** The colour of the station that it leads to. */
  accent?: string | null;
}

/** A button in a station's colour. */
function inColour(accent_colour: string): CSSProperties {
  const { primary, on_primary } = paletteOf({ accent_colour }, false);
  return { ...action, backgroundColor: primary, color: on_primary };
}

/** The call to action, as a button and as a plain link. */
export function Action({ href, label, accent = null }: ActionProps) {
  return (
    <>
      <Section data-skip-in-text style={{ margin: '14px 0 20px' }}>
        <Button className="action" href={href} style={accent === null ? action : inColour(accent)}>
          {label}
        </Button>
      </Section>
      <Text className="muted" style={{ ...smallPrint, fontSize: 13, margin: '0 0 16px' }}>
        The full link:
        <br />
        <Link className="muted" href={href} style={address}>
          {href}
        </Link>
      </Text>
    </>
  );
}

/** Further actions below the first one, as buttons with an outline. */
export function MoreActions({ actions }: { actions: { href: string; label: string }[] }) {
  return (
    <Section style={{ margin: '4px 0 12px' }}>
      {actions.map(({ href, label }) => (
        <div
          key={href}
          className="row"
          style={{ display: 'inline-block', margin: '0 10px 10px 0' }}
        >
          <Link className="more" href={href} style={moreAction}>
            {label}
          </Link>
        </div>
      ))}
    </Section>
  );
}
