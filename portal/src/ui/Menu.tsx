import { Menu as BaseMenu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import type { ReactElement, ReactNode } from 'react';

/** An action of a menu. */
export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** The action deletes something. */
  danger?: boolean;
  disabled?: boolean;
}

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  items: readonly MenuItem[];
}

/** A list of actions behind one button. */
export function Menu({ trigger, items }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-40 outline-none">
          <BaseMenu.Popup className="floating max-h-(--available-height) min-w-48 overflow-y-auto outline-none">
            {items.map(({ label, icon, onSelect, danger = false, disabled = false }) => (
              <BaseMenu.Item
                key={label}
                onClick={onSelect}
                disabled={disabled}
                className={clsx(
                  'choice data-disabled:opacity-50 [&_svg]:size-4.5',
                  danger && 'text-bad',
                )}
              >
                {icon}
                {label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
