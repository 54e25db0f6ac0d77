import { useQuery } from '@tanstack/react-query';
import { Button } from './Button.tsx';
import { colourOfLogo } from './logo-colour.ts';

interface LogoColourProps {
  logo: string | null;
  /** Whether the colour is in use already. */
  isChosen: (colour: string) => boolean;
  label: string;
  onUse: (colour: string) => void;
}

/** Proposes the colour of the logo, unless it is in use already or the logo has none. */
export function LogoColour({ logo, isChosen, label, onUse }: LogoColourProps) {
  const { data: colour } = useQuery({
    queryKey: ['logo-colour', logo],
    queryFn: () => (logo === null ? null : colourOfLogo(logo)),
    staleTime: Infinity,
  });
  if (!colour || isChosen(colour)) return null;
  return (
    <Button kind="secondary" size="small" className="self-start" onClick={() => onUse(colour)}>
      <span
        aria-hidden="true"
        style={{ background: colour }}
        className="size-4 rounded-full border border-line"
      />
      {label}
    </Button>
  );
}
