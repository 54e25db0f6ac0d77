import { chipOf, mix, onDark, paletteOf, type Look } from '@stationhouse/sdk/shell';

/**
 * The colours of the static view as plain rules: its televisions know neither custom properties nor inline styles with a
 * hash. Empty for a station without a look.
 */
export function staticLookCss(look: Look): string {
  const isDark = look.theme !== 'light';
  const colours = paletteOf(look, isDark);
  const chip = chipOf(isDark ? onDark(look) : look, colours.paper);
  const chipRule =
    chip === 'transparent'
      ? ''
      : `img.logo{margin-left:6px;background:${chip};box-shadow:0 0 0 6px ${chip}}`;
  if (!look.accent_colour && isDark) return chipRule;
  const { paper, surface, ink, muted, line, primary, on_primary, air, bad } = colours;
  return [
    `html{background:${paper};color:${ink}}`,
    chipRule,
    `span.logo,button{background:${primary};color:${on_primary}}`,
    `button,#message{border-color:${primary}}`,
    `button:focus{outline-color:${ink}}`,
    `h2,.artist,.qr{color:${muted}}`,
    `.previous,.next{border-color:${line}}`,
    `.cover{background:${surface}}`,
    isDark
      ? `.qr svg{background:${mix(ink, paper, 0.12)};fill:${paper}}`
      : `.qr svg{background:${surface};fill:${ink}}`,
    `#live{color:${air}}`,
    `#fault{color:${bad}}`,
  ].join('');
}
