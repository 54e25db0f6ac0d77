/** The four signs on the buttons, on a grid of 24. The button's name says what they mean. */
const SPEAKER = 'M3 9v6h4l5 5V4L7 9z';
const SHAPES = {
  play: 'M8 5v14l11-7z',
  pause: 'M6 5h4v14H6zm8 0h4v14h-4z',
  sound: `${SPEAKER}m12-1v8a5 5 0 0 0 0-8z`,
  muted: `${SPEAKER}m18 1-1-1-2 2-2-2-1 1 2 2-2 2 1 1 2-2 2 2 1-1-2-2z`,
};

export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
