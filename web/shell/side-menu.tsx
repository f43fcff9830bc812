import "./side-menu.css";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ShownEntry } from "../menu.ts";
import { listLeaves } from "../menu.ts";
import { useToDoCounts } from "./badges.ts";
import { BareButton } from "#src/kit/ui/button.tsx";
import { Menu } from "#src/kit/ui/menu.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { MenuIcon } from "./menu-icons.tsx";
import { AppLink } from "./app-link.tsx";
import { useSideMenu } from "./side-menu.store.ts";

interface EntryProps {
  entry: ShownEntry;
  /** from the top group to the entry of the current route */
  trail: readonly ShownEntry[];
  depth: number;
  /** the number of to-dos by address */
  counts: Counts;
}

type Counts = ReturnType<typeof useToDoCounts>;

const mostShown = 99;

/** Returns the number of to-dos at an entry or below a group. */
function getCount({ href, children }: ShownEntry, counts: Counts): number {
  return href === null ? children.reduce((sum, child) => sum + getCount(child, counts), 0) : (counts.get(href) ?? 0);
}

/** A badge with the number of to-dos, beside the link's name and not part of it. */
function useDescription(count: number): { "aria-description"?: string } {
  const { t } = useTranslation();
  return count === 0 ? {} : { "aria-description": t("navigation.shell.toDo", { count }) };
}

function Count({ of }: { of: number }) {
  const { t } = useTranslation();
  if (of === 0) return null;
  return (
    <span className="side-count number" aria-hidden>
      {of > mostShown ? t("navigation.shell.many") : of}
    </span>
  );
}

/** The menu as a tree of links: groups expand and collapse, the current entry is marked. */
export function SideMenu({ entries, trail }: { entries: readonly ShownEntry[]; trail: readonly ShownEntry[] }) {
  const { t } = useTranslation();
  const { turn, groups: shown } = useSideMenu();
  const counts = useToDoCounts();
  const nav = useRef<HTMLElement>(null);
  const groups = trail
    .filter(({ href }) => href === null)
    .map(({ id }) => id)
    .join(" ");
  useEffect(() => {
    if (groups !== "") turn(Object.fromEntries(groups.split(" ").map((id) => [id, true])));
  }, [groups, turn]);
  const here = trail.at(-1)?.id;
  const isOpen = trail.every(({ id, href }) => href !== null || shown[id] === true);
  useEffect(() => {
    // Whoever follows a link of the page sees where in the menu that is. A click in the menu scrolls nothing.
    if (isOpen && here !== undefined) nav.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest" });
  }, [here, isOpen]);
  return (
    <nav className="side-menu" ref={nav} aria-label={t("ui.menu")}>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} trail={trail} depth={0} counts={counts} />
        ))}
      </ul>
    </nav>
  );
}

function Entry(props: EntryProps) {
  return <li>{props.entry.href === null ? <Group {...props} /> : <Leaf {...props} />}</li>;
}

function Leaf({ entry, trail, depth, counts }: EntryProps) {
  const { t } = useTranslation();
  const { id, href, title } = entry;
  const count = getCount(entry, counts);
  const description = useDescription(count);
  const isHere = trail.at(-1)?.id === id;
  return (
    <AppLink className={`side-line side-depth-${depth}`} href={href ?? ""} {...description} {...(isHere ? { "aria-current": "page" } : {})}>
      {depth === 0 && <MenuIcon id={id} />}
      <span>{t(title)}</span>
      <Count of={count} />
    </AppLink>
  );
}

/** A collapsed group shows the to-dos below it; an expanded one leaves that to its entries. */
function Group({ entry, trail, depth, counts }: EntryProps) {
  const { t } = useTranslation();
  const listId = useId();
  const { groups, turn } = useSideMenu();
  const isOpen = groups[entry.id] ?? depth === 0;
  const isOnTrail = trail.some(({ id }) => id === entry.id);
  const count = isOpen ? 0 : getCount(entry, counts);
  const description = useDescription(count);
  return (
    <>
      <BareButton
        {...description}
        className={`side-line side-depth-${depth} side-group${isOnTrail ? " is-on-trail" : ""}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => turn({ [entry.id]: !isOpen })}
      >
        {depth === 0 && <MenuIcon id={entry.id} />}
        <span>{t(entry.title)}</span>
        <Count of={count} />
        <ChevronDown className="side-arrow" size={14} aria-hidden />
      </BareButton>
      <ul id={listId} hidden={!isOpen}>
        {entry.children.map((child) => (
          <Entry key={child.id} entry={child} trail={trail} depth={depth + 1} counts={counts} />
        ))}
      </ul>
    </>
  );
}

/** The menu as icons: a group opens beside its icon. */
export function IconMenu({ entries, trail }: { entries: readonly ShownEntry[]; trail: readonly ShownEntry[] }) {
  const { t } = useTranslation();
  return (
    <nav className="side-menu side-menu-icons" aria-label={t("ui.menu")}>
      <ul>
        {entries.map((entry) => {
          const isOnTrail = trail.some(({ id }) => id === entry.id);
          const className = `side-line side-depth-0${isOnTrail ? " is-on-trail" : ""}`;
          const title = t(entry.title);
          return (
            <li key={entry.id}>
              {entry.href === null ? (
                <Menu
                  trigger={<IconButton label={title} className={className} icon={<MenuIcon id={entry.id} />} />}
                  label={title}
                  placement="end top"
                  head={<strong>{title}</strong>}
                  items={listLeaves(entry.children).map(({ id, href, title: key }) => ({ id, text: t(key), href }))}
                />
              ) : (
                <AppLink
                  className={className}
                  href={entry.href}
                  aria-label={title}
                  title={title}
                  {...(isOnTrail ? { "aria-current": "page" } : {})}
                >
                  <MenuIcon id={entry.id} />
                </AppLink>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
