import type { Failure, PartName } from '../../contract/health/calls.ts';
import { BRAND } from '../../contract/site/brand.ts';
import type { Readiness } from '../http/readiness.ts';
import { documentOf } from './reference-page.ts';

/** The name of each part, and the consequences of its failure, for people. */
const PARTS: Record<PartName, { name: string; failing: string }> = {
  database: {
    name: 'Accounts and changes',
    failing: 'Stations keep playing. Signing in and saving changes may fail for now.',
  },
  storage: {
    name: 'Music and files',
    failing:
      'Stations play a stand-in track where their own sound can’t be read. Uploads may fail for now.',
  },
  mail: {
    name: 'Emails',
    failing: 'Emails are late. They are sent as soon as the mail server works again.',
  },
  payments: {
    name: 'Payments',
    failing: 'Packages can’t be bought or changed for now. Nothing is charged twice.',
  },
};

const FAILURES: Record<Failure, string> = {
  no_answer: 'no answer in time',
  unreachable: 'it couldn’t be reached',
  error: 'it failed',
};

const when = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const timeOf = (time: Date): string =>
  `<time datetime="${time.toISOString()}">${when.format(time)} UTC</time>`;

/** The page of an installation's state, as its own checks see it. It needs no script. */
export function statusPage({ status, parts }: Awaited<ReturnType<Readiness['status']>>): string {
  const rows = Object.entries(PARTS).map(([part, { name, failing }]) => {
    const { status: found, since, last_error } = parts[part as PartName];
    const state =
      found === 'ok'
        ? `Working since at least ${timeOf(since)}.`
        : `<strong>Not working since ${timeOf(since)}.</strong> ${failing}`;
    const last = last_error
      ? `<p>Last problem: ${timeOf(last_error.at)}, ${FAILURES[last_error.reason]}.</p>`
      : '';
    return `<section><h2>${name}</h2><p>${state}</p>${last}</section>`;
  });
  return documentOf(
    `${BRAND.name} status`,
    `<main class="page">
<h1>${status === 'ok' ? 'Everything works' : 'Some parts don’t work'}</h1>
<p>This page refreshes every minute. Programs can read <a href="/v1/status">/v1/status</a>.</p>
${rows.join('\n')}
</main>`,
  );
}
