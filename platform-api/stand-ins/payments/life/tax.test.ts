import { describe, expect, it } from 'vitest';
import { newTaxRate } from '../objects/catalogue.ts';
import { sumOf, taxed, taxesByRate } from './tax.ts';

const rate = (percentage: number, inclusive = false) =>
  newTaxRate(0, { display_name: 'VAT', inclusive, percentage });

describe('tax in the payment sandbox', () => {
  it.each([
    [299_00, 20, 59_80, 358_80],
    [1, 20, 0, 1],
    [3, 50, 2, 5],
    [100_00, 19.6, 19_60, 119_60],
    [10_05, 7.7, 77, 10_82],
    [299_00, 0, 0, 299_00],
  ])('%i cents at %d%% are %i more, %i in all', (amount, percentage, tax, total) => {
    expect(taxed(amount, [rate(percentage)])).toMatchObject({ subtotal: amount, tax, total });
  });

  it('that is included in the price makes it no higher', () => {
    const line = taxed(120_00, [rate(20, true)]);
    expect(line).toMatchObject({ subtotal: 120_00, net: 100_00, tax: 20_00, total: 120_00 });
  });

  it('is added up over all lines, one sum for each rate', () => {
    const vat = rate(20);
    const lines = [taxed(299_00, [vat]), taxed(349_00, [vat]), taxed(100_00, [])];
    expect(sumOf(lines)).toEqual({ subtotal: 748_00, tax: 129_60, net: 748_00, total: 877_60 });
    expect(taxesByRate(lines)).toMatchObject([{ amount: 129_60, taxable_amount: 648_00 }]);
  });
});
