import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useUnsaved } from "#src/kit/ui/use-unsaved.ts";
import { goodsActions } from "./goods.actions.ts";
import { addBarcode, removeBarcode } from "./goods.contract.ts";
import type { VariantDetail, GoodsRow } from "./goods-rows.contract.ts";
import { getBarcodeRefusal, hasWrongCheckDigit, mostPieces } from "./goods.rules.ts";
import { findOtherUsers, SharedBarcode } from "./shared-barcode.tsx";

interface CellProps {
  readonly variant: VariantDetail;
  readonly onChanged: () => void;
}

/** Swallows a failed call: a toast has already reported it. */
async function ignoreProblem(deed: Promise<unknown>): Promise<boolean> {
  try {
    await deed;
    return true;
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error;
    return false;
  }
}

function AddBarcode({ variant, onChanged, onClose }: CellProps & { onClose: () => void }) {
  const { t, locale } = useTranslation();
  const { sku, variant_uuid } = variant;
  const { perform, isPending } = useCallMutation(addBarcode);
  const caller = useCaller();
  const [barcode, setBarcode] = useState("");
  /** the SKUs that already have the barcode tried last; null before the first try */
  const [looked, setLooked] = useState<{ readonly barcode: string; readonly users: readonly GoodsRow[] } | null>(null);
  const [pieces, setPieces] = useState<number | null>(1);
  const given = barcode.trim();
  useUnsaved(() => given !== "");
  const refusal = given === "" ? null : getBarcodeRefusal(given);
  const count = pieces ?? 0;
  const isCount = count >= 1 && count <= mostPieces;
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (given === "" || refusal !== null || !isCount) return;
    if (looked?.barcode !== given) {
      const users = await findOtherUsers(caller, given, variant_uuid);
      setLooked({ barcode: given, users });
      if (users.length > 0) return;
    }
    if (!(await ignoreProblem(perform({ variant_uuid, barcode: given, pieces: count })))) return;
    useToasts.getState().show("good", t("goods.barcodes.added", { barcode: given, sku }));
    onClose();
    onChanged();
  };
  const said = refusal === null ? null : getCodeTexts(refusal);
  const isShared = looked !== null && looked.barcode === given && looked.users.length > 0;
  return (
    <form className="goods-add" aria-label={t("goods.barcodes.addTo", { sku })} onSubmit={(event) => void send(event)}>
      <TextField
        label={t("goods.barcodes.barcode")}
        value={barcode}
        onText={setBarcode}
        autoComplete="off"
        autoFocus
        {...(hasWrongCheckDigit(given) ? { hint: t("goods.barcodes.checkDigit") } : {})}
        {...(said === null ? {} : { error: pickText(said, locale) })}
      />
      <NumberField label={t("goods.field.pieces")} value={pieces} onNumber={setPieces} {...(isCount ? {} : { error: t("ui.notWhole") })} />
      {isShared && <SharedBarcode barcode={given} users={looked.users} />}
      <div className="row">
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button tone="primary" type="submit" isDisabled={isPending || given === ""}>
          {t(isShared ? "goods.barcodes.addShared" : "goods.barcodes.add")}
        </Button>
      </div>
    </form>
  );
}

/** Lists a variant's barcodes with the pieces that one scan counts for, and adds one in the row of its SKU. */
export function BarcodesCell({ variant, onChanged }: CellProps) {
  const { t } = useTranslation();
  const mayAdd = isPermitted(goodsActions.addBarcode, useCaller());
  const { perform, isPending } = useCallMutation(removeBarcode);
  const [isAdding, setAdding] = useState(false);
  const { sku, variant_uuid, barcodes } = variant;
  const remove = async (barcode: string) => {
    await ignoreProblem(perform({ variant_uuid, barcode }));
    onChanged();
  };
  return (
    <div className="stack-tight">
      {barcodes.length > 0 && (
        <ul className="goods-lines">
          {barcodes.map(({ barcode, pieces }) => (
            <li key={barcode}>
              <span className="number">{barcode}</span>
              {pieces !== 1 && <span className="quiet">{t("goods.barcodes.pieces", { count: pieces })}</span>}
              <ActionButton
                of={goodsActions.removeBarcode}
                subject={variant}
                aria-label={t("goods.barcodes.removeOne", { barcode })}
                isDisabled={isPending}
                onClick={() => void remove(barcode)}
              >
                {t("goods.barcodes.remove")}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {barcodes.length === 0 && !mayAdd && <span className="quiet">{t("goods.barcodes.none")}</span>}
      {isAdding ? (
        <AddBarcode variant={variant} onChanged={onChanged} onClose={() => setAdding(false)} />
      ) : (
        <div className="row">
          <ActionButton
            of={goodsActions.addBarcode}
            subject={variant}
            aria-label={t("goods.barcodes.addTo", { sku })}
            onClick={() => setAdding(true)}
          >
            {t("goods.barcodes.add")}
          </ActionButton>
        </div>
      )}
    </div>
  );
}
