import { useState } from "react";
import type { SyntheticEvent } from "react";
import { getProviderInput, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { goodsActions } from "./goods.actions.ts";
import { listVariants, setBundle } from "./goods.contract.ts";
import { withPart } from "./goods.rules.ts";
import type { Part } from "./goods.rules.ts";
import type { VariantDetail } from "./goods-rows.contract.ts";

interface BundleProps {
  readonly variant: VariantDetail;
  readonly onChanged: () => void;
}

function AddPart({ variant, onAdd }: { variant: VariantDetail; onAdd: (part: Part) => Promise<boolean> }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const [code, setCode] = useState("");
  const [quantity, setQuantity] = useState<number | null>(1);
  const [problem, setProblem] = useState<"unknown" | "several" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const count = quantity ?? 0;
  const isCount = count >= 1 && count <= 10_000;
  const isPart = variant.components.some(({ sku }) => sku.toLowerCase() === code.trim().toLowerCase());
  const find = async () => {
    const { result } = await caller.client.call(listVariants, {
      ...getProviderInput(caller),
      code: code.trim(),
      owner_uuid: variant.owner_uuid,
      page_size: 2,
    });
    const [found, ...others] = result;
    if (found === undefined || others.length > 0) return setProblem(found === undefined ? "unknown" : "several");
    if (await onAdd({ variant_uuid: found.variant_uuid, quantity: count })) setCode("");
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.trim() === "" || !isCount) return;
    setBusy(true);
    setProblem(null);
    try {
      await find();
    } catch (error) {
      // A toast has reported it.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="goods-add" onSubmit={(event) => void send(event)}>
      <TextField
        label={t("goods.bundle.code")}
        value={code}
        onText={setCode}
        autoComplete="off"
        {...(isPart ? { hint: t("goods.bundle.isPart") } : {})}
        {...(problem === null ? {} : { error: t(`goods.bundle.${problem}`) })}
      />
      <NumberField
        label={t("goods.bundle.quantity")}
        value={quantity}
        onNumber={setQuantity}
        {...(isCount ? {} : { error: t("ui.notWhole") })}
      />
      <ActionButton of={goodsActions.bundle} subject={variant} type="submit" isDisabled={isBusy || code.trim() === ""}>
        {t("goods.bundle.add")}
      </ActionButton>
    </form>
  );
}

/** Edits the parts of a bundle and lists the bundles that contain the SKU. Each change is saved at once. */
export function BundleTab({ variant, onChanged }: BundleProps) {
  const { t } = useTranslation();
  const mayEdit = isPermitted(goodsActions.bundle, useCaller());
  const { perform, isPending } = useCallMutation(setBundle);
  const { variant_uuid, version, components, part_of } = variant;
  const save = async (parts: readonly Part[]): Promise<boolean> => {
    try {
      await perform({
        variant_uuid,
        version,
        components: parts.map((part) => ({ variant_uuid: part.variant_uuid, quantity: part.quantity })),
      });
      return true;
    } catch (error) {
      // A toast has reported it.
      if (!(error instanceof CallProblem)) throw error;
      return false;
    } finally {
      onChanged();
    }
  };
  return (
    <div className="stack">
      <p className="quiet">{t(components.length === 0 ? "goods.bundle.none" : "goods.bundle.intro")}</p>
      <ul className="goods-lines">
        {components.map(({ sku, title, quantity, ...part }) => (
          <li key={part.variant_uuid}>
            <span className="number">{t("goods.bundle.times", { quantity, sku })}</span>
            <span className="quiet">{title}</span>
            {mayEdit && (
              <Button
                isDisabled={isPending}
                onClick={() => void save(components.filter((other) => other.variant_uuid !== part.variant_uuid))}
              >
                {t("goods.bundle.remove", { sku })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && <AddPart variant={variant} onAdd={(part) => save(withPart(components, part))} />}
      {part_of.length > 0 && (
        <>
          <h3>{t("goods.bundle.partOf")}</h3>
          <ul className="goods-lines">
            {part_of.map(({ sku, title, ...bundle }) => (
              <li key={bundle.variant_uuid}>
                <span>{sku}</span>
                <span className="quiet">{title}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
