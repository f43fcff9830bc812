import { useState } from "react";
import { useAnswer, useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Select } from "#src/ui/select.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import type { VariantRowShown } from "./shown.contract.ts";
import type { MergePreview } from "./merge.contract.ts";
import { mergeVariants, previewMerge } from "./merge.contract.ts";

/** What a merge will do, in figures, and what the remaining SKU takes over that it has none of; what is nothing is left out. */
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
  readonly rows: readonly VariantRowShown[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Merges SKUs: which one stays is asked, and what will happen is said before it does. */
export function MergeDialog({ rows, onDone, onClose }: MergeProps) {
  const { t, locale } = useTranslation();
  const [into, setInto] = useState(rows[0]?.variant_uuid ?? "");
  const wish = { from_uuids: rows.map(({ variant_uuid }) => variant_uuid).filter((uuid) => uuid !== into), into_uuid: into };
  const { data } = useAnswer(previewMerge, wish, { staleTime: 0 });
  const { perform, isPending } = useDeed(mergeVariants);
  const merge = async () => {
    try {
      const { merged } = await perform(wish);
      useToasts.getState().show("good", t("goods.merge.done", { count: merged }));
      onClose();
    } catch (error) {
      // It was said as a toast; the figures are asked for again.
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
                <li key={code}>{locale.startsWith("zh") ? msg.zh_cn : msg.en_us}</li>
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
