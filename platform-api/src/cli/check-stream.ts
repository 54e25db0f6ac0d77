import { hearStream } from '../admin/checks/hear-stream.ts';
import { judgeStream } from '../admin/checks/judge-stream.ts';
import { createBroadcast } from '../broadcast/broadcast.ts';
import { openGuardedFetch } from '../outbound/open-guarded-fetch.ts';
import { CalledWrongly, CommandFailed, onlyWord, type Command } from './command.ts';

/** How long one listens, in seconds: as long as the desk does before a station goes live. */
const LISTEN_SECONDS = 3;

/** Listens to a stream as the desk does, and judges it by what the largest package may send. */
export const checkStream: Command = {
  takes: '<url>',
  does: 'Listen to a stream: its format and bit rate, or what is wrong with it.',
  options: {},
  async run(called, { config, log }) {
    const url = onlyWord(called, 'one address');
    const { publicUrl } = config;
    if (!URL.canParse(url, publicUrl)) throw new CalledWrongly(`${url} is no address.`);
    const guardedFetch = openGuardedFetch(config);
    const own = { withTones: !config.production, publicUrl, now: Date.now, maxListeners: 0, log };
    const broadcast = await createBroadcast(own);
    try {
      const deps = { guardedFetch, broadcast, publicUrl };
      const heard = await hearStream(deps, url, { seconds: LISTEN_SECONDS });
      const { ok, message } = judgeStream(heard, 'Enterprise');
      if (!ok) throw new CommandFailed(message);
      return `${message}\n`;
    } finally {
      broadcast.close();
      await guardedFetch.close();
    }
  },
};
