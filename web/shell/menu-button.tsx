import "./menu-button.css";
import type { KeyboardEvent, ReactNode } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { PlaceLink } from "./place-link.tsx";

/** One line of a menu: a way to a place, or a deed. */
export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly href?: string;
  readonly onChoose?: () => void;
  /** for one of several of which one holds */
  readonly isChecked?: boolean;
  /** why it cannot be chosen */
  readonly reason?: string;
  /** a line stands above it */
  readonly isApart?: true;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface MenuPopProps {
  label: string;
  choices: readonly MenuChoice[];
  /** the corner that it hangs from: viewport pixels of an element's edges */
  at: Point & { readonly align: "start" | "end" };
  head?: ReactNode;
  onClose: () => void;
}

const items = (pop: HTMLElement): HTMLElement[] => [...pop.querySelectorAll<HTMLElement>("[role^=menuitem]")];

/** Puts it where there is room: hanging from its corner, moved back into sight where it would stick out. */
function place(pop: HTMLElement, { x, y, align }: MenuPopProps["at"]): void {
  const { width, height } = pop.getBoundingClientRect();
  const edge = 8;
  const left = align === "end" ? x - width : x;
  pop.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`;
  pop.style.top = `${Math.max(edge, Math.min(y, innerHeight - height - edge))}px`;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** A menu in front of the page: the browser's own popover, so that Escape, a click beside it and the focus behave. */
export function MenuPop({ label, choices, at, head, onClose }: MenuPopProps) {
  const element = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const show = useEffectEvent((pop: HTMLElement) => {
    pop.showPopover();
    place(pop, at);
    (items(pop).find((item) => item.ariaChecked === "true") ?? items(pop)[0])?.focus();
  });
  useEffect(() => {
    if (element.current !== null) show(element.current);
    const put = () => close();
    addEventListener("resize", put);
    return () => removeEventListener("resize", put);
  }, []);

  function move(event: KeyboardEvent): void {
    const pop = element.current;
    if (pop === null) return;
    if (event.key === "Tab") return onClose();
    const all = items(pop);
    const to = steps[event.key]?.(all.indexOf(document.activeElement as HTMLElement), all.length);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  return (
    <div
      className="menu-pop"
      popover="auto"
      ref={element}
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState === "closed") onClose();
      }}
    >
      {head !== undefined && <div className="menu-pop-head">{head}</div>}
      <div role="menu" aria-label={label}>
        {choices.map((choice) => (
          <Choice key={choice.id} choice={choice} onClose={onClose} />
        ))}
      </div>
    </div>
  );
}

function Choice({
  choice: { label, icon, href, onChoose, isChecked, reason, isApart },
  onClose,
}: {
  choice: MenuChoice;
  onClose: () => void;
}) {
  const className = isApart === true ? "menu-pop-item is-apart" : "menu-pop-item";
  const choose = () => {
    if (reason !== undefined) return;
    onClose();
    onChoose?.();
  };
  const inside = (
    <>
      {icon}
      <span>
        {label}
        {reason !== undefined && <span className="menu-pop-reason">{reason}</span>}
      </span>
    </>
  );
  if (href !== undefined)
    return (
      <PlaceLink role="menuitem" tabIndex={-1} className={className} href={href} onClick={choose}>
        {inside}
      </PlaceLink>
    );
  return (
    <button
      type="button"
      role={isChecked === undefined ? "menuitem" : "menuitemradio"}
      {...(isChecked === undefined ? {} : { "aria-checked": isChecked })}
      {...(reason === undefined ? {} : { "aria-disabled": true })}
      tabIndex={-1}
      className={className}
      onClick={choose}
    >
      {inside}
    </button>
  );
}

interface MenuButtonProps {
  label: string;
  choices: readonly MenuChoice[];
  children: ReactNode;
  className?: string;
  head?: ReactNode;
  /** which side of the button the menu opens to */
  side?: "below" | "right";
  /** the edge of the button that it hangs from, where it opens below */
  align?: "start" | "end";
}

function cornerOf(button: HTMLElement, side: "below" | "right", align: "start" | "end"): MenuPopProps["at"] {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  if (side === "right") return { x: right + 4, y: top, align: "start" };
  return { x: align === "end" ? right : left, y: bottom + 4, align };
}

/** A button that opens a menu. */
export function MenuButton({
  label,
  choices,
  children,
  className = "icon-button",
  head,
  side = "below",
  align = "start",
}: MenuButtonProps) {
  const { at, open, close, button } = useOpening(side, align);
  return (
    <>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={open}
      >
        {children}
      </button>
      {at !== null && <MenuPop label={label} choices={choices} at={at} onClose={close} {...(head === undefined ? {} : { head })} />}
    </>
  );
}

function useOpening(side: "below" | "right", align: "start" | "end") {
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<MenuPopProps["at"] | null>(null);
  const closedAt = useRef(0);
  return {
    button,
    at,
    open() {
      const element = button.current;
      // The press that puts an open menu away by itself must not open it again.
      if (element === null || performance.now() - closedAt.current < 200) return;
      setAt(cornerOf(element, side, align));
    },
    close() {
      closedAt.current = performance.now();
      // Whoever chose goes on from where the menu was opened; whoever clicked elsewhere is there already.
      if (document.activeElement?.closest(".menu-pop") !== null) button.current?.focus();
      setAt(null);
    },
  };
}
