import type { CompanyDetails } from '@stationhouse/sdk/client';
import { Link } from 'react-router-dom';
import { Card } from '../ui/Card.tsx';

interface OrderingCompanyProps {
  company: CompanyDetails;
  changeAt: string;
}

/** Who buys, as it will stand on the invoice. */
export function OrderingCompany({ company, changeAt }: OrderingCompanyProps) {
  const { name, address, postal_code, city, country, telephone, website, vat_number } = company;
  return (
    <Card>
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="min-w-0 text-title">{name}</h3>
        <Link to={changeAt} className="link">
          Change<span className="sr-only"> the company details</span>
        </Link>
      </div>
      <div className="text-small text-muted *:break-words">
        <address className="not-italic">
          {address}
          <br />
          {postal_code} {city}
          <br />
          {country}
        </address>
        <p className="mt-3">{telephone}</p>
        {website ? <p>{website}</p> : null}
        {vat_number ? <p className="mt-3">VAT number {vat_number}</p> : null}
      </div>
    </Card>
  );
}
