import ChevronDown from 'lucide-react/icons/chevron-down';

/** Instructions for common site builders, in the words of their interfaces. */
const PLACES = [
  {
    tool: 'WordPress',
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
    steps: [
      'Copy the code under Iframe.',
      'In the editor press Add Elements (+), choose Embed Code, then Embed HTML.',
      'Press Enter Code, paste it, and press Update.',
      'Drag the box until the whole player fits, then press Publish.',
    ],
  },
  {
    tool: 'Squarespace',
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
    steps: [
      'Copy the code under Script tag.',
      'Go to Online Store, Themes, and press Customize (or Edit theme).',
      'Open the page, press Add section and choose Custom Liquid.',
      'Paste the code into the field and press Save.',
    ],
  },
  {
    tool: 'Plain HTML',
    steps: [
      'Copy the code under Script tag.',
      'Open the page’s file in a text editor.',
      'Paste the code between <body> and </body>, where you want the player.',
      'Save the file, upload it, and open the page.',
    ],
  },
] as const satisfies readonly { tool: string; steps: readonly string[]; note?: string }[];

/** Collapsed steps for each site builder. Smaller than `Accordion`, which is for whole pages. */
export function PasteSteps() {
  return (
    <div className="border-t border-line">
      {PLACES.map((place) => (
        <details key={place.tool} className="accordion-item group border-b border-line">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 rounded-small py-2.5 font-semibold hover:text-primary-raised">
            <span className="min-w-0 flex-1">{place.tool}</span>
            <ChevronDown
              aria-hidden="true"
              className="size-5 flex-none text-muted transition-transform duration-(--calm) group-open:rotate-180"
            />
          </summary>
          <div className="max-w-measure pt-1 pb-5 text-muted">
            <ol className="flex list-decimal flex-col gap-1.5 ps-5">
              {place.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {'note' in place ? <p className="mt-3 text-small">{place.note}</p> : null}
          </div>
        </details>
      ))}
    </div>
  );
}
