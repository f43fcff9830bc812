import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { codes } from "#src/api/codes.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { addBarcode, removeBarcode } from "./goods.contract.ts";
import type { VariantDetail } from "./shown.contract.ts";
import { barcodeRefusal, hasWrongCheckDigit, mostPieces } from "./goods.rules.ts";

interface PanelProps {
  readonly variant: VariantDetail;
  readonly mayEdit: boolean;
  readonly onChanged: () => void;
}

/** What went wrong was said as a toast. */
async function quietly(deed: Promise<unknown>): Promise<boolean> {
  try {
    await deed;
    return true;
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error;
    return false;
  }
}

function AddBarcode({ variant, onChanged }: Omit<PanelProps, "mayEdit">) {
  const { t, locale } = useTranslation();
  const { perform, isPending } = useDeed(addBarcode);
  const [barcode, setBarcode] = useState("");
  const [pieces, setPieces] = useState("1");
  const given = barcode.trim();
  const refusal = given === "" ? null : barcodeRefusal(given);
  const count = /^\d{1,6}$/.test(pieces) ? Number(pieces) : 0;
  const isCount = count >= 1 && count <= mostPieces;
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (given === "" || refusal !== null || !isCount) return;
    if (!(await quietly(perform({ variant_uuid: variant.variant_uuid, barcode: given, pieces: count })))) return;
    setBarcode("");
    setPieces("1");
    onChanged();
  };
  const said = refusal === null ? null : codes[refusal];
  return (
    <form className="goods-add" onSubmit={(event) => void send(event)}>
      <Field
        label={t("goods.barcodes.barcode")}
        value={barcode}
        onText={setBarcode}
        autoComplete="off"
        {...(hasWrongCheckDigit(given) ? { hint: t("goods.barcodes.checkDigit") } : {})}
        {...(said === null ? {} : { error: locale.startsWith("zh") ? said.zh_cn : said.en_us })}
      />
      <Field
        label={t("goods.field.pieces")}
        value={pieces}
        inputMode="numeric"
        onText={setPieces}
        {...(isCount ? {} : { error: t("form.notWhole") })}
      />
      <Button type="submit" disabled={isPending || given === ""}>
        {t("goods.barcodes.add")}
      </Button>
    </form>
  );
}

/** A variant's barcodes, each with the pieces that one scan of it stands for. */
export function BarcodesPanel({ variant, mayEdit, onChanged }: PanelProps) {
  const { t } = useTranslation();
  const { perform, isPending } = useDeed(removeBarcode);
  const remove = async (barcode: string) => {
    await quietly(perform({ variant_uuid: variant.variant_uuid, barcode }));
    onChanged();
  };
  return (
    <section className="stack">
      <h3>{t("goods.barcodes.title")}</h3>
      {variant.barcodes.length === 0 && <p className="quiet">{t("goods.barcodes.none")}</p>}
      <ul className="goods-lines">
        {variant.barcodes.map(({ barcode, pieces }) => (
          <li key={barcode}>
            <span className="number">{barcode}</span>
            <span className="quiet">{t("goods.barcodes.pieces", { count: pieces })}</span>
            {mayEdit && (
              <Button aria-label={t("goods.barcodes.removeOne", { barcode })} disabled={isPending} onClick={() => void remove(barcode)}>
                {t("goods.barcodes.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && <AddBarcode key={variant.variant_uuid} variant={variant} onChanged={onChanged} />}
    </section>
  );
}
