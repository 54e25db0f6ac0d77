import type { PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import { useQuery } from '@tanstack/react-query';
import { packagesQuery } from '../api/queries.ts';
import { buttonStyle } from '../ui/Button.tsx';
import { ErrorState, Skeleton } from '../ui/Loaded.tsx';
import { PackageCards } from '../ui/PackageCards.tsx';

interface PackageStepProps {
  chosen: PackageName | undefined;
  onChoose: (name: PackageName) => void;
}

/** Step 1: a click anywhere on a card chooses it and continues (specification §2). */
export function PackageStep({ chosen, onChoose }: PackageStepProps) {
  const { data, error, isFetching, refetch } = useQuery(packagesQuery);
  if (data) {
    return (
      <PackageCards packages={data}>
        {({ name, popular }) => (
          <ChooseCard
            text={name === chosen ? `Continue with ${name}` : `Choose ${name}`}
            kind={name === chosen || (popular && chosen === undefined) ? 'primary' : 'secondary'}
            onPress={() => onChoose(name)}
          />
        )}
      </PackageCards>
    );
  }
  if (error) {
    return (
      <ErrorState
        title="Failed to load the packages"
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-3">
      <span className="sr-only">Loading the packages...</span>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-120 w-full" />
      ))}
    </div>
  );
}

interface ChooseCardProps {
  text: string;
  kind: 'primary' | 'secondary';
  onPress: () => void;
}

/** The whole card is the button. The visible button in it is only decoration. */
function ChooseCard({ text, kind, onPress }: ChooseCardProps) {
  return (
    <>
      <span aria-hidden="true" className={buttonStyle({ kind, className: 'mt-6 w-full' })}>
        {text}
      </span>
      <button
        type="button"
        aria-label={text}
        onClick={onPress}
        className="absolute inset-0 cursor-pointer rounded-card"
      />
    </>
  );
}
