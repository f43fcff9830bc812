import type { MouseEvent } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Progress } from "#src/ui/progress.tsx";
import type { WantedPart } from "./key-information.rules.ts";
import { isPermitted } from "#src/ui/action/action.ts";
import { keyInformationActions } from "./key-information.actions.ts";

/** Where a missing part is filled in: the panel, and what in it takes the focus. */
function targetOf(part: WantedPart): { panel: string; control: string } {
  if (part === "contacts" || part === "authentications") return { panel: `key-${part}`, control: "button" };
  return { panel: "key-company", control: `[id$="-${part}"]` };
}

function goTo(event: MouseEvent, part: WantedPart): void {
  const { panel, control } = targetOf(part);
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

/** How complete the key information is, and what is missing: as links for those who can add it. */
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
                  <a className="key-missing" href={`#${targetOf(part).panel}`} onClick={(event) => goTo(event, part)}>
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
