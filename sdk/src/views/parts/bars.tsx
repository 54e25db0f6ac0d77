/** Three level bars that move while the station plays, and rest while it does not. */
export const Bars = ({ on }: { on: boolean }) => (
  <span className={on ? 'bars on' : 'bars'} aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);
