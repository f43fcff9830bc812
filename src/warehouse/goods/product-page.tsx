import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { StoredImage } from "#src/kit/files/stored-image.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { UnsavedArea } from "#src/kit/ui/unsaved-area.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { Figures } from "./figures.tsx";
import { getProduct } from "./goods.contract.ts";
import type { ProductDetail, VariantDetail } from "./goods-rows.contract.ts";
import { LabelsDialog } from "./labels-dialog.tsx";
import { imagesForm, productForm } from "./product-forms.tsx";
import { SavedForm } from "./saved-form.tsx";
import { getPanelKey, VariantPanels } from "./variant-panels.tsx";
import { VariantsTable } from "./variants-table.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import type { ProductTab } from "./goods-search.rules.ts";
import { productTabs } from "./goods-search.rules.ts";
import { goodsActions } from "./goods.actions.ts";

interface PageProps {
  readonly uuid: string;
  /** reloads the goods */
  readonly onChanged: () => void;
  readonly onBack: () => void;
  readonly go: (part: Record<string, string | undefined>) => void;
}

/** One product with all its details and variants. */
export function ProductPage({ uuid, ...rest }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getProduct, { product_uuid: uuid });
  if (data !== undefined) return <Shown product={data} {...rest} />;
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  const isGone = error.codeName === "notFound" || error.codeName === "parameterError";
  return (
    <div className="stack goods-page">
      <h1>{t("navigation.product")}</h1>
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

/** Lists the panels that have been opened: they stay mounted, so switching panels loses no input. */
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
  const search = useSearch({ strict: false });
  const tab = productTabs.find((name) => name === search.tab) ?? "data";
  const variant = product.variants.find(({ variant_uuid }) => variant_uuid === search.variant) ?? product.variants[0];
  const mayEdit = isPermitted(goodsActions.edit, caller);
  const variantTab = tab === "data" || tab === "images" ? null : tab;
  const visited = useVisited(variantTab === null || variant === undefined ? tab : getPanelKey(variantTab, variant));
  return (
    <UnsavedArea parameter="product">
      <div className="stack goods-page">
        <Heading product={product} onBack={onBack} />
        <Tabs<ProductTab>
          label={t("goods.page.tabs")}
          tabs={productTabs.map((value) => ({ value, text: t(`goods.tab.${value}`) }))}
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
