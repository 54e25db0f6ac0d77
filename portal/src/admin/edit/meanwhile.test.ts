import { describe, expect, test } from 'vitest';
import { ada } from '../test/open-desk-dialog.tsx';
import { valuesOf, type CustomerValues } from './customer-values.ts';
import { takeOver } from './meanwhile.ts';

const known = valuesOf(ada);
const withMine = (mine: Partial<CustomerValues>, theirs: Partial<CustomerValues> = {}) => ({
  known,
  values: { ...known, ...mine },
  theirs,
});
const now = (theirs: Partial<CustomerValues>): CustomerValues => ({ ...known, ...theirs });

describe('a form over somebody who was changed meanwhile', () => {
  test('takes what only the other has changed, and keeps what only I have', () => {
    const taken = takeOver(withMine({ first_name: 'Grace' }), now({ company_city: 'Leeds' }));
    expect(taken.values).toEqual({ ...known, first_name: 'Grace', company_city: 'Leeds' });
    expect(taken.meanwhile).toEqual({
      changed: [{ name: 'company_city', before: 'London', now: 'Leeds' }],
      theirs: {},
    });
  });

  test('keeps mine where both have changed, with theirs beside it', () => {
    const taken = takeOver(withMine({ setup_notes: 'Jazz.' }), now({ setup_notes: 'Soul.' }));
    expect(taken.values.setup_notes).toBe('Jazz.');
    expect(taken.meanwhile.theirs).toEqual({ setup_notes: 'Soul.' });
  });

  test('asks nothing where both have made the same change', () => {
    const taken = takeOver(withMine({ setup_notes: 'Jazz.' }), now({ setup_notes: 'Jazz.' }));
    expect(taken.meanwhile.theirs).toEqual({});
  });

  test('still shows theirs when something else is changed after that', () => {
    const before = { ...withMine({ setup_notes: 'Jazz.' }), theirs: { setup_notes: '' } };
    const taken = takeOver(before, now({ company_city: 'Leeds' }));
    expect(taken.values.setup_notes).toBe('Jazz.');
    expect(taken.meanwhile.theirs).toEqual({ setup_notes: '' });
  });

  test('gives way where the status follows the payment by now', () => {
    const taken = takeOver(withMine({ status: 'inactive' }), now({ status: 'suspended' }));
    expect(taken.values.status).toBe('suspended');
    expect(taken.meanwhile.theirs).toEqual({});
  });
});
