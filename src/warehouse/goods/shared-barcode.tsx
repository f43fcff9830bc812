import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { getProviderInput } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { listVariants } from "./goods.contract.ts";
import type { GoodsRow } from "./goods-rows.contract.ts";

/**
 * Finds up to four other SKUs that already have a barcode. Returns none if the call fails: sharing a barcode is allowed.
 * @param ownUuid the SKU that gets the barcode; null for a new one
 */
export async function findOtherUsers(caller: Caller, barcode: string, ownUuid: string | null): Promise<GoodsRow[]> {
  try {
    const { result } = await caller.client.call(
      listVariants,
      { ...getProviderInput(caller), code: barcode, page_size: 5 },
      { isQuiet: true },
    );
    const has = ({ variant_uuid, barcodes }: GoodsRow) => variant_uuid !== ownUuid && barcodes.some((one) => one.barcode === barcode);
    return result.filter(has).slice(0, 4);
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error;
    return [];
  }
}

/** Warns that other SKUs already have a barcode. */
export function SharedBarcode({ barcode, users }: { barcode: string; users: readonly GoodsRow[] }) {
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
