import { BRAND } from '../../contract/site/brand.ts';
import {
  KEEP_HOURS_MONTHS,
  KEEP_SESSIONS_DAYS,
  LISTENING_REPORT_SECONDS,
  MIN_COUNTED_SECONDS,
  SESSION_BREAK_SECONDS,
} from '../../contract/listening/values.ts';
import { documentOf } from './reference-page.ts';

/** The definition of listening hours, in plain words: what packages promise and dashboards show. */
export const listeningHoursPage = (): string =>
  documentOf(
    `How ${BRAND.name} counts listening hours`,
    `<main class="page">
<h1>How we count listening hours</h1>
<p>Your package has a number of listening hours for each month. One listener who hears your station for an hour is one
listening hour, and so are sixty listeners for a minute. This page says exactly what we count.</p>
<section id="session"><h2>A session</h2>
<p>A session is one player that receives your station. It begins when the player connects, and ends when the listener
presses pause, closes the page or loses the connection. If our own player connects again within
${SESSION_BREAK_SECONDS} seconds, its session continues, and the break adds nothing. With other players each connection to
a stream is a session, because nothing tells us which player it is. Your hours are the same either way.</p>
<p>We count the sound that the player took, in whole seconds, and never more than the time that has passed. Sessions under
${MIN_COUNTED_SECONDS} seconds are kept in the list and not counted.</p>
</section>
<section id="how"><h2>How we know</h2>
<p><strong>Streams from us.</strong> We count the sound that has left our server for each listener. A player that reads
too slowly, or not at all, costs you only what it took.</p>
<p><strong>HLS.</strong> Such players ask for a list of the newest sound every few seconds. We count the time between two
of these questions. A pause of more than ${SESSION_BREAK_SECONDS} seconds adds nothing. If the address of a player’s list
is copied to other networks, each network is a session.</p>
<p><strong>Streams from another server.</strong> We don’t send this sound, so our player tells us how long it has played:
at most every ${LISTENING_REPORT_SECONDS} seconds while it plays, and when it ends. It always tells the whole time of the
session so far. A report that is lost, doubled or late therefore changes nothing. Other players of such a stream can’t be
counted.</p>
</section>
<section id="month"><h2>Your month</h2>
<p>A month is a calendar month in UTC. Its listening hours are the counted seconds that lie in it, divided by 3,600. A
session that runs past midnight at the end of a month is divided at that second.</p>
<p>Your dashboard shows days in your station’s time zone. Months always begin in UTC, so the days beside the change of a
month can differ by some hours. In UTC, the days of a month add up to the month, and the sessions of a day add up to the
day, to the second.</p>
</section>
<section id="not-counted"><h2>What we don’t count</h2>
<ul>
<li>Search engines, link previews and programs that only check whether a stream is up, by the name that they send.</li>
<li>Our own checks of your station.</li>
<li>Players of outside streams whose listeners have switched on Global Privacy Control.</li>
</ul>
</section>
<section id="privacy"><h2>Your listeners’ privacy</h2>
<p>We set no cookie, store nothing on your listeners’ devices and keep no addresses. Our player makes up a random
number when a page is opened, to continue its session after a break. It forgets the number when the page is closed, and we
never store it. So we can tell how many listen at the
same time, and for how long. We can’t tell whether the same person listened yesterday, and don’t try to.</p>
</section>
<section id="check"><h2>Check our numbers</h2>
<p>We keep each session for ${KEEP_SESSIONS_DAYS} days and the hours of your station for ${KEEP_HOURS_MONTHS} months. Home
in your member’s area lists the sessions of each day and saves them as a file, so that you can add them up. Choose days in
UTC to reach the month’s number. The same is at <code>/v1/me/station/listening/sessions</code> in the
<a href="/docs">reference</a>. Every night a program computes the hours of the last days again from their sessions and
compares.</p>
<p>If one of our servers fails, each session that it had may lose up to ten seconds. Such an error is always in your
favour.</p>
</section>
</main>`,
  );
