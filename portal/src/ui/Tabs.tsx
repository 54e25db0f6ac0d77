import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

/** A tab and its panel. */
export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  /** For screen readers. */
  label: string;
  tabs: readonly Tab[];
  /** The selected tab; uncontrolled without it. */
  value?: string;
  onChange?: (value: string) => void;
}

/** Tabs. A row that is too long for a phone wraps. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <BaseTabs.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value } : { value })}
      onValueChange={(next: string) => onChange?.(next)}
    >
      <BaseTabs.List aria-label={label} className="flex flex-wrap gap-x-6 border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 flex-none cursor-pointer border-b-3 border-transparent font-semibold text-muted -outline-offset-3 transition-colors hover:text-ink data-active:border-primary data-active:text-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="rounded-small pt-5">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
