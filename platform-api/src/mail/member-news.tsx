/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { NOTIFY_AGAIN_MINUTES } from '../../contract/limits.ts';
import { asLine } from './format.ts';
import { Action, LetterLayout, SmallPrint, Words } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** The known details of a member. */
export interface Member {
  email: string | null;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  station_name: string | null;
}

/** Untrusted text, as the member typed it. */
interface Props {
  kind: 'change' | 'upload';
  /** The changed thing or the kind of file, for example 'setup' or 'radio_id'. */
  what: string;
  /** The changes, line by line. */
  lines: readonly string[];
  member: Member;
  publicUrl: string;
}

const HEADINGS = { change: 'A member changed something', upload: 'A member uploaded a file' };
const DONE = { change: 'changed', upload: 'new' };

/** Fits a phone's list of mails. In UTF-16 code units, including the ellipsis. */
const MAX_SUBJECT_LENGTH = 60;

/** Cuts between code points, because half a surrogate pair is invalid. */
function shortened(text: string): string {
  if (text.length <= MAX_SUBJECT_LENGTH) return text;
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length >= MAX_SUBJECT_LENGTH) break;
    kept += character;
  }
  return `${kept}…`;
}

const asWords = (what: string): string => asLine(what).replaceAll('_', ' ');

/** One line per known detail of the member. */
function detailsOf(member: Member): string[] {
  const name = [member.first_name, member.last_name].filter(Boolean).join(' ');
  return [
    ['Name', name],
    ['Email', member.email],
    ['Phone', member.phone],
    ['Company', member.company_name],
    ['Station', member.station_name],
  ].flatMap(([label, text]) => (text ? [asLine(`${label}: ${text}`)] : []));
}

/** Tells the operator what a member changed or uploaded (specification §7, send-notifications). */
export const memberNews: Message<Props> = {
  subject({ kind, what, member }) {
    const whose = member.station_name ?? member.company_name ?? member.email ?? 'a member';
    return shortened(`${BRAND.name}: ${DONE[kind]} ${asWords(what)} - ${asLine(whose)}`);
  },
  Body: ({ kind, lines, member, publicUrl }) => (
    <LetterLayout
      preview={asLine(lines.join(', '))}
      heading={HEADINGS[kind]}
      why={`You get this email because ${BRAND.name} reports changes and uploads of members to your address.`}
    >
      <Words>{detailsOf(member)}</Words>
      <Words>{lines.map(asLine)}</Words>
      <SmallPrint>
        You will not get another email about changes of the same kind within the next{' '}
        {NOTIFY_AGAIN_MINUTES} minutes. The admin area shows the current state.
      </SmallPrint>
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
};
