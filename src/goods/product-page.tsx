import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useAnswer, useCaller } from "#src/api/caller.tsx";
import { StoredImage } from "#src/files/stored-image.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { UnsavedArea } from "#src/ui/leave-unsaved.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Select } from "#src/ui/select.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { Figures } from "./figures.tsx";
import { getProduct } from "./goods.contract.ts";
import type { ProductDetail, VariantDetail } from "./shown.contract.ts";
import { LabelsDialog } from "./labels-dialog.tsx";
import { imagesForm, productForm } from "./product-forms.tsx";
import { SavedForm } from "./saved-form.tsx";
import { panelOf, VariantPanels } from "./variant-panels.tsx";
import { VariantsTable } from "./variants-table.tsx";
import { isPermitted } from "#src/ui/action/action.ts";
import { goodsActions } from "./goods.actions.ts";

const tabNames = ["data", "variants", "customs", "dimensions", "bundle", "images", "stock"] as const;
type TabName = (typeof tabNames)[number];

interface PageProps {
  readonly uuid: string;
  /** what is said of goods is asked for again */
  readonly onChanged: () => void;
  readonly onBack: () => void;
  readonly go: (part: Record<string, string | undefined>) => void;
}

/** One product: all that is known of it and of its variants, part by part. */
export function ProductPage({ uuid, ...rest }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useAnswer(getProduct, { product_uuid: uuid });
  if (data !== undefined) return <Shown product={data} {...rest} />;
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  const isGone = error.codeName === "notFound" || error.codeName === "parameterError";
  return (
    <div className="stack goods-page">
      <h1>{t("places.product")}</h1>
      <Notice tone="bad" title={t(isGone ? "goods.page.notFound" : "goods.page.failed")}>
        <Button onClick={rest.onBack}>{t("goods.page.back")}</Button>
      </Notice>
    </div>
  );
}

function DataTab({ product, mayEdit, onChanged }: { product: ProductDetail; mayEdit: boolean; onChanged: () => void }) {
  const { t } = useTranslation();
  const form = useMemo(() => productForm(product, onChanged), [product, onChanged]);
  if (mayEdit) return <SavedForm of={form} initial={product} onSaved={onChanged} />;
  return (
    <Figures
      of={[
        [t("goods.field.brand"), product.brand],
        [t("goods.field.category"), product.category],
        [t("goods.field.description"), product.description],
      ]}
    />
  );
}

function ImagesTab({ product, onChanged }: { product: ProductDetail; onChanged: () => void }) {
  const mayEdit = isPermitted(goodsActions.images, useCaller());
  const { t } = useTranslation();
  const form = useMemo(() => imagesForm(product, onChanged), [product, onChanged]);
  const { images, main_image_url } = product;
  return (
    <div className="stack">
      {images.length === 0 && main_image_url !== "" && (
        <p className="goods-lines">
          <span className="quiet">{t("goods.page.importedImage")}</span> <span>{main_image_url}</span>
        </p>
      )}
      {mayEdit ? (
        <SavedForm of={form} initial={{ images }} onSaved={onChanged} />
      ) : (
        images.map((filename) => <StoredImage key={filename} filename={filename} alt={product.title} />)
      )}
    </div>
  );
}

function VariantChoice({ of, value, onValue }: { of: readonly VariantDetail[]; value: string; onValue: (uuid: string) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("goods.page.variant")}
      className="goods-owner"
      value={value}
      options={of.map(({ variant_uuid, sku }) => ({ value: variant_uuid, text: sku }))}
      onValue={onValue}
    />
  );
}

function Heading({ product, onBack }: { product: ProductDetail; onBack: () => void }) {
  const { t } = useTranslation();
  const { role } = useCaller();
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <div className="row row-apart">
        <div className="row">
          <h1>{product.title}</h1>
          {product.is_archived && <StatusTag tone="quiet" text={t("goods.state.archived")} />}
          {role !== "dropShipper" && <span className="quiet">{product.owner_name}</span>}
        </div>
        <div className="row">
          {product.variants.length > 0 && <Button onClick={() => setPrinting(true)}>{t("goods.action.labels")}</Button>}
          <Button onClick={onBack}>{t("goods.page.back")}</Button>
        </div>
      </div>
      {isPrinting && <LabelsDialog productUuids={[product.product_uuid]} onClose={() => setPrinting(false)} />}
    </>
  );
}

/** The panels that were in sight once: they stay mounted, so that a look at another loses nothing that was typed. */
function useVisited(panel: string): readonly string[] {
  const [visited, setVisited] = useState<readonly string[]>([panel]);
  if (visited.includes(panel)) return visited;
  const now = [...visited, panel];
  setVisited(now);
  return now;
}

function Shown({ product, onChanged, onBack, go }: Omit<PageProps, "uuid"> & { product: ProductDetail }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const search = useSearch({ strict: false }) as { tab?: unknown; variant?: unknown };
  const tab = tabNames.find((name) => name === search.tab) ?? "data";
  const variant = product.variants.find(({ variant_uuid }) => variant_uuid === search.variant) ?? product.variants[0];
  const mayEdit = isPermitted(goodsActions.edit, caller);
  const variantTab = tab === "data" || tab === "images" ? null : tab;
  const visited = useVisited(variantTab === null || variant === undefined ? tab : panelOf(variantTab, variant));
  return (
    <UnsavedArea parameter="product">
      <div className="stack goods-page">
        <Heading product={product} onBack={onBack} />
        <Tabs<TabName>
          label={t("goods.page.tabs")}
          tabs={tabNames.map((value) => ({ value, text: t(`goods.tab.${value}`) }))}
          value={tab}
          onValue={(value) => go({ tab: value })}
        >
          <div className="stack">
            {variantTab === "variants" && (
              <VariantsTable
                product={product}
                chosen={variant?.variant_uuid ?? ""}
                onChanged={onChanged}
                onChoose={(uuid) => go({ variant: uuid })}
              />
            )}
            {variantTab !== null && variantTab !== "variants" && product.variants.length > 1 && (
              <VariantChoice of={product.variants} value={variant?.variant_uuid ?? ""} onValue={(uuid) => go({ variant: uuid })} />
            )}
            {visited.includes("data") && (
              <div hidden={tab !== "data"}>
                <DataTab product={product} mayEdit={mayEdit} onChanged={onChanged} />
              </div>
            )}
            {visited.includes("images") && (
              <div hidden={tab !== "images"}>
                <ImagesTab product={product} onChanged={onChanged} />
              </div>
            )}
            {product.variants.map((one) => (
              <VariantPanels
                key={one.variant_uuid}
                variant={one}
                tab={one === variant ? variantTab : null}
                visited={visited}
                onChanged={onChanged}
              />
            ))}
          </div>
        </Tabs>
      </div>
    </UnsavedArea>
  );
}
