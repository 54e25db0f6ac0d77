// A page that uses the client as it was in 0.1.0: every function, as its documentation then showed it. It is never
// edited, as pages of others are not: the check of types fails if a later client no longer fits it.
import { createClient, type PasskeyProof, type ScheduleDraft } from '../src/client/client.ts';

const url = 'https://radio.example.com';
const client = createClient({ url });

type NewPasskey = Parameters<typeof client.auth.passkeys.add>[0]['passkey'];

declare const id: string;
declare const user_id: string;
declare const station_id: string;
declare const track_id: string;
declare const insertion_id: string;
declare const item_id: string;
declare const step_up_token: string;
declare const password: string;
declare const current_password: string;
declare const code: string;
declare const token: string;
declare const text: string;
declare const stream_url: string;
declare const from: string;
declare const to: string;
declare const name: string;
declare const email: string;
declare const subject: string;
declare const message: string;
declare const draft_version: number;
declare const part_bytes: number;
declare const ids: string[];
declare const track_ids: string[];
declare const file: File;
declare const draft: ScheduleDraft;
declare const signal: AbortSignal;
declare const bar: { value: number };
declare const cache: { clear: () => void };
declare const job: { id: string };
declare const take: { id: string };
declare const session: { id: string };
declare const delivery: { id: string };
declare const passkey: { id: string; toJSON: () => NewPasskey & PasskeyProof };
declare const now: { starts_at: string; item_id: string };
declare const newest: { number: number };
declare const data: [{ id: string }];
declare const if_cancelled: { ends_at: string };
declare const package_name: 'Starter';
declare const company_details: Parameters<typeof client.me.checkout.start>[0]['company_details'];
declare const pricing: Parameters<typeof client.me.checkout.start>[0]['pricing'];
declare const quote: Awaited<ReturnType<typeof client.me.billing.quotePackage>>;
declare const show: (what: unknown) => void;
declare const showName: (name: string) => void;
declare const showTrack: (track: unknown) => void;
declare const askForNewPassword: () => void;

/** Every example, one after the other. Nothing runs it. */
export async function page() {
  {
    const { station_name } = await client.stations.get('demo');
    show({ station_name });
  }
  {
    const { current } = await client.stations.nowPlaying('demo');
    show({ current });
  }
  {
    const { data } = await client.stations.played('demo');
    show({ data });
  }
  {
    const events = client.stations.events('demo', {
      onStation: ({ station_name }) => showName(station_name),
      onNowPlaying: ({ current }) => showTrack(current),
    });
    events.close();
  }
  {
    const { html } = await client.oembed.get({ url: 'https://radio.example.com/demo' });
    show({ html });
  }
  {
    const { data } = await client.packages.list();
    show({ data });
  }
  {
    const { total } = await client.quotes.create({ package_name: 'Starter', country: 'Germany' });
    show({ total });
  }
  {
    await client.contact.send({ name, email, subject, message });
  }
  {
    const { user, role, profile } = await client.me.get();
    show({ user, role, profile });
  }
  {
    const everything = await client.me.export(step_up_token);
    show({ everything });
  }
  {
    await client.me.delete(step_up_token);
    await client.auth.signOut();
  }
  {
    const { first_name } = await client.me.profile.get();
    show({ first_name });
  }
  {
    await client.me.profile.change({ company_name: 'Analytical Engines' });
  }
  {
    const { listeners, month } = await client.me.station.listening.summary();
    show({ listeners, month });
  }
  {
    const { data } = await client.me.station.listening.get({ by: 'player' });
    show({ data });
  }
  {
    const file = await client.me.station.listening.csv({ by: 'day' });
    show({ file });
  }
  {
    const { data } = await client.me.station.listening.sessions({ day: '2026-11-24' });
    show({ data });
  }
  {
    const file = await client.me.station.listening.sessionsCsv({ day: '2026-11-24' });
    show({ file });
  }
  {
    const { status, station_url } = await client.me.station.get();
    show({ status, station_url });
  }
  {
    const { current } = await client.me.station.nowPlaying();
    show({ current });
  }
  {
    const events = client.me.station.events({
      onStation: (station) => show(station),
      onNowPlaying: ({ current }) => showTrack(current),
    });
    events.close();
  }
  {
    const { station_url } = await client.me.station.changeSlug('counting-house');
    show({ station_url });
  }
  {
    await client.me.station.changeLook({ accent_colour: '#c2410c', theme: 'light' });
  }
  {
    await client.me.station.changeWallMessage({
      text: 'Soup: leek',
      shown: 'always',
      from: null,
      until: null,
    });
  }
  {
    const { available, reason } = await client.me.station.slugAvailability('counting-house');
    show({ available, reason });
  }
  {
    const { domain } = await client.me.station.domain.get();
    show(domain);
  }
  {
    const { domain } = await client.me.station.domain.set('radio.counting-house.example');
    show(domain);
  }
  {
    await client.me.station.domain.check();
  }
  {
    await client.me.station.domain.remove();
  }
  {
    const { now, next, items } = await client.me.station.programme();
    show({ now, next, items });
  }
  {
    const { skips_left } = await client.me.station.skip(now.starts_at);
    show({ skips_left });
  }
  {
    const { state, items } = await client.me.station.approval();
    show({ state, items });
  }
  {
    await client.me.station.answerApproval(null);
  }
  {
    const { data } = await client.me.station.pauses.list();
    show({ data });
  }
  {
    await client.me.station.pauses.add({ from: '2026-12-24T18:00', until: '2026-12-28T09:00' });
  }
  {
    await client.me.station.pauses.change(id, { until: '2026-12-29T09:00' });
  }
  {
    await client.me.station.pauses.end(id);
  }
  {
    const { data } = await client.me.station.ratedTracks.list();
    show({ data });
  }
  {
    await client.me.station.ratedTracks.rate(now.item_id, 'more');
  }
  {
    await client.me.station.ratedTracks.remove(track_id);
  }
  {
    const { data } = await client.me.station.playLog({ from: '2026-11-24' });
    show({ data });
  }
  {
    const file = await client.me.station.playLogCsv({ from: '2026-11-24' });
    show({ file });
  }
  {
    await client.me.setup.submit({ station_name_request: 'Counting House Radio' });
  }
  {
    const { data } = await client.me.assets.list({ kind: 'radio_id' });
    show({ data });
  }
  {
    for await (const { file_name } of client.me.assets.iterate()) show(file_name);
  }
  {
    const { url } = await client.me.assets.upload(
      { kind: 'radio_id', file },
      { onProgress: (sent, total) => (bar.value = sent / total), signal },
    );
    show({ url });
  }
  {
    await client.me.assets.delete(id);
  }
  {
    const { data, an_hour } = await client.me.announcements.list();
    show({ data, an_hour });
  }
  {
    const { airs_at, airings } = await client.me.announcements.get(id);
    show({ airs_at, airings });
  }
  {
    await client.me.announcements.create({
      text: 'Happy hour until seven.',
      when: { kind: 'now' },
    });
  }
  {
    await client.me.announcements.speak(id, { text: 'Cock-tails at half price.' });
  }
  {
    await client.me.announcements.record(id, file);
  }
  {
    await client.me.announcements.plan(id, { kind: 'at', at: '2026-11-24T18:30' });
  }
  {
    await client.me.announcements.pause(id);
  }
  {
    await client.me.announcements.resume(id);
  }
  {
    await client.me.announcements.delete(id);
  }
  {
    const { data, default_voice_id } = await client.me.voices.list();
    show({ data, default_voice_id });
  }
  {
    const { data, unread } = await client.me.messages.list();
    show({ data, unread });
  }
  {
    await client.me.messages.send('Could we have more jazz before noon?');
  }
  {
    await client.me.messages.read(data[0].id);
  }
  {
    const { data } = await client.me.webhooks.list();
    show({ data });
  }
  {
    const { secret } = await client.me.webhooks.create({ url, events: ['station.silent'] });
    show({ secret });
  }
  {
    await client.me.webhooks.change(id, { is_enabled: false });
  }
  {
    await client.me.webhooks.delete(id);
  }
  {
    const { secret } = await client.me.webhooks.rotateSecret(id);
    show({ secret });
  }
  {
    await client.me.webhooks.test(id);
  }
  {
    const { data } = await client.me.webhooks.deliveries(id);
    show({ data });
  }
  {
    await client.me.webhooks.resend(id, delivery.id);
  }
  {
    await client.me.notifications.send({
      type: 'change',
      data: { change_type: 'opening hours', changes: { monday: '8 to 18' } },
    });
  }
  {
    const { purchase } = await client.me.checkout.get();
    show({ purchase });
  }
  {
    const { url } = await client.me.checkout.start({ package_name, company_details, pricing });
    show({ url });
  }
  {
    const { success, message } = await client.me.checkout.verify();
    show({ success, message });
  }
  {
    const { subscription, invoices } = await client.me.billing.get();
    show({ subscription, invoices });
  }
  {
    const { subscription } = await client.me.billing.cancel(if_cancelled.ends_at);
    show({ subscription });
  }
  {
    const { subscription } = await client.me.billing.resume();
    show({ subscription });
  }
  {
    const quote = await client.me.billing.quotePackage('Enterprise');
    show({ quote });
  }
  {
    const { subscription, payment_url } = await client.me.billing.changePackage(quote);
    show({ subscription, payment_url });
  }
  {
    await client.me.billing.changePurchaseOrder('PO-2026-118');
  }
  {
    const { download_url } = await client.me.billing.downloadInvoice(id);
    show({ download_url });
  }
  {
    const { url } = await client.me.billing.openPortal();
    show({ url });
  }
  {
    const { data } = await client.me.apiKeys.list();
    show({ data });
  }
  {
    const body = { name: 'Shop window', scopes: ['read' as const], expires_in_days: 90 };
    const { key } = await client.me.apiKeys.create(body, step_up_token);
    show({ key });
  }
  {
    await client.me.apiKeys.delete(id);
  }
  {
    const { active_stations } = await client.admin.stats();
    show({ active_stations });
  }
  {
    const { totals, data } = await client.admin.listening.stations({ sort: 'seconds' });
    show({ totals, data });
  }
  {
    const { listeners, data } = await client.admin.listening.now();
    show({ listeners, data });
  }
  {
    const { counts, modes } = await client.admin.operations.get();
    show({ counts, modes });
  }
  {
    await client.admin.operations.act({ act: 'retry_job', ids: [job.id] });
  }
  {
    await client.admin.operations.change({ maintenance: true });
  }
  {
    const { data, default_voice_id } = await client.admin.customers.radioIds.list(user_id);
    show({ data, default_voice_id });
  }
  {
    await client.admin.customers.radioIds.speak(user_id, id, { text, voice_id: 'flite:slt' });
  }
  {
    await client.admin.customers.radioIds.record(user_id, id, file);
  }
  {
    await client.admin.customers.radioIds.accept(user_id, id, take.id);
  }
  {
    await client.admin.customers.radioIds.remove(user_id, id);
  }
  {
    const { data } = await client.admin.customers.messages.waiting();
    show({ data });
  }
  {
    const { data, unread } = await client.admin.customers.messages.list(user_id);
    show({ data, unread });
  }
  {
    await client.admin.customers.messages.send(user_id, 'Of course. Listen tomorrow.');
  }
  {
    await client.admin.customers.messages.read(user_id, data[0].id);
  }
  {
    const { data, next_cursor } = await client.admin.customers.list({ search: 'count' });
    show({ data, next_cursor });
  }
  {
    const file = await client.admin.customers.csv({ status: 'active' }, step_up_token);
    show({ file });
  }
  {
    const { profile, station, etag } = await client.admin.customers.get(user_id);
    show({ profile, station, etag });
  }
  {
    const customer = await client.admin.customers.get(user_id);
    const change = { station: { status: 'active' } } as const;
    await client.admin.customers.change(user_id, customer.etag, change);
  }
  {
    const { checks } = await client.admin.customers.check(user_id, { stream_url });
    show({ checks });
  }
  {
    const { url } = await client.admin.customers.upload(user_id, { kind: 'radio_id', file });
    show({ url });
  }
  {
    await client.admin.customers.deleteAsset(user_id, id);
  }
  {
    await client.admin.customers.resetPassword(user_id, step_up_token);
  }
  {
    await client.admin.customers.removeSecondFactor(user_id, step_up_token);
  }
  {
    const { view_token } = await client.admin.customers.view(user_id);
    const { me } = createClient({ url, apiKey: view_token });
    show({ me });
  }
  {
    await client.admin.customers.endView(user_id);
  }
  {
    await client.admin.customers.delete(user_id, step_up_token);
  }
  {
    const quote = await client.admin.customers.quotePackage(user_id, 'Enterprise');
    show({ quote });
  }
  {
    const { payment_url } = await client.admin.customers.changePackage(user_id, quote);
    show({ payment_url });
  }
  {
    await client.admin.customers.setRole(user_id, 'admin', step_up_token);
  }
  {
    const { id, parts, part_bytes } = await client.admin.library.uploads.begin({
      file_name: file.name,
      size_bytes: file.size,
      modified_at: new Date(file.lastModified).toISOString(),
    });
    show({ id, parts, part_bytes });
  }
  {
    await client.admin.library.uploads.sendPart(id, 0, file.slice(0, part_bytes));
  }
  {
    const { data, counts } = await client.admin.library.uploads.list({ state: 'failed' });
    show({ data, counts });
  }
  {
    await client.admin.library.uploads.retry(id);
  }
  {
    await client.admin.library.uploads.delete(id);
  }
  {
    const { data } = await client.admin.library.voices.list();
    show({ data });
  }
  {
    const { genres } = await client.admin.library.tags();
    show({ genres });
  }
  {
    const { data } = await client.admin.library.playlists.list({ is_due: 'true' });
    show({ data });
  }
  {
    await client.admin.library.playlists.create({ name: 'Calm', rule: { energy_to: 2 } });
  }
  {
    const { newest } = await client.admin.library.playlists.get(id);
    show({ newest });
  }
  {
    await client.admin.library.playlists.change(id, { is_archived: true });
  }
  {
    const { data } = await client.admin.library.playlists.versions(id);
    show({ data });
  }
  {
    const { tracks } = await client.admin.library.playlists.version(id, 3);
    show({ tracks });
  }
  {
    await client.admin.library.playlists.addVersion(id, { from: newest.number, track_ids });
  }
  {
    await client.admin.library.playlists.refresh(id);
  }
  {
    const { added } = await client.admin.library.playlists.compare(id, { from: 1, to: 3 });
    show({ added });
  }
  {
    const { track_count } = await client.admin.library.playlists.preview({ genres: ['Jazz'] });
    show({ track_count });
  }
  {
    const { data } = await client.admin.library.tracks.list({ search: 'miles blue' });
    show({ data });
  }
  {
    const { audio_url } = await client.admin.library.tracks.get(track_id);
    show({ audio_url });
  }
  {
    await client.admin.library.tracks.change(track_id, { genre: 'Jazz', energy: 2 });
  }
  {
    const { changed } = await client.admin.library.tracks.changeMany(ids, { genre: 'Jazz' });
    show({ changed });
  }
  {
    await client.admin.library.tracks.setCover(track_id, file);
  }
  {
    await client.admin.library.tracks.removeCover(track_id);
  }
  {
    const file = await client.admin.library.tracks.csv({ missing: 'isrc' });
    show({ file });
  }
  {
    const { changed } = await client.admin.library.tracks.correct(file);
    show({ changed });
  }
  {
    const { draft, draft_version } = await client.admin.schedules.get(station_id);
    show({ draft, draft_version });
  }
  {
    await client.admin.schedules.saveDraft(station_id, { draft_version, draft });
  }
  {
    const { items } = await client.admin.schedules.preview(station_id, { draft, hours: 1 });
    show({ items });
  }
  {
    const { changes } = await client.admin.schedules.changes(station_id);
    show(changes);
  }
  {
    await client.admin.schedules.publish(station_id, { draft_version, newest: null });
  }
  {
    const { data } = await client.admin.schedules.revisions(station_id);
    show({ data });
  }
  {
    const { draft } = await client.admin.schedules.revision(station_id, 3);
    show({ draft });
  }
  {
    await client.admin.schedules.restore(station_id, 2, { newest: 3 });
  }
  {
    await client.admin.schedules.takeOffAir(station_id, { newest: 3 });
  }
  {
    const { data } = await client.admin.schedules.held();
    show({ data });
  }
  {
    const { now, next, items } = await client.admin.schedules.programme(station_id);
    show({ now, next, items });
  }
  {
    const { data } = await client.admin.schedules.insertions(station_id);
    show({ data });
  }
  {
    const { data } = await client.admin.schedules.ratedTracks(station_id);
    show({ data });
  }
  {
    await client.admin.schedules.insert(station_id, { item_id });
  }
  {
    const { airs_at } = await client.admin.schedules.withdraw(station_id, insertion_id);
    show({ airs_at });
  }
  {
    await client.admin.schedules.skip(station_id, now.starts_at);
  }
  {
    const { data } = await client.admin.schedules.playLog(station_id, { from: '2026-11-24' });
    show({ data });
  }
  {
    const file = await client.admin.schedules.playLogCsv(station_id, { from: '2026-11-24' });
    show({ file });
  }
  {
    const { data } = await client.admin.webhooks.list();
    show({ data });
  }
  {
    const { secret } = await client.admin.webhooks.create({ url, events: ['station.silent'] });
    show({ secret });
  }
  {
    await client.admin.webhooks.change(id, { is_enabled: false });
  }
  {
    await client.admin.webhooks.delete(id);
  }
  {
    const { secret } = await client.admin.webhooks.rotateSecret(id);
    show({ secret });
  }
  {
    await client.admin.webhooks.test(id);
  }
  {
    const { data } = await client.admin.webhooks.deliveries(id);
    show({ data });
  }
  {
    await client.admin.webhooks.resend(id, delivery.id);
  }
  {
    const { kinds } = await client.admin.personalData.find('ada@example.com');
    show({ kinds });
  }
  {
    await client.admin.personalData.erase('ada@example.com', step_up_token);
  }
  {
    const { data } = await client.admin.audit.list({ user_id });
    show({ data });
  }
  {
    const { data } = await client.admin.watch.list();
    show({ data });
  }
  {
    const { stations, data } = await client.admin.hosts.preview({ from, to });
    show({ stations, data });
  }
  {
    const { stations } = await client.admin.hosts.change({ from, to }, step_up_token);
    show({ stations });
  }
  {
    const end = client.auth.onChange((event, session) => {
      if (event === 'SIGNED_OUT') cache.clear();
      show(session?.user);
    });
    show({ end });
  }
  {
    const session = await client.auth.session();
    show(session);
  }
  {
    await client.auth.signUp({
      email: 'ada@example.com',
      password,
      first_name: 'Ada',
      last_name: 'Byron',
      country: 'United Kingdom',
    });
  }
  {
    await client.auth.signIn({ email: 'ada@example.com', password });
  }
  {
    show(await client.auth.beginPasskeySignIn());
  }
  {
    await client.auth.signInWithPasskey(passkey.toJSON());
  }
  {
    await client.auth.sendCode({ email: 'ada@example.com' });
  }
  {
    await client.auth.resend({ type: 'email_change', email: 'ada@example.com' });
  }
  {
    await client.auth.verify({ type: 'otp', email: 'ada@example.com', code: '402817' });
  }
  {
    const { is_good } = await client.auth.checkPassword('a long walk by the sea');
    show({ is_good });
  }
  {
    await client.auth.recover({ email: 'ada@example.com' });
  }
  {
    await client.auth.reset({ password });
  }
  {
    const link = await client.auth.takeLink();
    if (link?.type === 'recovery') askForNewPassword();
  }
  {
    await client.auth.signOut();
  }
  {
    const { new_email } = await client.auth.user();
    show({ new_email });
  }
  {
    await client.auth.change({ email: 'countess@example.com', current_password });
  }
  {
    const { step_up_token } = await client.auth.stepUp(password);
    show({ step_up_token });
  }
  {
    const { confirmed_at } = await client.auth.secondFactor.get();
    show({ confirmed_at });
  }
  {
    const { uri } = await client.auth.secondFactor.begin(step_up_token);
    show({ uri });
  }
  {
    const { recovery_codes } = await client.auth.secondFactor.confirm(code, step_up_token);
    show({ recovery_codes });
  }
  {
    const { recovery_codes } = await client.auth.secondFactor.renewCodes(step_up_token);
    show({ recovery_codes });
  }
  {
    await client.auth.secondFactor.remove(step_up_token);
  }
  {
    show(await client.auth.passkeys.begin(token));
  }
  {
    await client.auth.passkeys.add({ name: 'My phone', passkey: passkey.toJSON() }, token);
  }
  {
    await client.auth.passkeys.remove(passkey.id, step_up_token);
  }
  {
    const { data } = await client.auth.sessions.list();
    show({ data });
  }
  {
    await client.auth.sessions.end(session.id);
  }
  {
    await client.auth.sessions.endOthers();
  }
  {
    client.close();
  }
}
