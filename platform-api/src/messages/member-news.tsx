/** @jsxRuntime automatic */
import { BRAND } from '../../contract/site/brand.ts';
import { NEWS_QUIET_MINUTES } from '../../contract/setup/values.ts';
import { asLine, MAX_SUBJECT_LENGTH, shortenedTo } from '../mail/format.ts';
import { Action, LetterLayout, Paragraph, SmallPrint, Words } from '../mail/letter-layout.tsx';
import type { Message } from '../mail/message.ts';

/** The known details of a member. */
export interface Member {
  email: string | null;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  station_name: string | null;
}

/** A change or an upload. Untrusted text, as the member typed it. */
interface News {
  kind: 'change' | 'upload';
  /** The changed thing or the kind of file, for example 'setup' or 'radio_id'. */
  what: string;
  /** The changes, line by line. */
  lines: readonly string[];
}

interface Props {
  /** In the order of time; at least one. */
  news: readonly News[];
  member: Member;
  publicUrl: string;
}

/** The mail lists at most this many lines, and gives the number of the others. */
const MAX_LINES = 300;

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

const ofKind = (news: readonly News[], kind: News['kind']): News[] =>
  news.filter((piece) => piece.kind === kind);

/** The subjects: 'changed setup, 12 new files', or 'new radio id' for a single one. */
function summary(news: readonly News[]): string {
  const changed = new Set(ofKind(news, 'change').map(({ what }) => asWords(what)));
  const [upload, ...others] = ofKind(news, 'upload');
  const files =
    upload &&
    (others.length > 0 ? `${others.length + 1} new files` : `new ${asWords(upload.what)}`);
  return [changed.size > 0 && `changed ${[...changed].join(', ')}`, files]
    .filter(Boolean)
    .join(', ');
}

function heading(news: readonly News[]): string {
  const [changes, uploads] = [ofKind(news, 'change').length, ofKind(news, 'upload').length];
  if (uploads === 0) return 'A member changed something';
  const files = uploads === 1 ? 'a file' : `${uploads} files`;
  return changes === 0
    ? `A member uploaded ${files}`
    : `A member changed something and uploaded ${files}`;
}

/** Tells the operator what a member changed and uploaded (specification §7, send-notifications). */
export const memberNews: Message<Props> = {
  subject({ news, member }) {
    const whose = member.station_name ?? member.company_name ?? member.email ?? 'a member';
    return shortenedTo(MAX_SUBJECT_LENGTH, `${BRAND.name}: ${summary(news)} - ${asLine(whose)}`);
  },
  Body({ news, member, publicUrl }) {
    const changes = ofKind(news, 'change').map(({ lines }) => lines);
    const files = ofKind(news, 'upload').flatMap(({ lines }) => lines);
    const all = [...changes.flat(), ...files];
    let room = MAX_LINES;
    const blocks = [...changes, files].map((lines) => {
      const shown = lines.slice(0, room).map(asLine);
      room -= shown.length;
      return shown;
    });
    return (
      <LetterLayout
        preview={asLine(all.slice(0, 10).join(', '))}
        heading={heading(news)}
        why={`You get this email because ${BRAND.name} reports changes and uploads of members to your address.`}
      >
        <Words>{detailsOf(member)}</Words>
        {blocks.map((lines, n) => lines.length > 0 && <Words key={n}>{lines}</Words>)}
        {all.length > MAX_LINES && <Paragraph>And {all.length - MAX_LINES} more.</Paragraph>}
        <SmallPrint>
          News of a member is collected, and sent when no more has come for {NEWS_QUIET_MINUTES}{' '}
          minutes. The admin area shows the current state.
        </SmallPrint>
        <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
      </LetterLayout>
    );
  },
};
