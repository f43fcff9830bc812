import { useState } from "react";
import { useCallQuery, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { GoodsRow } from "./goods-rows.contract.ts";
import type { MergePreview } from "./merge.contract.ts";
import { mergeVariants, previewMerge } from "./merge.contract.ts";

/** Shows the figures of a merge, and what the remaining SKU takes over; figures of zero are left out. */
function Figures({ of }: { of: MergePreview }) {
  const { t } = useTranslation();
  const said = [
    { key: "variants", count: of.variants },
    { key: "pieces", count: of.pieces },
    { key: "barcodes", count: of.barcodes },
    { key: "bundles", count: of.bundles },
    { key: "lines", count: of.receipt_lines },
  ] as const;
  return (
    <ul className="stack-tight">
      {said
        .filter(({ count }) => count > 0)
        .map(({ key, count }) => (
          <li key={key}>{t(`goods.merge.${key}`, { count })}</li>
        ))}
      {of.takes.map(({ what, sku }) => (
        <li key={what}>{t(`goods.merge.take.${what}`, { sku })}</li>
      ))}
    </ul>
  );
}

interface MergeProps {
  readonly rows: readonly GoodsRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Merges SKUs: asks which one stays, and shows what will happen first. */
export function MergeDialog({ rows, onDone, onClose }: MergeProps) {
  const { t, locale } = useTranslation();
  const [into, setInto] = useState(rows[0]?.variant_uuid ?? "");
  const wish = { from_uuids: rows.map(({ variant_uuid }) => variant_uuid).filter((uuid) => uuid !== into), into_uuid: into };
  const { data } = useCallQuery(previewMerge, wish, { staleTime: 0 });
  const { perform, isPending } = useCallMutation(mergeVariants);
  const merge = async () => {
    try {
      const { merged } = await perform(wish);
      useToasts.getState().show("good", t("goods.merge.done", { count: merged }));
      onClose();
    } catch (error) {
      // A toast has reported it; the figures are fetched again.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      onDone();
    }
  };
  const isBlocked = data === undefined || data.refusals.length > 0;
  return (
    <Dialog
      title={t("goods.merge.title")}
      closeText={t("ui.cancel")}
      onClose={onClose}
      actions={
        <Button tone="danger" isDisabled={isBlocked || isPending} onClick={() => void merge()}>
          {t("goods.merge.submit")}
        </Button>
      }
    >
      <div className="stack">
        <Select
          label={t("goods.merge.into")}
          value={into}
          options={rows.map(({ variant_uuid, sku }) => ({ value: variant_uuid, text: sku }))}
          onValue={setInto}
        />
        <p>{t("goods.merge.intro")}</p>
        {data !== undefined && data.refusals.length > 0 && (
          <Notice tone="warn" title={t("goods.merge.blocked")}>
            <ul className="stack-tight">
              {data.refusals.map(({ code, msg }) => (
                <li key={code}>{pickText(msg, locale)}</li>
              ))}
            </ul>
          </Notice>
        )}
        {data !== undefined && data.refusals.length === 0 && (
          <Notice tone="normal" title={t("goods.merge.what")}>
            <Figures of={data} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
