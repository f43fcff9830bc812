import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { DevKey } from "./words.ts";
import { own } from "./words.ts";

/** A group of components under a heading, which the index links to. */
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
  /** the component's name, and its state if it has several; for the tests */
  readonly part?: string;
  /** brings the component into the state as a user would; returns false if it is not rendered yet, and is then tried again */
  readonly drive?: (part: HTMLElement, t: Translate) => boolean;
  readonly children: ReactNode;
}

/** Interval in ms and number of attempts to bring a component into its state, which may still be loading. */
const everyMs = 50;
const tries = 200;

/** Removes the focus and scrolls up after a component was driven, so that the page starts at the top. */
function toTop(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo(0, 0);
}

/** A component in one state, under the state's name. */
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
