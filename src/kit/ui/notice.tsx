import "./notice.css";
import type { ReactNode } from "react";
import type { Tone } from "./status-tag.tsx";

interface NoticeProps {
  tone: Tone;
  title: string;
  /** a small code beside the title, for support */
  code?: string;
  children?: ReactNode;
}

/** What happened, why, and what to do now, in place. Bad news interrupts a screen reader, the rest waits its turn. */
export function Notice({ tone, title, code, children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === "bad" ? "alert" : "status"}>
      <p className="notice-title">
        {title}
        {code !== undefined && <span className="notice-code number">{code}</span>}
      </p>
      {children}
    </div>
  );
}

/** Nothing here yet: one line and one action. */
export function EmptyState({ line, action }: { line: string; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{line}</p>
      {action}
    </div>
  );
}
