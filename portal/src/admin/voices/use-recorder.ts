import { useEffect, useRef, useState } from 'react';
import { wavOf } from './wav.ts';

const REFUSED =
  'The microphone can’t be used. Allow it in your browser, or upload a recording instead.';

/** Where a page is not served by HTTPS, browsers have no microphone. */
const isPossible = () =>
  typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined;

/** Records from the microphone. @param onRecorded gets the sound as WAV, which every server reads */
export function useRecorder(onRecorded: (sound: Blob) => void) {
  const recorder = useRef<MediaRecorder | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [failure, setFailure] = useState('');
  useEffect(
    () => () => {
      // A recording that the admin has left is dropped.
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
      started.addEventListener('dataavailable', ({ data }) => chunks.push(data));
      started.addEventListener('stop', async () => {
        for (const track of stream.getTracks()) track.stop();
        if (recorder.current !== started) return;
        recorder.current = null;
        setIsRecording(false);
        try {
          onRecorded(await wavOf(new Blob(chunks, { type: started.mimeType })));
        } catch {
          setFailure('Nothing was recorded. Please try again.');
        }
      });
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
    toggle: () => (isRecording ? recorder.current?.stop() : void start()),
  };
}
