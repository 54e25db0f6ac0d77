import {
  ANNOUNCEMENT_FREQUENCY,
  MIN_COMMERCIAL_SPOTS_PER_BREAK,
  type Package,
  type PackageLimits,
} from '../../contract/limits.ts';
import type { StationSetup } from '../../contract/setup.ts';
import { AppError, type FieldFault } from '../errors.ts';

/** A setup as the profile keeps it. */
export type KeptSetup = Omit<
  StationSetup,
  'announcement_frequency' | 'commercial_spots_per_break'
> & {
  /** Null: there are no commercial spots in the package. */
  announcement_frequency: number | null;
  commercial_spots_per_break: number | null;
};

/**
 * What of a setup is the package's to say (specification §5 and §9): how many texts and spots there may
 * be, and whether there are commercial spots and announcements at all.
 *
 * @throws `feature_not_in_package`; `validation_failed` naming each field
 */
export function setupWithin({ limits }: Package, setup: StationSetup): KeptSetup {
  const { announcement_frequency: frequency, commercial_spots_per_break: spots } = setup;
  const hasCommercials = limits.commercial_spots > 0;
  if (!hasCommercials && (frequency !== undefined || spots !== undefined)) {
    throw new AppError('feature_not_in_package');
  }
  refuseTooMany(limits, setup);
  return {
    ...setup,
    announcement_frequency: hasCommercials ? (frequency ?? ANNOUNCEMENT_FREQUENCY.default) : null,
    commercial_spots_per_break: hasCommercials ? (spots ?? MIN_COMMERCIAL_SPOTS_PER_BREAK) : null,
  };
}

function refuseTooMany({ radio_ids, commercial_spots }: PackageLimits, setup: StationSetup): void {
  const faults: FieldFault[] = [];
  if (setup.radio_id_texts.length > radio_ids) {
    const message = `Your package has room for ${radio_ids} radio IDs.`;
    faults.push({ field: 'radio_id_texts', code: 'too_big', message });
  }
  if ((setup.commercial_spots_per_break ?? 0) > commercial_spots) {
    const message = `Please choose ${MIN_COMMERCIAL_SPOTS_PER_BREAK} to ${commercial_spots}.`;
    faults.push({ field: 'commercial_spots_per_break', code: 'too_big', message });
  }
  if (faults.length > 0) throw new AppError('validation_failed', { fields: faults });
}
