import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { BundleTab } from "./bundle-tab.tsx";
import { DimensionsTab } from "./dimensions-tab.tsx";
import type { VariantDetail } from "./goods-rows.contract.ts";
import { CustomsTab, StockTab, VariantsTab } from "./variant-tabs.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { goodsActions } from "./goods.actions.ts";

const variantTabs = ["variants", "customs", "dimensions", "bundle", "stock"] as const;
type VariantTab = (typeof variantTabs)[number];

/** Builds a key for a tab of one variant. */
export function getPanelKey(tab: VariantTab, { variant_uuid }: Pick<VariantDetail, "variant_uuid">): string {
  return `${tab} ${variant_uuid}`;
}

interface PanelsProps {
  readonly variant: VariantDetail;
  /** the visible tab; null if another variant or another part of the product is shown */
  readonly tab: VariantTab | null;
  /** keys (`getPanelKey`) of the panels that have been opened */
  readonly visited: readonly string[];
  readonly onChanged: () => void;
}

function Panel({ of, variant, onChanged }: Omit<PanelsProps, "tab" | "visited"> & { of: VariantTab }) {
  const caller = useCaller();
  const given = { variant, mayEdit: isPermitted(goodsActions.editVariant, caller), onChanged };
  switch (of) {
    case "variants":
      return <VariantsTab {...given} />;
    case "customs":
      return <CustomsTab {...given} />;
    case "dimensions":
      return <DimensionsTab {...given} mayMeasure={isPermitted(goodsActions.measure, caller)} />;
    case "bundle":
      return <BundleTab variant={variant} onChanged={onChanged} />;
    case "stock":
      return <StockTab variant={variant} />;
  }
}

/** The panels of one variant. Visited panels stay mounted but hidden, with their input; stock has no input and is unmounted. */
export function VariantPanels({ tab, visited, ...rest }: PanelsProps) {
  const { t } = useTranslation();
  const here = variantTabs.filter((one) => one === tab || (one !== "stock" && visited.includes(getPanelKey(one, rest.variant))));
  if (here.length === 0) return null;
  return (
    <div hidden={tab === null}>
      <section className="stack">
        <h2>{t("goods.variants.title", { sku: rest.variant.sku })}</h2>
        {here.map((one) => (
          <div key={one} hidden={one !== tab}>
            <Panel of={one} {...rest} />
          </div>
        ))}
      </section>
    </div>
  );
}
