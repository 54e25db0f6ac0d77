/** The house front with the on-air lamp as its window: lit while something is on air. */
export function Lamp({ on }: { on: boolean }) {
  return (
    <svg className="lamp" viewBox="0 0 32 32" aria-hidden="true" data-on={on}>
      <rect className="lamp-house" x="2" y="2" width="28" height="28" rx="8" />
      <circle className="lamp-window" cx="16" cy="16" r="6" />
    </svg>
  );
}
