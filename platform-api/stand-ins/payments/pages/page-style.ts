import { BRAND_COLOURS } from '../../../contract/site/brand.ts';

/** Colours of the portal that the contract's brand does not have. */
const TONES = {
  light: {
    sunken: '#F4EEE4',
    edge: '#8C86A0',
    good: '#157347',
    good_wash: '#E6F3EB',
    warn: '#B4480B',
    warn_wash: '#FDEEE2',
    bad: '#B42318',
    bad_wash: '#FCEBE8',
    raised: '#32208A',
  },
  dark: {
    sunken: '#171030',
    edge: '#7468A8',
    good: '#4ADE9A',
    good_wash: '#14303A',
    warn: '#FF8A3D',
    warn_wash: '#33203A',
    bad: '#FF8F85',
    bad_wash: '#3A1A3A',
    raised: '#CFC7FF',
  },
};

const variables = (colours: Record<string, string>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** The style of all pages, allowed by its hash in the Content-Security-Policy. */
export const PAGE_STYLE = `
:root { ${variables({ ...BRAND_COLOURS.light, ...TONES.light })}; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { ${variables({ ...BRAND_COLOURS.dark, line: '#2F2658', ...TONES.dark })} }
}
* { box-sizing: border-box; }
[hidden] { display: none; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; background: var(--background); color: var(--ink); font: 16px/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: break-word; }
.band { background: var(--on_air); color: #17122B; text-align: center; font-weight: 700; font-size: 15px; padding: 10px 16px; position: sticky; top: 0; z-index: 1; }
main { max-width: 520px; margin: 0 auto; padding: 20px 16px 40px; }
main.wide { max-width: 1072px; }
main.middle { max-width: 720px; }
header { display: flex; align-items: center; gap: 9px; font-weight: 700; font-size: 19px; letter-spacing: -0.025em; margin-bottom: 28px; }
header svg { width: 26px; height: 28px; flex: none; }
footer { max-width: 1040px; margin: 0 auto; padding: 20px 16px 40px; color: var(--muted); font-size: 14px; text-align: center; }
h1 { font-size: 28px; line-height: 1.15; letter-spacing: -0.025em; margin: 0 0 8px; text-wrap: balance; }
h2 { font-size: 19px; line-height: 1.25; letter-spacing: -0.015em; margin: 0 0 12px; }
h3 { font-size: 16px; margin: 0; }
p { margin: 0 0 12px; text-wrap: pretty; }
a { color: var(--primary); font-weight: 500; text-underline-offset: 3px; border-radius: 3px; }
a:hover { color: var(--raised); }
:focus-visible { outline: 3px solid var(--warn); outline-offset: 2px; }
.muted { color: var(--muted); }
.small { font-size: 14px; }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap; text-align: right; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 0 0 16px; }
.card > :last-child { margin-bottom: 0; }
section, section.card { margin: 0 0 36px; }
.two > section.card { margin: 0; }
.lead { margin-bottom: 24px; }
.payer { margin-bottom: 20px; }
.payer strong { display: block; color: var(--ink); overflow-wrap: anywhere; }

.order { list-style: none; margin: 0; padding: 0; }
.order li { display: flex; justify-content: space-between; gap: 16px; padding: 7px 0; }
.order .sum { border-top: 1px solid var(--line); margin-top: 7px; padding-top: 14px; }
.order .total { font-weight: 700; font-size: 20px; letter-spacing: -0.015em; }
.big { font-size: 40px; line-height: 1.1; font-weight: 700; letter-spacing: -0.035em; font-variant-numeric: tabular-nums; margin: 0 0 4px; }

label { display: block; font-weight: 600; font-size: 15px; margin: 0 0 6px; }
.field { margin: 0 0 16px; }
.field input { width: 100%; min-height: 48px; padding: 10px 14px; border: 1px solid var(--edge); border-radius: 10px; background: var(--surface); color: var(--ink); font: inherit; }
.field input:hover { border-color: var(--ink); }
.field input::placeholder { color: var(--muted); opacity: 1; }
.field input:focus-visible { outline-width: 2px; outline-offset: 0; border-color: var(--warn); }
.field input[aria-invalid='true'] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.figures { font-variant-numeric: tabular-nums; }
.fault { color: var(--bad); font-size: 15px; font-weight: 500; margin: 6px 0 0; }

button, .button { appearance: none; display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 9px 16px; border: 1px solid var(--edge); border-radius: 10px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; font-size: 15px; line-height: 1.3; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--ink); color: var(--ink); }
button.primary, .button.primary { background: var(--primary); border-color: var(--primary); color: var(--on_primary); }
button.primary:hover, .button.primary:hover { background: var(--raised); border-color: var(--raised); color: var(--on_primary); }
button.danger, .button.danger { color: var(--bad); border-color: var(--bad); }
button.full { width: 100%; min-height: 52px; font-size: 17px; }
button[aria-disabled='true'] { opacity: 0.65; cursor: progress; }
.compact { min-height: 36px; padding: 5px 12px; font-size: 14px; border-radius: 8px; }
.actions { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.actions form { margin: 0; }
p + form > .actions { margin-top: 20px; }
.back { margin: 20px 0 0; text-align: center; }
.further { margin-top: 20px; }
.stack > * + * { margin-top: 12px; }

.notice { border: 1px solid; border-radius: 10px; padding: 14px 16px; margin: 0 0 20px; }
.notice p { margin: 0; }
.notice p + p { margin-top: 4px; }
.notice.bad { color: var(--bad); background: var(--bad_wash); }
.notice.good { color: var(--good); background: var(--good_wash); }
.notice .rest { color: var(--ink); }
.notice strong { display: block; }

.badge { display: inline-block; border: 1px solid currentColor; border-radius: 99px; color: var(--muted); font-size: 13px; font-weight: 600; line-height: 1.3; padding: 2px 10px; white-space: nowrap; }
.badge.good { color: var(--good); background: var(--good_wash); }
.badge.warn { color: var(--warn); background: var(--warn_wash); }
.badge.bad { color: var(--bad); background: var(--bad_wash); }

details { border-top: 1px solid var(--line); margin-top: 24px; padding-top: 8px; }
summary { cursor: pointer; font-weight: 600; padding: 10px 0; border-radius: 6px; }
.tries { list-style: none; margin: 4px 0 0; padding: 0; }
.tries li { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 0 12px; padding: 9px 0; }
.tries li + li { border-top: 1px solid var(--line); }
.tries code { font: 600 15px/1.4 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; white-space: nowrap; }
.tries .muted { grid-column: 1; font-size: 14px; }
.tries button { grid-column: 2; grid-row: 1 / span 2; }

.row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 8px 16px; }
.row h1, .row h2, .row p { margin: 0; }
.row + .list { border-top: 1px solid var(--line); margin-top: 18px; padding-top: 16px; }
.row + p.muted { margin-top: 4px; }
.list { list-style: none; margin: 0; padding: 0; }
.list li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 8px 16px; padding: 14px 0; }
.list li + li { border-top: 1px solid var(--line); }
.list.flush li:first-child { padding-top: 0; }
.list.flush li:last-child { padding-bottom: 0; }
.list p { margin: 0; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 20px; margin: 0 0 16px; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
address { font-style: normal; }

.id { color: var(--muted); font: 13px/1.4 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { font-weight: 600; font-size: 15px; padding: 0; margin-bottom: 8px; }
.clock { font-size: 24px; font-weight: 700; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; margin: 0 0 4px; }

.events code { font: 14px/1.4 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.events li { padding: 9px 0; }
[role='alert'] { scroll-margin: 64px 0 16px; }
.field input { scroll-margin-top: 100px; }
@media (pointer: coarse) {
  .compact { min-height: 44px; }
}
@media (min-width: 640px) {
  main { padding-top: 32px; }
  .card { padding: 28px; }
  h1 { font-size: 34px; }
}
@media (min-width: 900px) {
  .two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); gap: 72px; align-items: start; }
  .two.control { grid-template-columns: minmax(0, 1fr) 22rem; gap: 40px; }
  main.wide > header { margin-bottom: 40px; }
}
`;
