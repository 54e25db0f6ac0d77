import { BRAND } from '../../contract/site/brand.ts';
import { INVITATION_DAYS, MAX_TEAM_SIZE } from '../../contract/team/values.ts';
import { documentOf } from './reference-page.ts';

/** For customers: how others work for their station. */
export const teamPage = (): string =>
  documentOf(
    `Your team at ${BRAND.name}`,
    `<main class="page">
<h1>Your team</h1>
<p>Other people can work for your station without your password. Each signs in with an account of their own, and you see
who belongs to your team under Account, Team.</p>
<section id="roles"><h2>Roles</h2>
<ul>
<li><strong>Staff</strong> see what is on air, skip songs, make announcements and close the station for holidays, or make
announcements at some locations only. They have
one screen, made for the phone.</li>
<li><strong>Managers</strong> do everything except billing, packages, API keys, webhooks, the team and deletion.</li>
<li><strong>The owner</strong> is you. You always stay, even when the last manager leaves.</li>
</ul>
</section>
<section id="invite"><h2>Invite</h2>
<p>Enter an email address and choose a role. The link in the mail works once, for ${INVITATION_DAYS} days, and only for an
account with this address. If the mail is lost, send it again; the earlier link then stops working. A team has room for
${MAX_TEAM_SIZE} people and invitations.</p>
</section>
<section id="several"><h2>Several businesses</h2>
<p>One person may belong to many teams, as an agency does. They choose the business at the top of the page. Each tab of the
browser remembers its own choice.</p>
</section>
<section id="leave"><h2>Leaving and removing</h2>
<p>You can change a role or remove a person at any time. It counts at once, even where they are signed in. Their own
account stays as it is, with their password, devices and second factor, and your station keeps what they made for it.
Anyone can leave a team themselves; you then get a mail.</p>
<p>If a person deletes their account, they leave your team. If you delete yours, the team ends and their accounts stay.</p>
</section>
<section id="programs"><h2>For programs</h2>
<p>A program acts for a team member with an access token and the header <code>Business</code>. The
<a href="/docs">reference</a> says how. API keys belong to one account and never act for another.</p>
</section>
</main>`,
  );
