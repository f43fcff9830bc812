import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { codeLabelChoices, keepCodeLabels, readCodeLabels } from "./code-labels.storage.ts";

interface CodeLabelsProps {
  /** prints the last label again; absent while there is none */
  readonly onAgain?: (() => void) | undefined;
}

/** What this device prints for the next stations to scan, and the last label once more. */
export function CodeLabels({ onAgain }: CodeLabelsProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(readCodeLabels);
  return (
    <div className="row">
      <Select
        label={t("scanning.label.size")}
        value={choice}
        options={codeLabelChoices.map((value) => ({ value, text: t(`scanning.label.sizes.${value}`) }))}
        onValue={(value) => {
          const chosen = codeLabelChoices.find((one) => one === value) ?? choice;
          keepCodeLabels(chosen);
          setChoice(chosen);
        }}
      />
      {onAgain !== undefined && choice !== "none" && <Button onClick={onAgain}>{t("scanning.label.again")}</Button>}
    </div>
  );
}
