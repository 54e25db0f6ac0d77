import { useState } from 'react';

/** A question that comes up in the middle of something, which waits for the answer. */
export function useQuestion<About>() {
  const [asked, setAsked] = useState<{ about: About; answer: (isYes: boolean) => void }>();
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    /** What it is about; it stays while the question fades away. */
    about: asked?.about,
    /** @returns whether it was answered with yes */
    ask: (about: About) =>
      new Promise<boolean>((answer) => {
        setAsked({ about, answer });
        setOpen(true);
      }),
    answer(isYes: boolean) {
      setOpen(false);
      asked?.answer(isYes);
    },
  };
}
