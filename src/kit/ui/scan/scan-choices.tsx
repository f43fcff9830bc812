import "./scan-choices.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { KeyCap } from "./key-cap.tsx";
import type { ScanOption } from "./use-choices.ts";

interface ScanChoicesProps {
  /** the question, already visible above; for screen readers */
  readonly label: string;
  readonly options: readonly ScanOption[];
  /** how many there are, if more than the options */
  readonly total?: number | undefined;
  /** index of the highlighted option; -1 for none */
  readonly marked: number;
  readonly onChoose: (id: string) => void;
}

/** The numbered options that a scan may refer to. The scan box keeps the focus; options can also be clicked. */
export function ScanChoices({ label, options, total = options.length, marked, onChoose }: ScanChoicesProps) {
  const { t } = useTranslation();
  const chosen = options[marked];
  return (
    <div className="scan-choices" role="group" aria-label={label}>
      <ol className="scan-choices-list">
        {options.map(({ id, title, detail, picture }, place) => (
          <li key={id}>
            <button type="button" className="scan-choice" aria-pressed={place === marked} onClick={() => onChoose(id)}>
              <KeyCap name={String(place + 1)} />
              {picture}
              <span className="scan-choice-words">
                <span className="scan-choice-title">{title}</span>
                {detail !== undefined && <span className="scan-choice-detail">{detail}</span>}
              </span>
              {place === marked && <KeyCap name="Enter" />}
            </button>
          </li>
        ))}
      </ol>
      <p className="quiet small">
        {t("scan.choices.how")}
        {total > options.length && ` ${t("scan.choices.more", { shown: options.length, total })}`}
      </p>
      {/* The focus stays in the box, so the highlighted option is announced. */}
      <p className="visually-hidden" role="status">
        {chosen === undefined ? "" : t("scan.choices.marked", { title: chosen.title })}
      </p>
    </div>
  );
}
