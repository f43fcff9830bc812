import "./side-menu.css";
import DownOutlined from "@ant-design/icons/es/icons/DownOutlined";
import { useEffect, useId } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { ShownEntry } from "../menu.ts";
import { leavesOf } from "../menu.ts";
import { MenuButton } from "./menu-button.tsx";
import { MenuIcon } from "./menu-icons.tsx";
import { PlaceLink } from "./place-link.tsx";
import { useSideMenu } from "./side-menu.store.ts";

interface EntryProps {
  entry: ShownEntry;
  /** from the group at the top to the entry of the place in sight */
  trail: readonly ShownEntry[];
  depth: number;
}

/** The menu as a tree of links: groups open and close, the entry of the place in sight is marked. */
export function SideMenu({ entries, trail }: { entries: readonly ShownEntry[]; trail: readonly ShownEntry[] }) {
  const { t } = useTranslation();
  const turn = useSideMenu((store) => store.turn);
  const groups = trail
    .filter(({ href }) => href === null)
    .map(({ id }) => id)
    .join(" ");
  useEffect(() => {
    if (groups !== "") turn(Object.fromEntries(groups.split(" ").map((id) => [id, true])));
  }, [groups, turn]);
  return (
    <nav className="side-menu" aria-label={t("ui.menu")}>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} trail={trail} depth={0} />
        ))}
      </ul>
    </nav>
  );
}

function Entry({ entry, trail, depth }: EntryProps) {
  return (
    <li>
      {entry.href === null ? <Group entry={entry} trail={trail} depth={depth} /> : <Leaf entry={entry} trail={trail} depth={depth} />}
    </li>
  );
}

function Leaf({ entry: { id, href, title }, trail, depth }: EntryProps) {
  const { t } = useTranslation();
  const isHere = trail.at(-1)?.id === id;
  return (
    <PlaceLink className={`side-line side-depth-${depth}`} href={href ?? ""} {...(isHere ? { "aria-current": "page" } : {})}>
      {depth === 0 && <MenuIcon id={id} />}
      <span>{t(title)}</span>
    </PlaceLink>
  );
}

function Group({ entry, trail, depth }: EntryProps) {
  const { t } = useTranslation();
  const listId = useId();
  const { groups, turn } = useSideMenu();
  const isOpen = groups[entry.id] ?? depth === 0;
  const isOnTrail = trail.some(({ id }) => id === entry.id);
  return (
    <>
      <button
        type="button"
        className={`side-line side-depth-${depth} side-group${isOnTrail ? " is-on-trail" : ""}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => turn({ [entry.id]: !isOpen })}
      >
        {depth === 0 && <MenuIcon id={entry.id} />}
        <span>{t(entry.title)}</span>
        <DownOutlined className="side-arrow" aria-hidden />
      </button>
      <ul id={listId} hidden={!isOpen}>
        {entry.children.map((child) => (
          <Entry key={child.id} entry={child} trail={trail} depth={depth + 1} />
        ))}
      </ul>
    </>
  );
}

/** The same menu as icons alone: a group opens beside its icon. */
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
                <MenuButton
                  label={title}
                  className={className}
                  side="right"
                  head={<strong>{title}</strong>}
                  choices={leavesOf(entry.children).map(({ id, href, title: key }) => ({ id, label: t(key), href }))}
                >
                  <MenuIcon id={entry.id} />
                </MenuButton>
              ) : (
                <PlaceLink
                  className={className}
                  href={entry.href}
                  aria-label={title}
                  title={title}
                  {...(isOnTrail ? { "aria-current": "page" } : {})}
                >
                  <MenuIcon id={entry.id} />
                </PlaceLink>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
