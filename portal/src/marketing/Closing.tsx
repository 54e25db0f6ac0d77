import { BRAND } from '@stationhouse/platform-api/contract/brand';
import { ButtonLink } from '../ui/Button.tsx';
import { Lamp } from '../ui/Lamp.tsx';

interface ClosingProps {
  heading: string;
  text: string;
  /** What the button to the sign-up says. */
  action: string;
  hasDemo: boolean;
}

/** The last word of a page: begin. */
export function Closing({ heading, text, action, hasDemo }: ClosingProps) {
  return (
    <section className="bg-on-air-wash">
      <div className="container-page py-section">
        <Lamp on className="text-[2rem]" />
        <h2 className="mt-6 max-w-[18ch] text-page">{heading}</h2>
        <p className="mt-4 max-w-[50ch] text-lead text-muted">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/signup" size="large">
            {action}
          </ButtonLink>
          {hasDemo ? (
            <ButtonLink href={BRAND.demo_path} newTab kind="secondary" size="large">
              Listen to Demo
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </section>
  );
}
