import { Lamp } from '../ui/Lamp.tsx';
import type { Point } from './content/content.ts';

/** The way to a station, one step after the other. The lamp of the last one is lit: on air. */
export function Steps({ steps }: { steps: readonly Point[] }) {
  return (
    <ol className="grid gap-8 lg:grid-cols-4 lg:gap-6">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-5 lg:block">
          <div className="flex flex-none flex-col items-center gap-3 lg:flex-row">
            <Lamp on={index === steps.length - 1} className="text-[1.75rem]" />
            {index === steps.length - 1 ? null : (
              <span aria-hidden="true" className="w-px flex-1 bg-edge lg:h-px lg:w-auto" />
            )}
          </div>
          <div className="pb-2 lg:pt-6">
            <h3 className="text-title">
              <span className="text-muted tabular">{index + 1}. </span>
              {title}
            </h3>
            <p className="mt-2 max-w-[40ch] text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
