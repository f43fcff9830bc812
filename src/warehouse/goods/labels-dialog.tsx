import { useState } from "react";
import { getProviderInput, mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { CallProblem } from "#src/kit/api/client.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { labelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import type { LabelSize } from "#src/warehouse/printing/label-templates.rules.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { getWarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { printLabels } from "./labels.contract.ts";

interface LabelsProps {
  readonly variantUuids?: readonly string[];
  readonly productUuids?: readonly string[];
  readonly onClose: () => void;
}

const usualSize: LabelSize = "50x30";

/** Returns the product label size of the first open warehouse; the default size until it is known, or if the user may not read it. */
function useOwnSize(): LabelSize {
  const caller = useCaller();
  const enabled = mayCall(caller, getWarehouseSettings);
  const { data: warehouses } = useCallQuery(queryStorage, { is_closed: false, page_size: 1 }, { enabled });
  const uuid = warehouses?.result[0]?.warehouse_uuid;
  const { data } = useCallQuery(getWarehouseSettings, { warehouse_uuid: uuid ?? "" }, { enabled: uuid !== undefined });
  return data?.settings.label_sizes.product ?? usualSize;
}

/** Prints labels as a PDF in the chosen size and number. Shows a refusal in the dialog. */
export function LabelsDialog({ variantUuids = [], productUuids = [], onClose }: LabelsProps) {
  const { t } = useTranslation();
  const caller = useCaller();
  const own = useOwnSize();
  const [chosen, setChosen] = useState<LabelSize | null>(null);
  const size = chosen ?? own;
  const [copies, setCopies] = useState<number | null>(1);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const { language } = useAppearance();
  const refusal = problem === null ? null : getProblemTexts(problem);
  const count = copies !== null && copies >= 1 && copies <= 9999 ? copies : 0;
  const print = async () => {
    setBusy(true);
    setProblem(null);
    const chosenGoods = { product_uuids: [...productUuids], variant_uuids: [...variantUuids] };
    const wish = { ...getProviderInput(caller), ...chosenGoods, label_size: size, copies: count, lang: language };
    try {
      const failed = await downloadFile(caller.client, printLabels, wish);
      if (failed === null) onClose();
      else setProblem(failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("goods.labels.title")}
      closeText={t("ui.cancel")}
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={isBusy || count < 1} onClick={() => void print()}>
          {t("goods.labels.submit")}
        </Button>
      }
    >
      <div className="stack">
        {refusal !== null && <Notice tone="bad" title={refusal[language]} />}
        <Select
          label={t("goods.labels.size")}
          value={size}
          options={labelSizes.map((value) => ({ value, text: t(`warehouses.size.${value}`) }))}
          onValue={setChosen}
        />
        <NumberField
          label={t("goods.labels.copies")}
          value={copies}
          min={1}
          onNumber={setCopies}
          {...(count < 1 ? { error: t("ui.notWhole") } : {})}
        />
      </div>
    </Dialog>
  );
}
