import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { openClient } from '../../api/client.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Fine } from '../../ui/Fine.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { operationsQuery, type OperationAct, type Operations } from './queries.ts';

type Job = Operations['failed_jobs'][number];

/** Acts, says what was done, and refreshes the page. */
function useAct(act: OperationAct, done: string, nothing: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) => (await openClient()).admin.operations.act({ act, ids }),
    onSuccess({ done: count }) {
      toast(count > 0 ? { title: done, kind: 'good' } : { title: nothing });
      return queries.invalidateQueries(operationsQuery);
    },
    onError: toastFailure('That did not work'),
  });
}

const GONE = 'It was already done, or is running';

interface ListProps {
  title: string;
  description: string;
  /** Shown instead of an empty list. */
  fine: string;
  /** How many there are; the list has the first of them. */
  count: number;
  ids: string[];
  /** The button for all that are shown. */
  act: OperationAct;
  retryAll: string;
  done: string;
  children: ReactNode;
}

/** A list of what failed, with a button that tries all again. */
function FailedList({
  title,
  description,
  fine,
  count,
  ids,
  act,
  retryAll,
  done,
  children,
}: ListProps) {
  const retry = useAct(act, done, GONE);
  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          {title}
          {count > 0 ? <Badge kind="bad">{count.toLocaleString('en-GB')}</Badge> : null}
        </span>
      }
      description={description}
      aside={
        ids.length > 1 ? (
          <Button
            kind="secondary"
            size="small"
            busy={retry.isPending}
            onClick={() => retry.mutate(ids)}
          >
            {retryAll}
          </Button>
        ) : null
      }
    >
      {ids.length === 0 ? (
        <Fine>{fine}</Fine>
      ) : (
        <>
          <ul className="-my-3 flex flex-col">{children}</ul>
          {count > ids.length ? (
            <p className="text-small text-muted">
              These are the first {ids.length} of {count.toLocaleString('en-GB')}.
            </p>
          ) : null}
        </>
      )}
    </Card>
  );
}

interface LineProps {
  name: ReactNode;
  state?: ReactNode;
  /** The error, and its time. */
  why: ReactNode;
  children?: ReactNode;
}

function Line({ name, state, why, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {name}
          {state}
        </p>
        <p className="mt-0.5 text-small wrap-anywhere text-muted">{why}</p>
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}

/** Tries one again. */
function Retry({ act, id, done, of, children }: RetryProps) {
  const retry = useAct(act, done, GONE);
  return (
    <Button kind="secondary" size="small" busy={retry.isPending} onClick={() => retry.mutate([id])}>
      {children}
      <span className="sr-only"> {of}</span>
    </Button>
  );
}

interface RetryProps {
  act: OperationAct;
  id: string;
  done: string;
  /** Tells the buttons of several lines apart. */
  of: string;
  children: ReactNode;
}

/** Deletes a job, after a question. */
function Drop({ job, noun }: { job: Job; noun: 'job' | 'email' }) {
  const queries = useQueryClient();
  return (
    <AlertDialog
      title={`Delete this ${noun}?`}
      trigger={
        <Button kind="quiet" size="small">
          Delete<span className="sr-only"> {job.id}</span>
        </Button>
      }
      action={`Delete ${noun}`}
      busyText="Deleting..."
      failureText={`Failed to delete the ${noun}`}
      danger
      onConfirm={async () => {
        const { operations } = (await openClient()).admin;
        await operations.act({ act: 'remove_job', ids: [job.id] });
        await queries.invalidateQueries(operationsQuery);
      }}
    >
      {noun === 'email'
        ? 'It will never be sent.'
        : 'What it was for will not happen. Delete it only when you know that it is no longer needed.'}
    </AlertDialog>
  );
}

const attemptsOf = ({ attempts }: Job) => `${attempts} attempt${attempts === 1 ? '' : 's'}`;

/** They are tried again every few minutes, so an act is needed only where the reason names one. */
export function UnstartedStations({ stations }: Pick<Operations, 'stations'>) {
  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          Paid and not on air
          {stations.length > 0 ? <Badge kind="bad">{stations.length}</Badge> : null}
        </span>
      }
      description="Stations whose starter programme could not begin. It is tried again every few minutes."
    >
      {stations.length === 0 ? (
        <Fine>No station waits for music.</Fine>
      ) : (
        <ul className="-my-3 flex flex-col">
          {stations.map(({ user_id, station_slug, station_name, starter_note: note }) => (
            <Line
              key={user_id}
              name={station_name ?? station_slug}
              why={`${note.message} ${note.mend ?? ''} · since ${formatMoment(note.at)}`}
            >
              <Link to={`/admin?customer=${user_id}&dialog=view`} className="link">
                Open<span className="sr-only"> {station_slug}</span>
              </Link>
            </Line>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function FailedJobs({ jobs, count }: { jobs: Job[]; count: number }) {
  return (
    <FailedList
      title="Failed jobs"
      description="Given up after a day of attempts."
      fine="No job has failed."
      count={count}
      ids={jobs.map(({ id }) => id)}
      act="retry_job"
      retryAll="Run all again"
      done="The jobs run again now"
    >
      {jobs.map((job) => (
        <Line
          key={job.id}
          name={job.task}
          why={`${job.last_error ?? 'No error is known'} · ${attemptsOf(job)} since ${formatMoment(job.created_at)}`}
        >
          <Retry
            act="retry_job"
            id={job.id}
            of={`${job.task} ${job.id}`}
            done="The job runs again now"
          >
            Run again
          </Retry>
          <Drop job={job} noun="job" />
        </Line>
      ))}
    </FailedList>
  );
}

export function FailedMails({ mails, count }: { mails: Job[]; count: number }) {
  return (
    <FailedList
      title="Emails"
      description="Not sent, or waiting after a failure. Each is tried every 15 minutes for a day."
      fine="Every email was sent."
      count={count}
      ids={mails.map(({ id }) => id)}
      act="retry_job"
      retryAll="Send all again"
      done="The emails are sent again now"
    >
      {mails.map((mail) => (
        <Line
          key={mail.id}
          name={mail.recipient ?? mail.message ?? mail.task}
          state={
            mail.state === 'failed' ? (
              <Badge kind="bad">Given up</Badge>
            ) : (
              <Badge kind="waiting">Waiting</Badge>
            )
          }
          why={`${mail.message ?? mail.task}: ${mail.last_error ?? 'no error is known'} · ${attemptsOf(mail)}`}
        >
          <Retry
            act="retry_job"
            id={mail.id}
            of={mail.recipient ?? mail.id}
            done="The email is sent again now"
          >
            Send again
          </Retry>
          <Drop job={mail} noun="email" />
        </Line>
      ))}
    </FailedList>
  );
}

interface EventsProps {
  events: Operations['stripe_events'];
  count: number;
}

export function FailedEvents({ events, count }: EventsProps) {
  return (
    <FailedList
      title="Events of Stripe"
      description="Received and not processed yet. A few that are seconds old are normal."
      fine="Every event was processed."
      count={count}
      ids={events.map(({ id }) => id)}
      act="retry_stripe_event"
      retryAll="Process all again"
      done="The events are processed again now"
    >
      {events.map((event) => (
        <Line
          key={event.id}
          name={event.type}
          why={`${event.id} · received ${formatMoment(event.received_at)}`}
        >
          <Retry
            act="retry_stripe_event"
            id={event.id}
            of={event.id}
            done="The event is processed again now"
          >
            Process again
          </Retry>
        </Line>
      ))}
    </FailedList>
  );
}

interface WebhooksProps {
  webhooks: Operations['webhook_deliveries'];
  count: number;
}

export function FailedWebhooks({ webhooks, count }: WebhooksProps) {
  return (
    <FailedList
      title="Webhooks"
      description="Given up, because a customer’s server did not accept them."
      fine="No webhook was given up."
      count={count}
      ids={webhooks.filter(({ is_enabled }) => is_enabled).map(({ id }) => id)}
      act="retry_webhook"
      retryAll="Send all again"
      done="The webhooks are sent again now"
    >
      {webhooks.map((webhook) => (
        <Line
          key={`${webhook.id} ${webhook.webhook_id}`}
          name={webhook.url}
          state={webhook.is_enabled ? null : <Badge>Disabled</Badge>}
          why={`${webhook.type}: ${webhook.reason} · ${formatMoment(webhook.created_at)}`}
        >
          {webhook.is_enabled ? (
            <Retry
              act="retry_webhook"
              id={webhook.id}
              of={webhook.url}
              done="The webhook is sent again now"
            >
              Send again
            </Retry>
          ) : null}
        </Line>
      ))}
    </FailedList>
  );
}
