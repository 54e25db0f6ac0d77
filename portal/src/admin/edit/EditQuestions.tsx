import { AlertSheet, Answers } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';

interface AskDoubtProps {
  isOpen: boolean;
  /** What is not well, in sentences. */
  about: readonly string[] | undefined;
  answer: (isYes: boolean) => void;
}

/** Whether a station goes on air though its check found something: its server may only come later. */
export function AskDoubt({ isOpen, about = [], answer }: AskDoubtProps) {
  return (
    <AlertSheet
      title="Save with these faults?"
      description={
        <>
          <ul className="flex list-disc flex-col gap-1 ps-5 wrap-anywhere text-ink">
            {about.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
          <p className="mt-3">
            Listeners may hear nothing, or see no titles, until that is mended.
          </p>
        </>
      }
      open={isOpen}
      onOpenChange={() => answer(false)}
    >
      <Answers className="mt-6" no="Go back">
        <Button onClick={() => answer(true)}>Save anyway</Button>
      </Answers>
    </AlertSheet>
  );
}

interface AskLeavingProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Whether what was typed may be lost. */
export function AskLeaving({ isOpen, onStay, onLeave }: AskLeavingProps) {
  return (
    <AlertSheet
      title="Close without saving?"
      description="What you have changed here is lost."
      open={isOpen}
      onOpenChange={onStay}
    >
      <Answers className="mt-6" no="Keep Editing">
        <Button kind="danger" onClick={onLeave}>
          Discard Changes
        </Button>
      </Answers>
    </AlertSheet>
  );
}
