import type { Profile } from '../accounts/profile.ts';

/** A setup as people read it: each thing by its name. */
function inWords(profile: Profile): Map<string, string> {
  const minutes = (count: number | null) => (count === null ? null : `every ${count} minutes`);
  const words: [string, string | number | null][] = [
    ['Station name', profile.station_name_request],
    ['Voice', profile.voice_preference],
    ...profile.radio_id_texts.map((text, n): [string, string] => [`Radio ID text ${n + 1}`, text]),
    ['Radio IDs', minutes(profile.radio_id_frequency)],
    ['Announcements', minutes(profile.announcement_frequency)],
    ['Commercial spots per break', profile.commercial_spots_per_break],
  ];
  return new Map(words.flatMap(([name, text]) => (text === null ? [] : [[name, String(text)]])));
}

/** What is new in a setup, line by line: all of it the first time, then what differs, old → new. */
export function setupNews(before: Profile, after: Profile): string[] {
  const [old, now] = [inWords(before), inWords(after)];
  if (!before.setup_form_submitted) return [...now].map(([name, text]) => `${name}: ${text}`);
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => `${name}: ${old.get(name) ?? 'none'} → ${now.get(name) ?? 'none'}`);
}
