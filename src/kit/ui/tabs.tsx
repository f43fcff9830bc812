import "./tabs.css";
import type { ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import type { TabProps } from "react-aria-components/Tabs";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";

interface TabsProps<V extends string> {
  readonly label: string;
  /** `count`: how much there is to do in it, and in words what that is */
  readonly tabs: readonly { value: V; text: string; count?: { of: number; words: string } | undefined }[];
  readonly value: V;
  readonly onValue: (value: V) => void;
  /** what the chosen tab shows */
  readonly children: ReactNode;
}

/** Brings the chosen tab into sight at once where not all of them fit beside each other; the page itself stays where it is. */
function useVisibleTab(value: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    if (box === null) return undefined;
    const show = () => {
      const tab = box.querySelector("[aria-selected=true]");
      if (tab === null) return;
      const { left, right } = tab.getBoundingClientRect();
      const visible = box.getBoundingClientRect();
      if (right > visible.right) box.scrollLeft += right - visible.right;
      else if (left < visible.left) box.scrollLeft -= visible.left - left;
    };
    show();
    if (!("ResizeObserver" in globalThis)) return undefined;
    // The width changes when a hand-held is turned, or a scrollbar appears.
    const observer = new ResizeObserver(show);
    observer.observe(box);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- another tab was chosen
  }, [value]);
  return list;
}

/**
 * Draws a tab with the panel's id, because React Aria keeps the id of the first chosen tab in the panel, and with a description, which React Aria does
 * not pass on.
 */
function drawTab(panelId: string, words: string | undefined): NonNullable<TabProps["render"]> {
  return (props, { isSelected }) => (
    <div {...(props as object)} aria-controls={isSelected ? panelId : undefined} aria-description={words} />
  );
}

/** Tabs: one stop of the Tab key; arrows, Home and End move between them. */
export function Tabs<V extends string>({ label, tabs, value, onValue, children }: TabsProps<V>) {
  const { locale } = useTranslation();
  const list = useVisibleTab(value);
  const panelId = useId();
  const choose = (key: unknown) => {
    const tab = tabs.find((one) => one.value === key);
    if (tab !== undefined && tab.value !== value) onValue(tab.value);
  };
  return (
    <AriaTabs selectedKey={value} onSelectionChange={choose}>
      <TabList className="tabs" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <Tab key={tab.value} id={tab.value} className="tab" render={drawTab(panelId, tab.count?.words)}>
            <span>{tab.text}</span>
            {tab.count !== undefined && (
              <span className="tab-count number" aria-hidden>
                {formatNumber(tab.count.of, locale)}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      <TabPanel id={value} className="tab-panel" render={(props) => <div {...props} id={panelId} />}>
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
