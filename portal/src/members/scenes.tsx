import type { ReactNode } from 'react';

/** A drawing of the ways to listen, in the flat style of the covers. It says nothing that the text does not. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 160 96" className="h-auto w-40">
      <path d="M0 88h160" stroke="var(--line)" strokeWidth="2" />
      {children}
    </svg>
  );
}

/** A screen with a cover and a play button on it. */
function Screen({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const cover = height - 20;
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="6" fill="var(--house)" />
      <rect
        x={x + 4}
        y={y + 4}
        width={width - 8}
        height={height - 8}
        rx="3"
        fill="var(--background)"
      />
      <rect
        x={x + 10}
        y={y + 10}
        width={cover}
        height={cover}
        rx="2"
        fill="var(--house)"
        opacity=".18"
      />
      <circle
        cx={x + 10 + cover / 2}
        cy={y + 10 + cover / 2}
        r={cover / 3.4}
        fill="var(--on-air)"
      />
      <rect
        x={x + 18 + cover}
        y={y + 14}
        width={width - cover - 34}
        height="5"
        rx="2.5"
        fill="var(--house)"
      />
      <rect
        x={x + 18 + cover}
        y={y + 24}
        width={(width - cover - 34) * 0.6}
        height="4"
        rx="2"
        fill="var(--house)"
        opacity=".35"
      />
    </>
  );
}

export const TabletScene = () => (
  <Scene>
    <path d="M58 88 66 70h28l8 18z" fill="var(--house)" opacity=".35" />
    <Screen x={38} y={20} width={84} height={56} />
    <path d="M12 88V70h16v18z" fill="var(--on-air)" opacity=".28" />
    <path
      d="M28 74h5a4 4 0 0 1 0 8h-5"
      fill="none"
      stroke="var(--on-air)"
      strokeWidth="3"
      opacity=".5"
    />
    <path d="M132 88 136 60h12l4 28z" fill="var(--house)" opacity=".14" />
  </Scene>
);

export const TvScene = () => (
  <Scene>
    <Screen x={22} y={8} width={116} height={62} />
    <path d="M72 70h16v10H72z" fill="var(--house)" opacity=".35" />
    <path d="M54 80h52v8H54z" rx="2" fill="var(--house)" opacity=".6" />
  </Scene>
);

export const WebsiteScene = () => (
  <Scene>
    <rect
      x="18"
      y="10"
      width="124"
      height="78"
      rx="6"
      fill="var(--surface)"
      stroke="var(--edge)"
      strokeWidth="2"
    />
    <path d="M18 24h124" stroke="var(--edge)" strokeWidth="2" />
    <circle cx="27" cy="17" r="2.5" fill="var(--on-air)" />
    <circle cx="36" cy="17" r="2.5" fill="var(--edge)" />
    <rect x="28" y="34" width="46" height="7" rx="3.5" fill="var(--edge)" opacity=".6" />
    <rect x="28" y="47" width="36" height="4" rx="2" fill="var(--edge)" opacity=".4" />
    <rect x="28" y="56" width="42" height="4" rx="2" fill="var(--edge)" opacity=".4" />
    <rect x="84" y="34" width="48" height="40" rx="4" fill="var(--house)" />
    <circle cx="108" cy="54" r="10" fill="var(--background)" />
    <path d="m105 49 8 5-8 5z" fill="var(--house)" />
  </Scene>
);

export const RadioScene = () => (
  <Scene>
    <path d="M104 34 126 8" stroke="var(--house)" strokeWidth="3" strokeLinecap="round" />
    <rect x="28" y="34" width="104" height="54" rx="8" fill="var(--house)" />
    <circle cx="56" cy="61" r="18" fill="var(--background)" opacity=".92" />
    <circle cx="56" cy="61" r="11" fill="none" stroke="var(--house)" strokeWidth="2.5" />
    <circle cx="56" cy="61" r="4" fill="var(--house)" />
    <rect x="84" y="46" width="38" height="12" rx="3" fill="var(--background)" opacity=".92" />
    <path d="M104 46v12" stroke="var(--on-air)" strokeWidth="3" />
    <circle cx="91" cy="73" r="5" fill="var(--on-air)" />
    <circle cx="110" cy="73" r="5" fill="var(--background)" opacity=".5" />
  </Scene>
);
