import Check from "lucide-react/icons/check";
import type { RefObject } from "react";
import type { MenuItemProps, PopoverProps } from "react-aria-components/Menu";
import { Header, Keyboard, Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection, Popover, Text } from "react-aria-components/Menu";
import type { MenuItem, MenuList as MenuContent } from "./menu-items.ts";

export interface MenuPopoverProps extends MenuContent {
  readonly triggerRef: RefObject<Element | null>;
  readonly placement: NonNullable<PopoverProps["placement"]>;
  /** which item has the focus first */
  readonly focus: "first" | "last";
  readonly onClose: () => void;
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

/** The ids of current items, which are React Aria's selection. */
function getSelection(items: readonly MenuItem[]) {
  if (items.every(({ isCurrent }) => isCurrent === undefined)) return {};
  return { selectionMode: "single" as const, selectedKeys: items.flatMap(({ id, isCurrent }) => (isCurrent === true ? [id] : [])) };
}

function MenuList({ label, items = [], sections = [], head, focus, onClose }: MenuContent & Pick<MenuPopoverProps, "focus" | "onClose">) {
  return (
    <>
      {head !== undefined && <div className="menu-head">{head}</div>}
      <AriaMenu className="menu" aria-label={label} {...getSelection(items)} autoFocus={focus} onClose={onClose}>
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

/** An open menu: arrow keys move, letters search, Escape and a press elsewhere close it. */
export function MenuPopover({ triggerRef, placement, ...list }: MenuPopoverProps) {
  return (
    <Popover
      className="popover menu-popover"
      aria-label={list.label}
      triggerRef={triggerRef}
      trigger="MenuTrigger"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) list.onClose();
      }}
      placement={placement}
      offset={4}
    >
      <MenuList {...list} />
    </Popover>
  );
}
