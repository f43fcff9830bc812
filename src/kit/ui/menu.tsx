import "./menu.css";
import type { KeyboardEvent, ReactElement } from "react";
import { cloneElement, Suspense, useRef, useState } from "react";
import { lazyPart } from "./lazy-part.ts";
import type { MenuList } from "./menu-items.ts";
import type { MenuPopoverProps } from "./menu-popover.tsx";

export type { MenuItem, MenuSectionItems } from "./menu-items.ts";

/** Loaded with the first menu: its keyboard handling and placement are a third of React Aria. */
export const MenuPopover = lazyPart(async () => (await import("./menu-popover.tsx")).MenuPopover);

interface TriggerProps {
  readonly ref?: unknown;
  readonly onPress?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly "aria-haspopup"?: "menu";
  readonly "aria-expanded"?: boolean;
}

interface MenuProps extends MenuList {
  /** the button that opens it */
  readonly trigger: ReactElement<TriggerProps>;
  readonly placement?: MenuPopoverProps["placement"];
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
}

/** A button that opens a menu: by a press, and by the arrow keys at its first or last item. */
export function Menu({ trigger, placement = "bottom start", isOpen, onOpen, ...list }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [focus, setFocus] = useState<MenuPopoverProps["focus"]>("first");
  const isShown = isOpen ?? isOwnOpen;
  const show = (wanted: boolean) => {
    setOwnOpen(wanted);
    onOpen?.(wanted);
  };
  const open = (at: MenuPopoverProps["focus"]) => {
    setFocus(at);
    show(true);
  };
  const wired: TriggerProps = {
    ref: button,
    "aria-haspopup": "menu",
    "aria-expanded": isShown,
    onPress: () => open("first"),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open(event.key === "ArrowDown" ? "first" : "last");
    },
  };
  return (
    <>
      {cloneElement(trigger, wired)}
      {isShown && (
        <Suspense fallback={null}>
          <MenuPopover {...list} triggerRef={button} placement={placement} focus={focus} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}

interface PlacedMenuProps extends MenuList, Partial<Pick<MenuPopoverProps, "placement">> {
  /** its position, in px of the window */
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
}

/** A menu at a point: a context menu, or one menu that many rows share. It is open as long as it is drawn. */
export function PlacedMenu({ x, y, placement = "bottom start", ...list }: PlacedMenuProps) {
  const point = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={point} className="menu-point" style={{ left: x, top: y }} />
      <Suspense fallback={null}>
        <MenuPopover {...list} triggerRef={point} placement={placement} focus="first" />
      </Suspense>
    </>
  );
}
