import "./tabs.css";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { TabProps } from "react-aria-components/Tabs";
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
    const tab = list.current?.querySelector("[aria-selected=true]");
    if (tab === null || tab === undefined || list.current === null) return;
    const { left, right } = tab.getBoundingClientRect();
    const visible = list.current.getBoundingClientRect();
    if (right > visible.right) list.current.scrollLeft += right - visible.right;
    else if (left < visible.left) list.current.scrollLeft -= visible.left - left;
    // oxlint-disable-next-line react/exhaustive-deps -- another tab was chosen
  }, [value]);
  return list;
}

/** Draws a tab with a description, which React Aria does not pass on. */
function describeBy(words: string): NonNullable<TabProps["render"]> {
  return (props) => <div {...(props as object)} aria-description={words} />;
}

/** Tabs: one stop of the Tab key; arrows, Home and End move between them. */
export function Tabs<V extends string>({ label, tabs, value, onValue, children }: TabsProps<V>) {
  const list = useVisibleTab(value);
  const choose = (key: unknown) => {
    const tab = tabs.find((one) => one.value === key);
    if (tab !== undefined && tab.value !== value) onValue(tab.value);
  };
  return (
    <AriaTabs selectedKey={value} onSelectionChange={choose}>
      <TabList className="tabs" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <Tab key={tab.value} id={tab.value} className="tab" {...(tab.count === undefined ? {} : { render: describeBy(tab.count.words) })}>
            <span>{tab.text}</span>
            {tab.count !== undefined && (
              <span className="tab-count number" aria-hidden>
                {tab.count.of}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {/* React Aria keeps the id that a panel had at first: another tab has another panel, or it would control one that is not there. */}
      <TabPanel key={value} id={value} className="tab-panel">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
