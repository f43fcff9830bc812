import "./facts.css";
import type { ReactNode } from "react";

type Fact = readonly [name: string, value: ReactNode];

interface FactsProps {
  readonly of: readonly Fact[];
  /** what somebody wrote, of any length: on lines of its own below the others */
  readonly written?: Fact;
}

/** What is known of one thing, as names and values side by side; what is empty is left out. */
export function Facts({ of, written = ["", ""] }: FactsProps) {
  return (
    <dl className="facts">
      {[...of, written]
        .filter(([, value]) => value !== "")
        .map((fact) => (
          <div key={fact[0]} className={fact === written ? "facts-written" : undefined}>
            <dt className="quiet">{fact[0]}</dt>
            <dd className="number">{fact[1]}</dd>
          </div>
        ))}
    </dl>
  );
}
