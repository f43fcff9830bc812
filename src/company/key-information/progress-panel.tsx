import type { MouseEvent } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Progress } from "#src/kit/ui/progress.tsx";
import type { WantedPart } from "./key-information.rules.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { keyInformationActions } from "./key-information.actions.ts";

/** Returns the panel of a missing part, and the control to focus. */
function getTarget(part: WantedPart): { panel: string; control: string } {
  if (part === "contacts" || part === "authentications") return { panel: `key-${part}`, control: "button" };
  return { panel: "key-company", control: `[id$="-${part}"]` };
}

function focusPart(event: MouseEvent, part: WantedPart): void {
  const { panel, control } = getTarget(part);
  const section = document.getElementById(panel);
  const target = section?.querySelector<HTMLElement>(control) ?? null;
  if (section === null) return;
  event.preventDefault();
  (target ?? section).scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}

interface ProgressPanelProps {
  readonly progress: { readonly done: number; readonly of: number };
  readonly missing: readonly WantedPart[];
}

/** How complete the key information is, and what is missing, as links for those who can add it. */
export function ProgressPanel({ progress: { done, of }, missing }: ProgressPanelProps) {
  const { t } = useTranslation();
  const mayEdit = isPermitted(keyInformationActions.company, useCaller());
  const said = t("keyInformation.progress.done", { done, of });
  return (
    <section className="panel stack" aria-labelledby="key-progress-title">
      <div className="row row-apart">
        <h2 id="key-progress-title">{t("keyInformation.progress.title")}</h2>
        <span className="number">{said}</span>
      </div>
      <Progress label={said} part={done / of} />
      {missing.length === 0 ? (
        <p>{t("keyInformation.progress.complete")}</p>
      ) : (
        <div className="row">
          <span className="quiet">{t("keyInformation.progress.missing")}</span>
          <ul className="row">
            {missing.map((part) => (
              <li key={part}>
                {mayEdit ? (
                  <a className="key-missing" href={`#${getTarget(part).panel}`} onClick={(event) => focusPart(event, part)}>
                    {t(`keyInformation.part.${part}`)}
                  </a>
                ) : (
                  t(`keyInformation.part.${part}`)
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
