import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { DevKey } from "./words.ts";
import { own } from "./words.ts";

/** A group of parts under a heading that the index leads to. */
export function Group({ id, title, children }: { id: string; title: DevKey; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="dev-group" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(own(title))}</h2>
      {children}
    </section>
  );
}

interface ShownProps {
  readonly state: DevKey;
  /** the part's name, and its state where it has several: what the tests find it by */
  readonly part?: string;
  /** does what a person would do to bring the part into this state; false where it is not there yet, then it is tried again */
  readonly drive?: (part: HTMLElement, t: Translate) => boolean;
  readonly children: ReactNode;
}

/** How often and how long it is tried to bring a part into its state: its own parts may still be loading. */
const everyMs = 50;
const tries = 200;

/** What was done to a part has taken the focus there; a page that is opened has it at its top. */
function toTop(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo(0, 0);
}

/** A part in one state, with the state's name above it. */
export function Shown({ state, part: name, drive, children }: ShownProps) {
  const { t } = useTranslation();
  const part = useRef<HTMLDivElement>(null);
  const latest = useRef({ drive, t });
  useEffect(() => {
    let left = tries;
    const timer = setInterval(() => {
      left -= 1;
      const isThere = part.current !== null && (latest.current.drive?.(part.current, latest.current.t) ?? true);
      if (!isThere && left > 0) return;
      clearInterval(timer);
      if (latest.current.drive !== undefined) setTimeout(toTop, everyMs);
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="dev-shown">
      <p className="small quiet">{t(own(state))}</p>
      <div ref={part} className="dev-part" data-shown={name}>
        {children}
      </div>
    </div>
  );
}
