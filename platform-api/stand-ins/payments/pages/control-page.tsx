/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import type { SandboxActs } from '../acts.ts';
import type { Answer } from './answer.ts';
import { Charges } from './control-charges.tsx';
import { Customers } from './control-customers.tsx';
import { controlPaths } from './control-paths.ts';
import { isoTime, moment } from './dates.ts';
import { pageAnswer } from './page.tsx';

/** Older events are left to the API. */
const MAX_EVENTS_SHOWN = 50;

function Clock({ time }: { time: number }) {
  return (
    <section className="card" aria-labelledby="time">
      <h2 id="time">Time in the sandbox</h2>
      <p className="clock">
        <time dateTime={isoTime(time)}>{moment(time)}</time>{' '}
        <span className="muted small">UTC</span>
      </p>
      <p className="muted">
        Move it on and what falls due happens: renewals, failed payments, endings. It never goes
        back.
      </p>
      <form method="post" action={controlPaths.clock}>
        <fieldset>
          <legend>Move on</legend>
          <div className="actions">
            <button type="submit" name="by" value="day" data-busy="Moving on…">
              A day
            </button>
            <button type="submit" name="by" value="week" data-busy="Moving on…">
              A week
            </button>
            <button type="submit" name="by" value="month" data-busy="Moving on…">
              A month
            </button>
          </div>
        </fieldset>
      </form>
    </section>
  );
}

function Events({ events }: { events: Stripe.Event[] }) {
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      {events.length === 0 ? (
        <p className="card muted">Nothing has happened yet.</p>
      ) : (
        <div className="card">
          <ol className="list flush events">
            {events.slice(0, MAX_EVENTS_SHOWN).map((event) => (
              <li key={event.id}>
                <div>
                  <code>{event.type}</code>
                  <p className="muted small figures">
                    <time dateTime={isoTime(event.created)}>{moment(event.created)}</time>
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

/** The sandbox's control page: its clock, who has bought what, and what can be made to happen. */
export function controlPage(acts: SandboxActs, news: string | undefined): Answer {
  const children = (
    <>
      <h1>Sandbox controls</h1>
      <p className="muted lead">For developers and demonstrations: make things happen here.</p>
      {news !== undefined && (
        <p className="notice good" role="status">
          {news}
        </p>
      )}
      <div className="two desk">
        <div>
          <Clock time={acts.time()} />
          <Customers acts={acts} />
          <Charges acts={acts} />
        </div>
        <Events events={acts.events()} />
      </div>
    </>
  );
  return pageAnswer({ title: 'Controls', width: 'wide', children });
}
