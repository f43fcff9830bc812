import "./tab-bar.css";
import CloseOutlined from "@ant-design/icons/es/icons/CloseOutlined";
import EllipsisOutlined from "@ant-design/icons/es/icons/EllipsisOutlined";
import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { placeAt } from "../places.ts";
import type { MenuChoice } from "./menu-button.tsx";
import { MenuButton, MenuPop } from "./menu-button.tsx";
import type { OpenTabs } from "./open-tabs.ts";
import { PlaceLink } from "./place-link.tsx";
import type { Tab } from "./tabs.rules.ts";

const titleOf = (path: string): TextKey => placeAt(path)?.title ?? "places.notFound";
const middle = 1;

/** Keeps the current one of a row in sight: when it becomes the current one, and when the row gets another width. */
function useCurrentInSight(current: string): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    if (row === null) return undefined;
    const find = () => [...row.children].find((one) => one.getAttribute("data-path") === current);
    const show = () => find()?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const observer = new ResizeObserver(show);
    observer.observe(row);
    return () => observer.disconnect();
  }, [current]);
  return list;
}

/** The open pages as links, each with a way to close it; the row scrolls sideways where it is longer than the page is wide. */
export function TabBar({ open }: { open: OpenTabs }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ path: string; x: number; y: number } | null>(null);
  const { tabs, current, home, close } = open;
  const list = useCurrentInSight(current);
  const choicesFor = (path: string): MenuChoice[] => [
    ...(path === home ? [] : [{ id: "this", label: t("places.shell.tabs.closeThis"), onChoose: () => close(path) }]),
    { id: "others", label: t("places.shell.tabs.closeOthers"), onChoose: () => open.closeOthers(path) },
    { id: "all", label: t("places.shell.tabs.closeAll"), onChoose: () => open.closeAll() },
  ];
  return (
    <nav className="tab-bar" aria-label={t("places.shell.tabs.label")}>
      <ul className="tab-bar-list" ref={list}>
        {tabs.map((tab) => (
          <OpenTab
            key={tab.path}
            tab={tab}
            isCurrent={tab.path === current}
            onAsk={(x, y) => setAsked({ path: tab.path, x, y })}
            {...(tab.path === home ? {} : { onClose: () => close(tab.path) })}
          />
        ))}
      </ul>
      <MenuButton label={t("places.shell.tabs.more")} choices={choicesFor(current)} align="end">
        <EllipsisOutlined aria-hidden />
      </MenuButton>
      {asked !== null && (
        <MenuPop
          key={`${asked.path} ${asked.x} ${asked.y}`}
          label={t(titleOf(asked.path))}
          choices={choicesFor(asked.path)}
          at={{ x: asked.x, y: asked.y, align: "start" }}
          onClose={() => setAsked(null)}
        />
      )}
    </nav>
  );
}

interface OpenTabProps {
  tab: Tab;
  isCurrent: boolean;
  /** not there for what cannot be closed */
  onClose?: () => void;
  /** asks for its menu, at a point of the viewport */
  onAsk: (x: number, y: number) => void;
}

function OpenTab({ tab: { path, href }, isCurrent, onClose, onAsk }: OpenTabProps) {
  const { t } = useTranslation();
  const title = t(titleOf(path));
  function press(event: MouseEvent): void {
    if (event.button !== middle) return;
    event.preventDefault();
    onClose?.();
  }
  function type(event: KeyboardEvent): void {
    if (event.key === "Delete") onClose?.();
  }
  function ask(event: MouseEvent): void {
    event.preventDefault();
    onAsk(event.clientX, event.clientY);
  }
  return (
    <li data-path={path} className={isCurrent ? "open-tab is-current" : "open-tab"} onAuxClick={press} onContextMenu={ask}>
      <PlaceLink className="open-tab-link" href={href} onKeyDown={type} {...(isCurrent ? { "aria-current": "page" } : {})}>
        {title}
      </PlaceLink>
      {onClose !== undefined && (
        <button type="button" className="open-tab-close" aria-label={t("places.shell.tabs.close", { title })} onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      )}
    </li>
  );
}
