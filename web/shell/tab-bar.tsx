import "./tab-bar.css";
import X from "lucide-react/icons/x";
import Ellipsis from "lucide-react/icons/ellipsis";
import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { BareButton } from "#src/ui/button.tsx";
import { IconButton } from "#src/ui/icon-button.tsx";
import type { MenuItem } from "#src/ui/menu.tsx";
import { Menu, PlacedMenu } from "#src/ui/menu.tsx";
import { placeAt } from "../places.ts";
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
  const choicesFor = (path: string): MenuItem[] => [
    ...(path === home ? [] : [{ id: "this", text: t("places.shell.tabs.closeThis"), choose: () => close(path) }]),
    { id: "others", text: t("places.shell.tabs.closeOthers"), choose: () => open.closeOthers(path) },
    { id: "all", text: t("places.shell.tabs.closeAll"), choose: () => open.closeAll() },
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
      <Menu
        trigger={<IconButton label={t("places.shell.tabs.more")} icon={<Ellipsis size={16} aria-hidden />} />}
        label={t("places.shell.tabs.more")}
        items={choicesFor(current)}
        placement="bottom end"
      />
      {asked !== null && (
        <PlacedMenu
          key={`${asked.path} ${asked.x} ${asked.y}`}
          label={t(titleOf(asked.path))}
          items={choicesFor(asked.path)}
          x={asked.x}
          y={asked.y}
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
        <BareButton className="open-tab-close" aria-label={t("places.shell.tabs.close", { title })} onClick={onClose}>
          <X size={16} aria-hidden />
        </BareButton>
      )}
    </li>
  );
}
