import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { StationPlayer } from '@stationhouse/sdk/react';

const SHOWN = 4;

function Shop() {
  const [songs, setSongs] = useState([]);
  const [isMuted, setMuted] = useState(false);

  const remember = ({ detail: { track } }) => {
    if (track)
      setSongs((before) => [`${track.title} by ${track.artist}`, ...before].slice(0, SHOWN));
  };

  return (
    <main>
      <div>
        <h1>Fern & Thread</h1>
        <p>House plants, yarn, and the shop’s own radio. Heard since you came in:</p>
        <ol>
          {songs.map((song) => (
            <li key={song}>{song}</li>
          ))}
        </ol>
        <label>
          <input
            type="checkbox"
            checked={isMuted}
            onChange={({ target }) => setMuted(target.checked)}
          />
          Quiet, please
        </label>
      </div>
      <StationPlayer
        station="demo"
        apiBase="http://localhost:8000"
        background="ffffff"
        button="2f5d34"
        muted={isMuted}
        onTrackChange={remember}
        onVolumeChange={({ detail }) => setMuted(detail.muted)}
      />
    </main>
  );
}

createRoot(document.querySelector('#root')).render(<Shop />);
