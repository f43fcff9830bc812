import { useCaller } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { BundleTab } from "./bundle-tab.tsx";
import { DimensionsTab } from "./dimensions-tab.tsx";
import type { VariantDetail } from "./shown.contract.ts";
import { CustomsTab, StockTab, VariantsTab } from "./variant-tabs.tsx";
import { isPermitted } from "#src/ui/action/action.ts";
import { goodsActions } from "./goods.actions.ts";

const variantTabs = ["variants", "customs", "dimensions", "bundle", "stock"] as const;
type VariantTab = (typeof variantTabs)[number];

/** A tab of one variant, as one text. */
export function panelOf(tab: VariantTab, { variant_uuid }: Pick<VariantDetail, "variant_uuid">): string {
  return `${tab} ${variant_uuid}`;
}

interface PanelsProps {
  readonly variant: VariantDetail;
  /** the one in sight; null while another variant or another part of the product is */
  readonly tab: VariantTab | null;
  /** the panels that were in sight once, as `panelOf` has them */
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

/** The parts of a product that are of one variant: those visited stay, out of sight, with what was typed. Stock has nothing to type in, and goes. */
export function VariantPanels({ tab, visited, ...rest }: PanelsProps) {
  const { t } = useTranslation();
  const here = variantTabs.filter((one) => one === tab || (one !== "stock" && visited.includes(panelOf(one, rest.variant))));
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
