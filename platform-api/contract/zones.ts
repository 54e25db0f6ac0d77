// Time zones by their names, and the abbreviations that people write in their place.

/** The zones that people usually mean by an abbreviation. Runtimes read some otherwise: BST as Bangladesh. */
const ABBREVIATIONS: Record<string, string> = {
  GMT: 'Europe/London',
  BST: 'Europe/London',
  IST: 'Asia/Kolkata or Europe/Dublin',
  WET: 'Europe/Lisbon',
  WEST: 'Europe/Lisbon',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  MET: 'Europe/Berlin',
  MEZ: 'Europe/Berlin',
  MESZ: 'Europe/Berlin',
  EET: 'Europe/Helsinki',
  EEST: 'Europe/Helsinki',
  TRT: 'Europe/Istanbul',
  MSK: 'Europe/Moscow',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  CT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  MT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  AKST: 'America/Anchorage',
  AKDT: 'America/Anchorage',
  HST: 'Pacific/Honolulu',
  AST: 'America/Halifax',
  ADT: 'America/Halifax',
  NST: 'America/St_Johns',
  NDT: 'America/St_Johns',
  BRT: 'America/Sao_Paulo',
  ART: 'America/Argentina/Buenos_Aires',
  CLT: 'America/Santiago',
  SAST: 'Africa/Johannesburg',
  CAT: 'Africa/Maputo',
  EAT: 'Africa/Nairobi',
  WAT: 'Africa/Lagos',
  GST: 'Asia/Dubai',
  PKT: 'Asia/Karachi',
  ICT: 'Asia/Bangkok',
  WIB: 'Asia/Jakarta',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  PHT: 'Asia/Manila',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  AWST: 'Australia/Perth',
  ACST: 'Australia/Adelaide',
  ACDT: 'Australia/Adelaide',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  AET: 'Australia/Sydney',
  NZST: 'Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
};

/** The name of a zone as the runtime has it; null: unknown. Offsets such as +01:00 have no daylight saving time. */
function nameInUse(name: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[A-Za-z]/.test(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}

/** Why a schedule can’t run in a time zone of this name, with the zone that is probably meant; null: it can. */
export function zoneFault(name: string): string | null {
  const known = nameInUse(name);
  // By IANA's names: those without a place are abbreviations and old spellings.
  if (known !== null && (name.includes('/') || name.toUpperCase() === 'UTC')) return null;
  const meant = ABBREVIATIONS[name.trim().toUpperCase()] ?? (known?.includes('/') ? known : null);
  if (meant === null) return 'Please choose a time zone, such as Europe/London.';
  return `“${name}” is not the name of a time zone. Do you mean ${meant}?`;
}
