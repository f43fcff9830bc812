import type { SyntheticEvent } from "react";
import { useState } from "react";
import { useCallQuery, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { catalogueActions } from "./catalogue.actions.ts";
import type { PriceTier } from "./catalogue.contract.ts";
import { mostPriceTiers } from "./catalogue.rules.ts";
import { listPriceTiers, removePriceTier, savePriceTier } from "./catalogue.contract.ts";

const longestName = 80;

interface TierProps {
  readonly of: PriceTier;
  readonly onChanged: () => Promise<void>;
}

/** One tier: renamed in place, and removed if unused. */
function Tier({ of, onChanged }: TierProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const save = useCallMutation(savePriceTier);
  const remove = useCallMutation(removePriceTier);
  const { price_tier_uuid, version, name, retailer_count: retailers } = of;
  const rename = async (event: SyntheticEvent) => {
    event.preventDefault();
    try {
      await save.perform({ price_tier_uuid, version, name: typed ?? name });
      setTyped(null);
      useToasts.getState().show("good", t("catalogue.tiers.renamed"));
    } catch (error) {
      // Already shown as a toast; the input is kept.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      void onChanged();
    }
  };
  const removeIt = async () => {
    try {
      const { removed_prices: count } = await remove.perform({ price_tier_uuid, version });
      useToasts.getState().show("good", t("catalogue.tiers.removed", { count }));
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      setAsked(false);
      void onChanged();
    }
  };
  const isRenamed = typed !== null && typed.trim() !== "" && typed.trim() !== name;
  return (
    <li className="catalogue-tier">
      <form className="catalogue-add" onSubmit={(event) => void rename(event)}>
        <TextField
          label={t("catalogue.tiers.name")}
          hint={t("catalogue.tiers.retailers", { count: retailers })}
          value={typed ?? name}
          maxLength={longestName}
          autoComplete="off"
          onText={setTyped}
        />
        {isRenamed && (
          <Button type="submit" isDisabled={save.isPending}>
            {t("catalogue.tiers.rename")}
          </Button>
        )}
        {!isRenamed && retailers === 0 && !isAsked && (
          <Button aria-label={t("catalogue.tiers.removeName", { name })} onClick={() => setAsked(true)}>
            {t("catalogue.tiers.remove")}
          </Button>
        )}
      </form>
      {isAsked && (
        <div className="row">
          <p>{t("catalogue.tiers.ask", { name })}</p>
          <Button tone="danger" isDisabled={remove.isPending} onClick={() => void removeIt()}>
            {t("catalogue.tiers.remove")}
          </Button>
          <Button onClick={() => setAsked(false)}>{t("ui.cancel")}</Button>
        </div>
      )}
    </li>
  );
}

function NewTier({ tiers, onChanged }: { tiers: readonly PriceTier[]; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const { perform, isPending } = useCallMutation(savePriceTier);
  const add = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === "" || tiers.length >= mostPriceTiers) return;
    try {
      await perform({ name: name.trim() });
      setName("");
      useToasts.getState().show("good", t("catalogue.tiers.made"));
    } catch (error) {
      // Already shown as a toast; the input is kept.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      void onChanged();
    }
  };
  return (
    <form className="catalogue-add" onSubmit={(event) => void add(event)}>
      <TextField label={t("catalogue.tiers.new")} value={name} maxLength={longestName} autoComplete="off" onText={setName} />
      <ActionButton of={catalogueActions.addTier} subject={tiers} type="submit" tone="primary" isDisabled={isPending || name.trim() === ""}>
        {t("catalogue.tiers.make")}
      </ActionButton>
    </form>
  );
}

/** Creates, renames and removes price tiers. Each change is saved at once. */
export function TiersDialog({ onChanged, onClose }: { onChanged: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, isLoading } = useCallQuery(listPriceTiers, {});
  return (
    <Dialog title={t("catalogue.tiers.title")} closeText={t("ui.close")} onClose={onClose} actions={null}>
      <div className="stack">
        <p className="quiet">{t("catalogue.tiers.intro")}</p>
        {data?.result.length === 0 && <p>{t("catalogue.tiers.none")}</p>}
        {isLoading ? (
          <div className="catalogue-tier-place" aria-busy="true" />
        ) : (
          <ul className="catalogue-tiers">
            {(data?.result ?? []).map((tier) => (
              <Tier key={tier.price_tier_uuid} of={tier} onChanged={onChanged} />
            ))}
          </ul>
        )}
        <NewTier tiers={data?.result ?? []} onChanged={onChanged} />
      </div>
    </Dialog>
  );
}
