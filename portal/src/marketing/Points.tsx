import type { Point } from './content/content.ts';

/** What a customer gets, side by side, each under a line of its own. */
export function Points({ points }: { points: readonly Point[] }) {
  return (
    <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14">
      {points.map(({ title, text }) => (
        <li key={title} className="border-t-2 border-ink pt-5">
          <h3 className="text-title">{title}</h3>
          <p className="mt-2 max-w-[44ch] text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
