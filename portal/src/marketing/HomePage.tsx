import { BRAND } from '@stationhouse/platform-api/contract/brand';
import { DEMO_STATION_SLUG } from '@stationhouse/platform-api/contract/limits';
import { Lamp } from '../ui/Lamp.tsx';

/** The front door: what this is, a station to hear, and the line that puts it on another site. */
export function HomePage() {
  const embedLine = `<script async src="${location.origin}/sdk/player.js" data-station="${DEMO_STATION_SLUG}"></script>`;
  return (
    <main className="page">
      <title>{`${BRAND.name} · Your own radio station`}</title>
      <p className="wordmark">
        <Lamp on />
        {BRAND.name}
      </p>
      <h1>A radio station in your name</h1>
      <p className="lead">
        For cafés, gyms, shops and hotels: music all day, a page your guests can open, a player for
        your own site.
      </p>
      <p>
        <a className="button" href={BRAND.demo_path} target="_blank" rel="noopener">
          Listen to Demo
        </a>
      </p>
      <section aria-labelledby="embed">
        <h2 id="embed">Put it on a site of yours</h2>
        <p>Paste this line where the player should stand:</p>
        <pre>
          <code>{embedLine}</code>
        </pre>
      </section>
      <p>
        Developers: everything here has an API. <a href="/docs">Read the reference</a>.
      </p>
    </main>
  );
}
