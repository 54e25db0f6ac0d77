import { PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import { useQuery } from '@tanstack/react-query';
import { packagesQuery } from '../api/queries.ts';
import { Queries } from '../api/Queries.tsx';
import { contentsOf } from './content/package-words.ts';
import { PackageCards } from '../ui/PackageCards.tsx';

/** The packages from the API; until it answers, and if it fails, those of the contract. */
const packagesOnSale = {
  ...packagesQuery,
  initialData: [...PACKAGES],
  // The contract's packages are as old as the build, so they are refetched at once.
  initialDataUpdatedAt: 0,
};

export function LivePackages() {
  return (
    <Queries>
      <Cards />
    </Queries>
  );
}

function Cards() {
  const { data } = useQuery(packagesOnSale);
  return <PackageCards packages={data} contentsOf={contentsOf} />;
}
