import "./goods.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, use, useCallback, useMemo, useState } from "react";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ImportDialog } from "#src/warehouse/imports/import-dialog.screen.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { listOwners } from "./goods.contract.ts";
import type { GoodsDialog } from "./goods.list.tsx";
import { GoodsActions } from "./added-actions.ts";
import { goodsReads } from "./goods-reads.contract.ts";
import { goodsList } from "./goods.list.tsx";
import { mostMerged } from "./goods.rules.ts";
import { LabelsDialog } from "./labels-dialog.tsx";
import { mostPrinted } from "./labels.contract.ts";
import { OwnerChoice } from "./owner-choice.screen.tsx";

const CreateDialog = lazyPart(async () => (await import("./create-dialog.tsx")).CreateDialog);
const MergeDialog = lazyPart(async () => (await import("./merge-dialog.tsx")).MergeDialog);
const ProductPage = lazyPart(async () => (await import("./product-page.tsx")).ProductPage);

/** Lets staff choose whose goods are listed. */
function OwnerFilter({ value, onValue }: { value: string; onValue: (owner: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="goods-owner">
      <OwnerChoice label={t("goods.owner")} isLabelHidden value={value} nothing={t("goods.allOwners")} onValue={onValue} />
    </div>
  );
}

interface ListProps {
  readonly owner: string;
  readonly onOwner: (owner: string) => void;
  readonly show: (productUuid: string) => void;
}

function GoodsList({ owner, onOwner, show }: ListProps) {
  const { t } = useTranslation();
  const caller = useCaller();
  const reload = useCallReload(goodsReads);
  const added = use(GoodsActions);
  const [dialog, setDialog] = useState<GoodsDialog | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const open = useCallback(
    (wanted: GoodsDialog) => {
      const rows = wanted.kind === "merge" ? wanted.rows.length : 2;
      if (rows < 2) useToasts.getState().show("bad", t("goods.merge.atLeastTwo"));
      else if (rows > mostMerged + 1) useToasts.getState().show("bad", t("goods.merge.tooMany"));
      else if (wanted.kind === "labels" && wanted.rows.length > mostPrinted) useToasts.getState().show("bad", t("goods.labels.tooMany"));
      else setDialog(wanted);
    },
    [t],
  );
  const list = useMemo(() => goodsList(caller, owner, { open, show, added }), [caller, owner, open, show, added]);
  return (
    <div className="stack">
      <h1>{t("navigation.product")}</h1>
      <p className="quiet">{t("goods.intro")}</p>
      <List key={owner} of={list} scope={mayCall(caller, listOwners) ? <OwnerFilter value={owner} onValue={onOwner} /> : null} />
      {dialog?.kind === "create" && (
        <Suspense fallback={null}>
          <CreateDialog
            onClose={close}
            onDone={(productUuid) => {
              reload();
              show(productUuid);
            }}
          />
        </Suspense>
      )}
      {dialog?.kind === "labels" && <LabelsDialog variantUuids={dialog.rows.map(({ variant_uuid }) => variant_uuid)} onClose={close} />}
      {dialog?.kind === "merge" && (
        <Suspense fallback={null}>
          <MergeDialog rows={dialog.rows} onDone={reload} onClose={close} />
        </Suspense>
      )}
      <ImportDialog kind="products" open={dialog?.kind === "import"} onClose={close} onPosted={reload} />
    </div>
  );
}

const toText = (value: unknown) => (typeof value === "string" ? value : "");

/** Shows the list of all SKUs, or the product in the address (`?product=`). */
export function GoodsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { product, owner } = useSearch({ strict: false });
  const reload = useCallReload(goodsReads);
  const go = useCallback(
    (part: Record<string, string | undefined>) =>
      void navigate({
        to: ".",
        search: (old) => Object.fromEntries(Object.entries({ ...old, ...part }).filter(([, value]) => value !== undefined && value !== "")),
      }),
    [navigate],
  );
  const show = useCallback((productUuid: string) => go({ product: productUuid }), [go]);
  const shown = toText(product);
  if (shown === "") return <GoodsList owner={toText(owner)} onOwner={(uuid) => go({ owner: uuid, page: undefined })} show={show} />;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      <ProductPage
        key={shown}
        uuid={shown}
        onChanged={reload}
        onBack={() => go({ product: undefined, tab: undefined, variant: undefined })}
        go={go}
      />
    </Suspense>
  );
}
