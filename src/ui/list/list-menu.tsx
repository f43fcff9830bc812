import "./list-menu.css";
import { Button } from "antd";
import type { KeyboardEvent, ReactNode } from "react";
import { useId, useLayoutEffect, useRef, useState } from "react";

/** Something that can be chosen from a menu. */
export interface MenuItem {
  readonly id: string;
  readonly text: string;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  /** one of several, with a mark at the one in use */
  readonly isCurrent?: boolean;
  readonly isApart?: boolean;
  /** why it cannot be chosen; null or nothing where it can be */
  readonly reason?: string | null;
  readonly choose: () => void;
}

interface MenuPanelProps {
  readonly id?: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** where it hangs, in px of the window: its right or left upper corner */
  readonly x: number;
  readonly y: number;
  readonly side: "left" | "right";
  readonly onClose: () => void;
}

const marginPx = 8;

const isBlocked = ({ reason }: MenuItem): boolean => reason !== undefined && reason !== null;

/** An open menu: arrows move, Escape and a press elsewhere close it, and the focus goes back to where it was. */
export function MenuPanel({ id, label, items, x, y, side, onClose }: MenuPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    // In the top layer nothing cuts it off; where the browser has none it is drawn over the page.
    if (typeof element.showPopover === "function") element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    const left = side === "right" ? x - width : x;
    element.style.left = `${Math.max(marginPx, Math.min(left, innerWidth - width - marginPx))}px`;
    element.style.top = `${Math.max(marginPx, y + height > innerHeight - marginPx ? y - height - 32 : y)}px`;
    element.querySelector<HTMLElement>("button")?.focus();
    const pressElsewhere = (event: PointerEvent) => {
      if (!element.contains(event.target as Node)) close.current();
    };
    const leave = () => close.current();
    document.addEventListener("pointerdown", pressElsewhere, true);
    addEventListener("resize", leave);
    return () => {
      document.removeEventListener("pointerdown", pressElsewhere, true);
      removeEventListener("resize", leave);
      const isLost =
        document.activeElement === null || document.activeElement === document.body || element.contains(document.activeElement);
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [x, y, side]);

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const goals: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const to = goals[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      event.stopPropagation();
      if (event.key === "Escape") event.preventDefault();
      return onClose();
    }
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  }

  const isChoice = items.some(({ isCurrent }) => isCurrent !== undefined);
  return (
    <div ref={panel} id={id} role="menu" tabIndex={-1} aria-label={label} popover="manual" className="list-menu" onKeyDown={press}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role={item.isCurrent === undefined ? "menuitem" : "menuitemradio"}
          aria-checked={item.isCurrent}
          tabIndex={-1}
          aria-disabled={isBlocked(item) ? true : undefined}
          className={["list-menu-item", item.isDangerous ? "list-menu-bad" : "", item.isApart ? "list-menu-apart" : ""].join(" ")}
          onClick={() => {
            if (isBlocked(item)) return;
            onClose();
            item.choose();
          }}
        >
          {isChoice && (
            <span className="list-menu-mark" aria-hidden="true">
              {item.isCurrent === true ? "✓" : ""}
            </span>
          )}
          {item.icon}
          {isBlocked(item) ? (
            <span>
              {item.text}
              <span className="list-menu-reason">{item.reason}</span>
            </span>
          ) : (
            item.text
          )}
        </button>
      ))}
    </div>
  );
}

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly isBusy?: boolean;
}

/** A button that opens a menu below it. */
export function MenuButton({ label, items, isBusy = false }: MenuButtonProps) {
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null);
  const id = useId();
  return (
    <>
      <Button
        loading={isBusy}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        aria-controls={place === null ? undefined : id}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setPlace(place === null ? { x: left, y: bottom + 4 } : null);
        }}
      >
        {label}
      </Button>
      {place !== null && <MenuPanel id={id} label={label} items={items} {...place} side="left" onClose={() => setPlace(null)} />}
    </>
  );
}
