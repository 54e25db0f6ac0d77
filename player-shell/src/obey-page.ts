import {
  FRAME_PROTOCOL,
  stationInfo,
  type FrameMessage,
  type FrameRefusal,
  type FrameRequest,
  type FrameSnapshot,
  type Player,
} from '@stationhouse/sdk/shell';

/**
 * Lets the page around an embedded player steer it (docs/embedding.md, Steering a frame). The address of the frame
 * lists the origins that may, in `origin`; without one no page may.
 */
export function obeyPage(player: Player, query: string): void {
  if (parent === window) return;
  const allowed = new URLSearchParams(query)
    .getAll('origin')
    .flatMap((text) => (URL.canParse(text) ? [new URL(text).origin] : []));
  let told: string | null = null;

  const send = (to: string, message: Omit<FrameMessage, 'stationhouse'>) =>
    parent.postMessage({ stationhouse: FRAME_PROTOCOL, ...message } satisfies FrameMessage, to);

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !('stationhouse' in Object(data))) return;
    const request = data as FrameRequest;
    const { id } = request;
    const refusal = refusalOf(request, allowed.includes(origin));
    // A sandboxed page has no origin that could be answered.
    if (refusal) return void (origin !== 'null' && send(origin, { id, refusal }));
    if (request.method === 'hello') {
      told = origin;
      return send(origin, { id, snapshot: snapshotOf(player) });
    }
    void obey(player, request).then(() => send(origin, { id, snapshot: snapshotOf(player) }));
  });
  player.subscribe(() => {
    if (told !== null) send(told, { snapshot: snapshotOf(player) });
  });
}

/** The action of each method. `hello` is answered by the snapshot. */
const METHODS: Record<
  FrameRequest['method'],
  (player: Player, value: number | boolean | undefined) => unknown
> = {
  hello: () => undefined,
  play: (player) => player.play(),
  pause: (player) => player.pause(),
  stop: (player) => player.stop(),
  retry: (player) => player.retry(),
  set_volume: (player, value) => (player.volume = Number(value)),
  set_muted: (player, value) => (player.muted = value === true),
};

/** The type of the value of each method that has one. */
const VALUES: Partial<Record<FrameRequest['method'], string>> = {
  set_volume: 'number',
  set_muted: 'boolean',
};

async function obey(player: Player, { method, value }: FrameRequest): Promise<void> {
  await METHODS[method](player, value);
}

function refusalOf(request: FrameRequest, isAllowed: boolean): FrameRefusal | null {
  const { stationhouse, method, value } = request;
  if (!isAllowed) return 'origin_not_allowed';
  if (stationhouse !== FRAME_PROTOCOL) return 'unsupported_version';
  const isKnown = typeof method === 'string' && Object.hasOwn(METHODS, method);
  return isKnown && typeof value === (VALUES[method] ?? 'undefined') ? null : 'invalid_request';
}

function snapshotOf(player: Player): FrameSnapshot {
  const { state, muted, volume, error, station, tracks } = player.snapshot();
  return { state, muted, volume, error, station: stationInfo(station), tracks };
}
