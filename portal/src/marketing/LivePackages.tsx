import { PACKAGES } from '@stationhouse/platform-api/contract/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { Queries } from '../api/Queries.tsx';
import { PackageCards } from './PackageCards.tsx';

/** The packages on sale, as the API has them; until it answers, and where it does not, the contract's. */
const packagesOnSale = queryOptions({
  queryKey: ['packages'],
  queryFn: async ({ signal }) => (await (await openClient()).packages.list({ signal })).data,
  initialData: [...PACKAGES],
  // They are as old as the page, so they are asked for at once.
  initialDataUpdatedAt: 0,
});

export function LivePackages() {
  return (
    <Queries>
      <Cards />
    </Queries>
  );
}

function Cards() {
  const { data } = useQuery(packagesOnSale);
  return <PackageCards packages={data} />;
}
