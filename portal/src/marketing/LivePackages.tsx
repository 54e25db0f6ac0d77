import type { Package } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Queries } from '../api/Queries.tsx';
import { packagesQuery } from '../api/queries.ts';

interface LivePackagesProps {
  show: (packages: readonly Package[]) => void;
}

/** Asks the API for the packages, and draws nothing: cards that are replaced would lose a press on them, and the focus. */
export function LivePackages(props: LivePackagesProps) {
  return (
    <Queries>
      <Asking {...props} />
    </Queries>
  );
}

function Asking({ show }: LivePackagesProps) {
  const { data } = useQuery(packagesQuery);
  useEffect(() => {
    if (data) show(data);
  }, [data, show]);
  return null;
}
