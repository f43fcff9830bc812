import "./menu.css";
import Check from "lucide-react/icons/check";
import type { ReactElement, ReactNode } from "react";
import { useRef } from "react";
import type { MenuItemProps, PopoverProps } from "react-aria-components/Menu";
import {
  Header,
  Keyboard,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from "react-aria-components/Menu";

/** Something that can be chosen from a menu. */
export interface MenuItem {
  readonly id: string;
  readonly text: string;
  readonly icon?: ReactNode;
  /** a quieter line below the text */
  readonly hint?: string;
  /** the key that does the same */
  readonly shortcut?: string;
  readonly tone?: "danger";
  readonly lang?: string;
  /** one of several, with a mark at the current one */
  readonly isCurrent?: boolean;
  readonly isDisabled?: boolean;
  /** why it cannot be chosen; it keeps its place for the arrow keys, and the reason is read out */
  readonly reason?: string | null;
  /** a link: where it leads */
  readonly href?: string;
  readonly choose?: () => void;
}

export interface MenuSectionItems {
  readonly id: string;
  readonly title?: string;
  readonly items: readonly MenuItem[];
}

interface MenuProps {
  /** the button that opens it */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly items?: readonly MenuItem[];
  readonly sections?: readonly MenuSectionItems[];
  /** what stands above the items */
  readonly head?: ReactNode;
  readonly placement?: NonNullable<PopoverProps["placement"]>;
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
}

/** A blocked item is focusable, unlike a disabled one, so that its reason can be read. */
const drawBlocked: NonNullable<MenuItemProps["render"]> = (props) => <div {...(props as object)} aria-disabled="true" />;

function Item({ item }: { readonly item: MenuItem }) {
  const reason = item.reason ?? undefined;
  const isBlocked = reason !== undefined;
  const note = reason ?? item.hint;
  const className = ["menu-item", item.tone === "danger" ? "menu-item-danger" : "", isBlocked ? "menu-item-blocked" : ""];
  return (
    <AriaMenuItem
      id={item.id}
      className={className.filter(Boolean).join(" ")}
      textValue={item.text}
      isDisabled={item.isDisabled === true}
      {...(isBlocked ? { shouldCloseOnSelect: false, render: drawBlocked } : { onAction: () => item.choose?.() })}
      {...(item.href === undefined || isBlocked ? {} : { href: item.href })}
      {...(item.lang === undefined ? {} : { lang: item.lang })}
    >
      {item.isCurrent !== undefined && <Check className="menu-check" size={16} aria-hidden />}
      {item.icon !== undefined && <span className="menu-icon">{item.icon}</span>}
      <span className="menu-text">
        <Text slot="label">{item.text}</Text>
        {note !== undefined && (
          <Text slot="description" className="menu-note">
            {note}
          </Text>
        )}
      </span>
      {item.shortcut !== undefined && <Keyboard className="menu-key">{item.shortcut}</Keyboard>}
    </AriaMenuItem>
  );
}

/** Marks of current items, which React Aria keeps as a selection. */
function getSelection(items: readonly MenuItem[]) {
  if (items.every(({ isCurrent }) => isCurrent === undefined)) return {};
  return { selectionMode: "single" as const, selectedKeys: items.flatMap(({ id, isCurrent }) => (isCurrent === true ? [id] : [])) };
}

type MenuListProps = Pick<MenuProps, "label" | "items" | "sections" | "head">;

/** What stands in the popover; `onClose` where no button has opened it. */
function MenuList({ label, items = [], sections = [], head, onClose }: MenuListProps & { readonly onClose?: () => void }) {
  return (
    <>
      {head !== undefined && <div className="menu-head">{head}</div>}
      <AriaMenu
        className="menu"
        aria-label={label}
        {...getSelection(items)}
        {...(onClose === undefined ? {} : { onClose, autoFocus: "first" })}
      >
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
        {sections.map((section) => (
          <MenuSection
            key={section.id}
            id={section.id}
            className="menu-section"
            {...(section.title === undefined ? { "aria-label": label } : {})}
            {...getSelection(section.items)}
          >
            {section.title !== undefined && <Header className="menu-title">{section.title}</Header>}
            {section.items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </MenuSection>
        ))}
      </AriaMenu>
    </>
  );
}

/** A button that opens a menu: arrow keys move, letters search, Escape and a press elsewhere close it. */
export function Menu({ trigger, placement = "bottom start", isOpen, onOpen, ...list }: MenuProps) {
  return (
    <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpen === undefined ? {} : { onOpenChange: onOpen })}>
      {trigger}
      <Popover className="popover menu-popover" placement={placement} offset={4}>
        <MenuList {...list} />
      </Popover>
    </MenuTrigger>
  );
}

interface PlacedMenuProps extends MenuListProps {
  /** where it hangs, in px of the window */
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
}

/** A menu at a point, for a press of the second mouse button. It is open as long as it is drawn. */
export function PlacedMenu({ x, y, onClose, ...list }: PlacedMenuProps) {
  const point = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={point} className="menu-point" style={{ left: x, top: y }} />
      <Popover
        className="popover menu-popover"
        triggerRef={point}
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        placement="bottom start"
      >
        <MenuList {...list} onClose={onClose} />
      </Popover>
    </>
  );
}
