/** A boolean attribute, as HTML and as each framework writes it. */
type Flag = boolean | '' | 'true' | 'false';

/** The attributes of `<station-player>` in JSX and in templates. docs/embedding.md describes each. */
export interface StationPlayerAttributes {
  station?: string | undefined;
  'api-base'?: string | undefined;
  muted?: Flag | undefined;
  volume?: number | string | undefined;
  background?: string | undefined;
  button?: string | undefined;
  font?: string | undefined;
  logo?: Flag | undefined;
  song?: Flag | undefined;
  theme?: 'light' | 'dark' | 'auto' | 'site' | undefined;
  lang?: string | undefined;
  autoplay?: Flag | undefined;
  loading?: 'lazy' | 'eager' | undefined;
  /** A text, because React drops the value `false` from a page that a server draws. */
  exclusive?: 'true' | 'false' | undefined;
  'keep-playing'?: Flag | undefined;
}
