import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { getItem, setItemStatus } from "./catalogue.contract.ts";
import { itemTones } from "./catalogue-words.rules.ts";
import type { ItemDetail } from "./catalogue.contract.ts";
import { ItemTexts } from "./item-texts.tsx";
import type { CataloguePageProps } from "./missing-page.tsx";
import { MissingPage } from "./missing-page.tsx";
import { filterUnpriced } from "./price-grid.rules.ts";
import { PricesPanel } from "./prices-panel.tsx";
import { SoldBy } from "./sold-by.tsx";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { catalogueActions } from "./catalogue.actions.ts";

/** One item of the catalogue: its texts, prices, visibility, and the retailers that sell it. */
export function ItemPage({ uuid, ...rest }: CataloguePageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getItem, { item_uuid: uuid });
  if (data !== undefined) return <Shown of={data} {...rest} />;
  return <MissingPage error={error} notFound={t("catalogue.page.notFound")} back={t("catalogue.page.back")} onBack={rest.onBack} />;
}

function Shown({ of, onChanged, onBack }: Omit<CataloguePageProps, "uuid"> & { of: ItemDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayEdit = isPermitted(catalogueActions.edit, useCaller());
  const toProduct = () => void navigate({ to: "/p/product", search: { product: of.product_uuid } });
  return (
    <div className="stack catalogue-page">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.title}</h1>
          <StatusTag tone={itemTones[of.status]} text={t(`catalogue.status.${of.status}`)} />
        </div>
        <div className="row">
          <StatusButton of={of} onChanged={onChanged} />
          <Button onClick={toProduct}>{t("catalogue.page.product")}</Button>
          <Button onClick={onBack}>{t("catalogue.page.back")}</Button>
        </div>
      </div>
      <Reasons of={of} />
      <ItemTexts of={of} mayEdit={mayEdit} onChanged={onChanged} />
      <PricesPanel of={of} onChanged={onChanged} />
      <SoldBy of={of} />
    </div>
  );
}

/** Why an item cannot be listed, or that retailers do not see it, and what to do. */
function Reasons({ of: { status, variants, prices } }: { of: ItemDetail }) {
  const { t, locale } = useTranslation();
  const missing = filterUnpriced(variants, prices);
  if (variants.length === 0) return <Notice tone="warn" title={t("catalogue.page.noVariant")} />;
  if (status === "listed") return null;
  if (missing.length === 0) return <Notice tone="normal" title={t(`catalogue.page.unseen.${status}`)} />;
  const skus = listText(
    missing.map(({ sku }) => sku),
    locale,
  );
  return (
    <Notice tone="warn" title={t("catalogue.page.noPrice", { count: missing.length })}>
      <p className="catalogue-skus">{skus}</p>
    </Notice>
  );
}

/** Lists or withdraws an item. */
function StatusButton({ of, onChanged }: { of: ItemDetail; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const { perform, isPending } = useCallMutation(setItemStatus);
  const [isAsked, setAsked] = useState(false);
  const isListed = of.status === "listed";
  const set = async (status: "listed" | "withdrawn") => {
    setAsked(false);
    try {
      await perform({ item_uuids: [of.item_uuid], status });
      useToasts.getState().show("good", t(`catalogue.done.${status}`));
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      void onChanged();
    }
  };
  if (isListed)
    return (
      <>
        <ActionButton of={catalogueActions.withdraw} subject={of} isDisabled={isPending} onClick={() => setAsked(true)}>
          {t("catalogue.action.withdraw")}
        </ActionButton>
        {isAsked && (
          <Dialog
            title={t("catalogue.withdraw.title")}
            closeText={t("ui.cancel")}
            onClose={() => setAsked(false)}
            actions={
              <Button tone="danger" onClick={() => void set("withdrawn")}>
                {t("catalogue.action.withdraw")}
              </Button>
            }
          >
            <p>{t("catalogue.withdraw.text", { count: of.claim_count })}</p>
          </Dialog>
        )}
      </>
    );
  return (
    <ActionButton of={catalogueActions.list} subject={of} tone="primary" isDisabled={isPending} onClick={() => void set("listed")}>
      {t("catalogue.action.list")}
    </ActionButton>
  );
}
