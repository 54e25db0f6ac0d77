// Runs in a page before its own scripts (listening-page.ts). Records each media element that plays,
// and requests it with CORS so that its sound can be read, for all players alike.
(() => {
  const PATIENCE_MS = 20_000;
  const { prototype } = HTMLMediaElement;
  const src = Object.getOwnPropertyDescriptor(prototype, 'src');
  const { play } = prototype;
  const played = {};
  Object.defineProperty(prototype, 'src', {
    ...src,
    set(value) {
      this.crossOrigin = 'anonymous';
      src.set.call(this, value);
    },
  });
  prototype.play = function () {
    played.audio = this;
    return play.call(this);
  };

  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });

  /** Polls until the condition holds; a player that stays silent ends the visit. */
  function until(isSo, everyMs) {
    const asked = performance.now();
    return new Promise((resolve, reject) => {
      const timer = setInterval(() => {
        const waited = performance.now() - asked;
        if (isSo()) resolve(waited);
        else if (waited > PATIENCE_MS) reject(new Error(`It was silent for ${PATIENCE_MS} ms.`));
        else return;
        clearInterval(timer);
      }, everyMs);
    });
  }

  window.playsFor = (seconds) => until(() => played.audio?.currentTime >= seconds, 50);

  /** Detects whether the element that plays now is above silence. */
  function makeEar() {
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 256 });
    const samples = new Float32Array(analyser.fftSize);
    let heard;
    return () => {
      const { audio } = played;
      if (heard !== audio && audio?.readyState >= 3) {
        heard = audio;
        context.createMediaStreamSource(audio.captureStream()).connect(analyser);
      }
      analyser.getFloatTimeDomainData(samples);
      return samples.some((sample) => Math.abs(sample) > 0.001);
    };
  }

  window.listen = () => {
    window.sound = new Promise((resolve, reject) => {
      const hear = () => until(makeEar(), 4).then(resolve, reject);
      addEventListener('click', hear, { capture: true, once: true });
    });
  };
})();
