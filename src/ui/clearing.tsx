import CloseCircleFilled from "@ant-design/icons/es/icons/CloseCircleFilled";
import type { ReactNode } from "react";

/** The library's `allowClear` with its button named in the page's language: its own name is English everywhere. */
export function clearing(text: string): { clearIcon: ReactNode; label: string } {
  return { clearIcon: <CloseCircleFilled aria-label={text} />, label: text };
}
