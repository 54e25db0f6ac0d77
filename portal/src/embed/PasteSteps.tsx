import { useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import type { WayName } from './EmbedCodes.tsx';

/** Instructions for common site builders, in the words of their interfaces. */
const PLACES = [
  {
    tool: 'WordPress',
    way: 'script',
    steps: [
      'Copy the code under Script tag.',
      'Open your page in the editor, press + and choose the block Custom HTML.',
      'Paste the code into it.',
      'Press Save or Publish, then look at the page itself.',
    ],
    note: 'You need to be an administrator or editor of the site. On WordPress.com some plans remove scripts and frames; the plan must allow plugins. Your station’s address pasted on its own line also becomes a player, in a sandboxed frame; on some sites it stays a link.',
  },
  {
    tool: 'Wix',
    way: 'frame',
    steps: [
      'Copy the code under Iframe.',
      'In the editor press Add Elements (+), choose Embed Code, then Embed HTML.',
      'Press Enter Code, paste it, and press Update.',
      'Drag the box until the whole player fits, then press Publish.',
    ],
  },
  {
    tool: 'Squarespace',
    way: 'script',
    steps: [
      'Copy the code under Script tag.',
      'Edit your page, press Add Block and choose Code.',
      'Open the block, keep it on HTML, and replace what is in it with the code.',
      'Save. The player shows on the page itself, not while you edit.',
    ],
    note: 'The smallest Squarespace plan does not include scripts and frames in code blocks.',
  },
  {
    tool: 'Shopify',
    way: 'script',
    steps: [
      'Copy the code under Script tag.',
      'Go to Online Store, Themes, and press Customize (or Edit theme).',
      'Open the page, press Add section and choose Custom Liquid.',
      'Paste the code into the field and press Save.',
    ],
  },
  {
    tool: 'Plain HTML',
    way: 'script',
    steps: [
      'Copy the code under Script tag.',
      'Open the page’s file in a text editor.',
      'Paste the code between <body> and </body>, where you want the player.',
      'Save the file, upload it, and open the page.',
    ],
  },
] as const satisfies readonly {
  tool: string;
  way: WayName;
  steps: readonly string[];
  note?: string;
}[];

interface PasteStepsProps {
  /** Called with the code that the chosen site builder takes. */
  onChoose: (way: WayName) => void;
}

/** Steps for the site builder of the member. */
export function PasteSteps({ onChoose }: PasteStepsProps) {
  const [tool, setTool] = useState('');
  const place = PLACES.find((each) => each.tool === tool);
  return (
    <div>
      <Field label="How to put it on your site">
        <Select
          choices={PLACES.map((each) => ({ value: each.tool, label: each.tool }))}
          placeholder="What is your site made with?"
          value={tool}
          onChange={({ target }) => {
            setTool(target.value);
            const chosen = PLACES.find((each) => each.tool === target.value);
            if (chosen) onChoose(chosen.way);
          }}
        />
      </Field>
      {place === undefined ? null : (
        <div className="max-w-measure pt-4 text-muted">
          <ol className="flex list-decimal flex-col gap-1.5 ps-5">
            {place.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {'note' in place ? <p className="mt-3 text-small">{place.note}</p> : null}
        </div>
      )}
    </div>
  );
}
