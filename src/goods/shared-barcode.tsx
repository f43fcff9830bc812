import type { Caller } from "#src/api/caller.tsx";
import { getProviderInput } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Notice } from "#src/ui/notice.tsx";
import { listVariants } from "./goods.contract.ts";
import type { VariantRowShown } from "./shown.contract.ts";

/**
 * Other SKUs that have a barcode already; at most four are named. Without an answer nobody is warned: sharing a barcode is allowed.
 * @param ownUuid the SKU that the barcode is given to; null for a new one
 */
export async function findOtherUsers(caller: Caller, barcode: string, ownUuid: string | null): Promise<VariantRowShown[]> {
  try {
    const { result } = await caller.client.call(
      listVariants,
      { ...getProviderInput(caller), code: barcode, page_size: 5 },
      { isQuiet: true },
    );
    const has = ({ variant_uuid, barcodes }: VariantRowShown) =>
      variant_uuid !== ownUuid && barcodes.some((one) => one.barcode === barcode);
    return result.filter(has).slice(0, 4);
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error;
    return [];
  }
}

/** Says whose a barcode is already, before it is given to a second SKU. */
export function SharedBarcode({ barcode, users }: { barcode: string; users: readonly VariantRowShown[] }) {
  const { t } = useTranslation();
  return (
    <Notice tone="warn" title={t("goods.barcodes.shared", { barcode })}>
      <ul>
        {users.map(({ variant_uuid, sku, product_title, title, owner_name }) => (
          <li key={variant_uuid} translate="no">
            {[sku, product_title, title, owner_name].filter((part) => part !== "").join(" · ")}
          </li>
        ))}
      </ul>
      <p>{t("goods.barcodes.sharedHint")}</p>
    </Notice>
  );
}
