import type { PublicStation } from '../../client/generated/types.gen.ts';

/** Links to the station's own apps, if it has any. 'App' and the stores' names are the same in each language. */
export function appLinks(station: PublicStation | null) {
  return [link('App Store', station?.app_store_url), link('Google Play', station?.google_play_url)];
}

// In a tab of its own: a frame cannot show a store.
const link = (name: string, href: string | undefined) =>
  href && (
    <a href={href} target="_blank">
      {name}
    </a>
  );

/** The same as a menu, which covers the compact player while it is open. */
export function AppMenu({ station }: { station: PublicStation | null }) {
  const links = appLinks(station);
  return (
    links.some((one) => one) && (
      <details>
        <summary>App</summary>
        <p className="notice">{links}</p>
      </details>
    )
  );
}
