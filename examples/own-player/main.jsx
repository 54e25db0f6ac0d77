import { createRoot } from 'react-dom/client';
import { usePlayer } from '@stationhouse/sdk/react';

const RADIO = { station: 'demo', apiBase: 'http://localhost:8000' };

function Radio() {
  const { state, paused, error, station, tracks, volume, play, pause, retry, setVolume } =
    usePlayer(RADIO);
  const song = tracks?.current;
  const label = error ? 'Try again' : paused ? 'Play' : 'Pause';

  return (
    <section className="radio" aria-label={station?.station_name ?? 'Radio'}>
      <button type="button" aria-label={label} onClick={error ? retry : paused ? play : pause}>
        {error ? '↻' : paused ? '▶' : '❚❚'}
      </button>
      {song && <img src={song.cover} alt="" width="56" height="56" />}
      <p role="status">
        {error?.message ?? (song ? `${song.title} by ${song.artist}` : 'Our radio')}
        {state === 'reconnecting' && ', one moment'}
      </p>
      <label>
        Volume
        <input
          type="range"
          max="1"
          step="0.05"
          value={volume}
          onChange={({ target }) => setVolume(target.valueAsNumber)}
        />
      </label>
    </section>
  );
}

createRoot(document.querySelector('#radio')).render(<Radio />);
