import type { Package } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { packagesQuery } from '../api/queries.ts';
import { Card, FeatureItem } from '../ui/Card.tsx';
import { ErrorState, Skeleton } from '../ui/Loaded.tsx';

/** Features shown before 'and 4 more' (specification §2, §9). */
const FEATURES_SHOWN = 5;

/** The chosen package in the order summary. */
export function OrderedPackage({ name, changeAt }: { name: string; changeAt: string }) {
  const { data, error, isFetching, refetch } = useQuery(packagesQuery);
  const offer = data?.find((each) => each.name === name);
  if (error && !data) {
    return (
      <ErrorState
        title="Failed to load the package"
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Card>
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-title">{name}</h3>
        <Link to={changeAt} className="link">
          Change<span className="sr-only"> the package</span>
        </Link>
      </div>
      {data ? null : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">Loading the package...</span>
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      )}
      {offer ? <Features {...offer} /> : null}
    </Card>
  );
}

function Features({ description, features }: Package) {
  const [isExpanded, setExpanded] = useState(false);
  const id = useId();
  const rest = features.length - FEATURES_SHOWN;
  const shown = isExpanded ? features : features.slice(0, FEATURES_SHOWN);
  return (
    <>
      <p className="text-small text-muted">{description}</p>
      <ul id={id} className="grid gap-2.5 text-small">
        {shown.map((feature) => (
          <FeatureItem key={feature}>{feature}</FeatureItem>
        ))}
      </ul>
      {rest > 0 ? (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setExpanded(!isExpanded)}
          className="link -my-2 min-h-11 w-fit cursor-pointer text-small"
        >
          {isExpanded ? 'Show fewer' : `and ${rest} more`}
        </button>
      ) : null}
    </>
  );
}
