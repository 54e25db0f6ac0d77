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
import { BRAND, BRAND_COLOURS } from '../../contract/brand.ts';

const { light, dark } = BRAND_COLOURS;

// Mail programs load no fonts of ours.
const SANS = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Courier New', monospace";

/**
 * What cannot be written beside an element: dark colours and narrow windows. A program that takes no
 * notice shows the light letter, and one that turns colours round by itself is told that we do.
 */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.background} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .code { background-color: ${dark.background} !important; border-color: ${dark.line} !important; color: ${dark.ink} !important; }
  .action { background-color: ${dark.primary} !important; color: ${dark.on_primary} !important; }
  .house { background-color: ${dark.line} !important; }
  .lamp { background-color: ${dark.on_air} !important; box-shadow: 0 0 10px ${dark.on_air} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px 16px !important; }
  .action { display: block !important; text-align: center !important; }
}
`;

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
const wordmark: CSSProperties = {
  color: light.ink,
  fontSize: 19,
  fontWeight: 700,
  letterSpacing: '-0.02em',
  lineHeight: '30px',
  paddingLeft: 10,
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
  // The space after the last digit is balanced on the left.
  padding: '18px 0 18px 0.18em',
  textAlign: 'center',
};
const action: CSSProperties = {
  backgroundColor: light.primary,
  borderRadius: 10,
  color: light.on_primary,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '20px',
  padding: '14px 24px',
};
// Quieter than the button above it, and broken where it must be.
const address: CSSProperties = {
  color: light.muted,
  overflowWrap: 'anywhere',
  textDecoration: 'underline',
  wordBreak: 'break-all',
};

/** The house front with its lamp, drawn from table cells: many programs show no picture unasked. */
function Masthead() {
  return (
    <table
      role="presentation"
      cellPadding="0"
      cellSpacing="0"
      border={0}
      style={{ margin: '0 0 18px 2px' }}
    >
      <tbody>
        <tr>
          <td
            className="house"
            data-skip-in-text
            aria-hidden="true"
            align="center"
            style={{ backgroundColor: light.primary, borderRadius: 8, height: 30, width: 30 }}
          >
            <div
              className="lamp"
              style={{
                backgroundColor: light.on_air,
                borderRadius: 6,
                fontSize: 0,
                height: 12,
                lineHeight: 0,
                width: 12,
              }}
            />
          </td>
          <td className="ink" style={wordmark}>
            {BRAND.name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** A whole letter: what the list of mails shows, its heading, its text, and why it was sent. */
export function LetterLayout(props: {
  preview: string;
  heading: string;
  /** Why this person gets it: the last line. */
  why: string;
  children: ReactNode;
}) {
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{STYLES}</style>
      </Head>
      <Body className="paper" style={{ backgroundColor: light.background, margin: 0 }}>
        <Preview>{props.preview}</Preview>
        <Section className="paper" style={paper}>
          <Container style={{ maxWidth: 520 }}>
            <Masthead />
            <table
              role="presentation"
              width="100%"
              cellPadding="0"
              cellSpacing="0"
              border={0}
              style={{ borderCollapse: 'separate' }}
            >
              <tbody>
                <tr>
                  <td className="card" style={card}>
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

/** What somebody else wrote, line by line: broken where it must be, and with nothing to click. */
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

/** What matters less: how long a thing lives, what to do if it was somebody else. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={smallPrint}>
      {children}
    </Text>
  );
}

/** A one-time code, spaced by its style alone, so that it is copied as it is. */
export function Code({ children }: { children: string }) {
  return (
    <Text className="code" style={codeBox}>
      {children}
    </Text>
  );
}

/** The one thing to do, as a button, and as an address for programs that show none. */
export function Action({ href, label }: { href: string; label: string }) {
  return (
    <>
      <Section data-skip-in-text style={{ margin: '8px 0 20px' }}>
        <Button className="action" href={href} style={action}>
          {label}
        </Button>
      </Section>
      <Text className="muted" style={{ ...smallPrint, margin: '0 0 16px' }}>
        The link in full:
        <br />
        <Link className="muted" href={href} style={address}>
          {href}
        </Link>
      </Text>
    </>
  );
}
