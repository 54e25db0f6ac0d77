// Runs in a page before its own scripts (listening-page.ts): takes note of whatever plays, and lets it be
// heard by asking for it with CORS, for all players alike.
(() => {
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

  window.playsFor = (seconds) =>
    new Promise((resolve) => {
      const timer = setInterval(() => {
        if (!played.audio || played.audio.currentTime < seconds) return;
        clearInterval(timer);
        resolve();
      }, 50);
    });

  function hear(resolve) {
    const clicked = performance.now();
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 256 });
    const samples = new Float32Array(analyser.fftSize);
    let source;
    const timer = setInterval(() => {
      if (!source) {
        if (!played.audio || played.audio.readyState < 3) return;
        source = context.createMediaStreamSource(played.audio.captureStream());
        source.connect(analyser);
      }
      analyser.getFloatTimeDomainData(samples);
      if (!samples.some((sample) => Math.abs(sample) > 0.001)) return;
      clearInterval(timer);
      resolve(performance.now() - clicked);
    }, 4);
  }

  window.listen = () => {
    window.sound = new Promise((resolve) => {
      addEventListener('click', () => hear(resolve), { capture: true, once: true });
    });
  };
})();
