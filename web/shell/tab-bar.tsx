import "./tab-bar.css";
import X from "lucide-react/icons/x";
import Ellipsis from "lucide-react/icons/ellipsis";
import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { BareButton } from "#src/kit/ui/button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import type { MenuItem } from "#src/kit/ui/menu.tsx";
import { Menu, PlacedMenu } from "#src/kit/ui/menu.tsx";
import { findRoute } from "../app-routes.ts";
import type { OpenTabs } from "./open-tabs.ts";
import { AppLink } from "./app-link.tsx";
import type { Tab } from "./tabs.rules.ts";

const getTitle = (path: string): TextKey => findRoute(path)?.title ?? "navigation.notFound";
const middle = 1;

/** Keeps the current tab visible, when it becomes current and when the bar's width changes. */
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

/** The open tabs as links with close buttons; the bar scrolls sideways if it is too long. */
export function TabBar({ open }: { open: OpenTabs }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ path: string; x: number; y: number } | null>(null);
  const { tabs, current, home, close } = open;
  const list = useCurrentInSight(current);
  const choicesFor = (path: string): MenuItem[] => [
    ...(path === home ? [] : [{ id: "this", text: t("navigation.shell.tabs.closeThis"), choose: () => close(path) }]),
    { id: "others", text: t("navigation.shell.tabs.closeOthers"), choose: () => open.closeOthers(path) },
    { id: "all", text: t("navigation.shell.tabs.closeAll"), choose: () => open.closeAll() },
  ];
  return (
    <nav className="tab-bar" aria-label={t("navigation.shell.tabs.label")}>
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
        trigger={<IconButton label={t("navigation.shell.tabs.more")} icon={<Ellipsis size={16} aria-hidden />} />}
        label={t("navigation.shell.tabs.more")}
        items={choicesFor(current)}
        placement="bottom end"
      />
      {asked !== null && (
        <PlacedMenu
          key={`${asked.path} ${asked.x} ${asked.y}`}
          label={t(getTitle(asked.path))}
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
  /** absent if the tab cannot be closed */
  onClose?: () => void;
  /** opens its menu at a point of the viewport */
  onAsk: (x: number, y: number) => void;
}

function OpenTab({ tab: { path, href }, isCurrent, onClose, onAsk }: OpenTabProps) {
  const { t } = useTranslation();
  const title = t(getTitle(path));
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
      <AppLink className="open-tab-link" href={href} onKeyDown={type} {...(isCurrent ? { "aria-current": "page" } : {})}>
        {title}
      </AppLink>
      {onClose !== undefined && (
        <BareButton className="open-tab-close" aria-label={t("navigation.shell.tabs.close", { title })} onClick={onClose}>
          <X size={16} aria-hidden />
        </BareButton>
      )}
    </li>
  );
}
