import { Menu as BaseMenu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import type { ReactElement, ReactNode } from 'react';

/** Something one may do from a menu. */
export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** It takes something away. */
  danger?: boolean;
  disabled?: boolean;
}

interface MenuProps {
  /** What opens it: a `Button` whose words say whose menu it is. */
  trigger: ReactElement;
  items: readonly MenuItem[];
}

/** A short list of what one may do, behind one button. */
export function Menu({ trigger, items }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-40 outline-none">
          <BaseMenu.Popup className="floating min-w-48 outline-none">
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
