import { useEffect, useRef, useState } from 'react';
import { wavOf } from './wav.ts';

const REFUSED =
  'The microphone can’t be used. Allow it in your browser, or upload a recording instead.';

/** How often the level and the time of a recording are shown, in ms. */
const SHOWN_EVERY_MS = 100;

/** Where a page is not served by HTTPS, browsers have no microphone. */
const isPossible = () =>
  typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined;

/** Measures how loud a microphone is, from 0 to 1. */
function openMeter(stream: MediaStream) {
  const context = new AudioContext();
  // Safari starts it suspended when the permission was asked for first.
  void context.resume();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level(): number {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(1, Math.max(...samples.map(Math.abs)));
    },
    close: () => void context.close(),
  };
}

/**
 * Records from the microphone.
 * @param onRecorded gets the sound as WAV, which every server reads
 * @param options.maxSeconds the recording then ends automatically
 */
export function useRecorder(
  onRecorded: (sound: Blob) => void,
  { maxSeconds = Infinity }: { maxSeconds?: number } = {},
) {
  const recorder = useRef<MediaRecorder | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [failure, setFailure] = useState('');
  const [shown, setShown] = useState({ level: 0, seconds: 0 });
  useEffect(
    () => () => {
      // A recording whose page is left is dropped.
      const left = recorder.current;
      recorder.current = null;
      left?.stop();
    },
    [],
  );

  async function start(): Promise<void> {
    setFailure('');
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const chunks: Blob[] = [];
      const started = new MediaRecorder(stream);
      const meter = openMeter(stream);
      const begun = performance.now();
      const timer = setInterval(() => {
        const seconds = (performance.now() - begun) / 1_000;
        setShown({ level: meter.level(), seconds });
        if (seconds >= maxSeconds && started.state === 'recording') started.stop();
      }, SHOWN_EVERY_MS);
      started.addEventListener('dataavailable', ({ data }) => chunks.push(data));
      started.addEventListener('stop', async () => {
        clearInterval(timer);
        meter.close();
        for (const track of stream.getTracks()) track.stop();
        if (recorder.current !== started) return;
        recorder.current = null;
        setIsRecording(false);
        setShown({ level: 0, seconds: 0 });
        try {
          onRecorded(await wavOf(new Blob(chunks, { type: started.mimeType })));
        } catch {
          setFailure('Nothing was recorded. Please try again.');
        }
      });
      // A microphone that is unplugged, or a phone that locks, ends it: the sound so far is kept.
      for (const track of stream.getTracks()) {
        track.addEventListener('ended', () => {
          if (started.state === 'recording') started.stop();
        });
      }
      started.start();
      recorder.current = started;
      setIsRecording(true);
    } catch {
      setFailure(REFUSED);
    }
  }

  return {
    isPossible: isPossible(),
    isRecording,
    failure,
    /** How loud the microphone is now, from 0 to 1, and for how long it has recorded. */
    ...shown,
    toggle: () => (isRecording ? recorder.current?.stop() : void start()),
  };
}
