import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";

interface OptionContentProps {
  readonly text: string;
  /** a second, quieter line */
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
}

/** The content of an option in an open list, with the tick of the chosen one. */
export function OptionContent({ text, hint, icon }: OptionContentProps) {
  return (
    <>
      {icon}
      <span className="listbox-text">
        {text}
        {hint !== undefined && <span className="check-hint">{hint}</span>}
      </span>
      <Check className="listbox-check" size={16} aria-hidden />
    </>
  );
}
