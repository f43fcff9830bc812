import "./tabs.css";
import type { KeyboardEvent, ReactNode } from "react";
import { useEffect, useId, useRef } from "react";

interface TabsProps<V extends string> {
  label: string;
  /** `count`: how much there is to do in it, and in words what that is */
  tabs: readonly { value: V; text: string; count?: { of: number; words: string } | undefined }[];
  value: V;
  onValue: (value: V) => void;
  /** what the chosen tab shows */
  children: ReactNode;
}

/** Brings the chosen tab into sight at once where not all of them fit beside each other; the page itself stays where it is. */
function useInSight(tabId: string): void {
  useEffect(() => {
    const tab = document.getElementById(tabId);
    const list = tab?.parentElement ?? null;
    if (tab === null || list === null) return;
    const { left, right } = tab.getBoundingClientRect();
    const sight = list.getBoundingClientRect();
    if (right > sight.right) list.scrollLeft += right - sight.right;
    else if (left < sight.left) list.scrollLeft -= sight.left - left;
  }, [tabId]);
}

/** Tabs as WAI-ARIA has them: one stop of the Tab key, arrows, Home and End move between them. */
export function Tabs<V extends string>({ label, tabs, value, onValue, children }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useInSight(`${id}-${value}`);
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    // From the tab in focus: what a key chose just before may not be drawn yet.
    const at = all.findIndex((tab) => tab === document.activeElement);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = target % tabs.length;
    const next = tabs[index];
    if (next === undefined) return;
    onValue(next.value);
    all[index]?.focus();
  };
  return (
    <div>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-${tab.value}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onValue(tab.value)}
            {...(tab.count === undefined ? {} : { "aria-description": tab.count.words })}
          >
            <span>{tab.text}</span>
            {tab.count !== undefined && (
              <span className="tab-count number" aria-hidden>
                {tab.count.of}
              </span>
            )}
          </button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
