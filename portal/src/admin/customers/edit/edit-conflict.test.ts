import { describe, expect, test } from 'vitest';
import { ada } from '../../test/open-admin-dialog.tsx';
import { type CustomerValues, valuesOf } from './customer-values.ts';
import { mergeEdits } from './edit-conflict.ts';

const known = valuesOf(ada);
const withMine = (mine: Partial<CustomerValues>, theirs: Partial<CustomerValues> = {}) => ({
  known,
  values: { ...known, ...mine },
  theirs,
});
const now = (theirs: Partial<CustomerValues>): CustomerValues => ({ ...known, ...theirs });

describe('merging a form with another admin’s changes', () => {
  test('takes their changes and keeps mine', () => {
    const taken = mergeEdits(withMine({ first_name: 'Grace' }), now({ company_city: 'Leeds' }));
    expect(taken.values).toEqual({ ...known, first_name: 'Grace', company_city: 'Leeds' });
    expect(taken.conflict).toEqual({
      changed: [{ name: 'company_city', before: 'London', now: 'Leeds' }],
      theirs: {},
    });
  });

  test('keeps my value and theirs where both changed a field', () => {
    const taken = mergeEdits(withMine({ setup_notes: 'Jazz.' }), now({ setup_notes: 'Soul.' }));
    expect(taken.values.setup_notes).toBe('Jazz.');
    expect(taken.conflict.theirs).toEqual({ setup_notes: 'Soul.' });
  });

  test('reports no conflict where both made the same change', () => {
    const taken = mergeEdits(withMine({ setup_notes: 'Jazz.' }), now({ setup_notes: 'Jazz.' }));
    expect(taken.conflict.theirs).toEqual({});
  });

  test('keeps an open conflict when another field changes', () => {
    const before = { ...withMine({ setup_notes: 'Jazz.' }), theirs: { setup_notes: '' } };
    const taken = mergeEdits(before, now({ company_city: 'Leeds' }));
    expect(taken.values.setup_notes).toBe('Jazz.');
    expect(taken.conflict.theirs).toEqual({ setup_notes: '' });
  });

  test('drops my status when it follows the payment now', () => {
    const taken = mergeEdits(withMine({ status: 'inactive' }), now({ status: 'suspended' }));
    expect(taken.values.status).toBe('suspended');
    expect(taken.conflict.theirs).toEqual({});
  });
});
