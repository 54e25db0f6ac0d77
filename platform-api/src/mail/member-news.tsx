/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { NOTIFY_AGAIN_MINUTES } from '../../contract/limits.ts';
import { asLine } from './as-line.ts';
import { Action, LetterLayout, SmallPrint, Words } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** Who a member is, as far as that is known. */
export interface Member {
  email: string | null;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  station_name: string | null;
}

/** All of it as members typed it: text that may say anything. */
interface Props {
  kind: 'change' | 'upload';
  /** What was changed or sent, as programs write it: 'setup', 'radio_id'. */
  what: string;
  /** What is new, line by line. */
  lines: readonly string[];
  member: Member;
  publicUrl: string;
}

const HEADINGS = { change: 'A member changed something', upload: 'A member sent a file' };
const DONE = { change: 'changed', upload: 'new' };

/** What a phone's list of mails shows, in UTF-16 units, the dots of what is left out among them. */
const MAX_SUBJECT_LENGTH = 60;

/** Cut between characters: half of one would be sent as rubbish. */
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

/** Who it is, by what is known of them. */
function whoIs(member: Member): string[] {
  const name = [member.first_name, member.last_name].filter(Boolean).join(' ');
  return [
    ['Name', name],
    ['E-mail', member.email],
    ['Phone', member.phone],
    ['Company', member.company_name],
    ['Station', member.station_name],
  ].flatMap(([label, text]) => (text ? [asLine(`${label}: ${text}`)] : []));
}

/** Tells the operator what a member changed or sent (specification §7, send-notifications). */
export const memberNews: Message<Props> = {
  subject({ kind, what, member }) {
    const whose = member.station_name ?? member.company_name ?? member.email ?? 'a member';
    return shortened(`${BRAND.name}: ${DONE[kind]} ${asWords(what)} - ${asLine(whose)}`);
  },
  Body: ({ kind, lines, member, publicUrl }) => (
    <LetterLayout
      preview={asLine(lines.join(', '))}
      heading={HEADINGS[kind]}
      why={`You get this mail because changes and uploads of ${BRAND.name} members are told to your address.`}
    >
      <Words>{whoIs(member)}</Words>
      <Words>{lines.map(asLine)}</Words>
      <SmallPrint>
        What follows within {NOTIFY_AGAIN_MINUTES} minutes of the same kind is not told again. The
        Desk shows what stands now.
      </SmallPrint>
      <Action href={`${publicUrl}/admin`} label="Go to the Desk" />
    </LetterLayout>
  ),
};
