import { useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { getClaimState, claimTones } from "./catalogue-words.rules.ts";
import type { Claim } from "./claims.contract.ts";
import { claimItems, getClaim, withdrawClaims } from "./claims.contract.ts";
import { ClaimForm } from "./claim-form.tsx";
import type { CataloguePageProps } from "./missing-page.tsx";
import { MissingPage } from "./missing-page.tsx";
import { AgreeToPrices } from "./agree-to-prices.tsx";
import { Pictures } from "./pictures.tsx";
import { toSeenPrices } from "./seen-prices.rules.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { catalogueActions } from "./catalogue.actions.ts";

/** One item that a retailer sells: its own texts and prices, its costs, and the supplier's changes. */
export function ClaimPage({ uuid, ...rest }: CataloguePageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getClaim, { claim_uuid: uuid });
  if (data !== undefined) return <Shown of={data} {...rest} />;
  return <MissingPage error={error} notFound={t("catalogue.claim.notFound")} back={t("catalogue.claim.back")} onBack={rest.onBack} />;
}

function Shown({ of, onChanged, onBack }: Omit<CataloguePageProps, "uuid"> & { of: Claim }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const state = getClaimState(of);
  const mayEdit = isPermitted(catalogueActions.editClaim, caller);
  return (
    <div className="stack catalogue-page">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.title}</h1>
          <StatusTag tone={claimTones[state]} text={t(`catalogue.claim.state.${state}`)} />
        </div>
        <div className="row">
          <GiveUp of={of} onChanged={onChanged} />
          <TakeUp of={of} onChanged={onChanged} />
          <Button onClick={onBack}>{t("catalogue.claim.back")}</Button>
        </div>
      </div>
      {!of.is_listed && (
        <Notice tone="bad" title={t("catalogue.claim.goneTitle")}>
          <p>{t("catalogue.claim.goneText")}</p>
        </Notice>
      )}
      {of.is_listed && state === "givenUp" && (
        <Notice tone="normal" title={t("catalogue.claim.givenUpTitle")}>
          <p>{t("catalogue.claim.givenUpText")}</p>
        </Notice>
      )}
      {state === "newPrices" && <AgreeToPrices of={of} onChanged={onChanged} />}
      <Pictures title={of.title} images={of.images} />
      <ClaimForm of={of} mayEdit={mayEdit} onChanged={onChanged} />
    </div>
  );
}

interface DeedProps {
  readonly of: Claim;
  readonly onChanged: () => Promise<void>;
}

function GiveUp({ of, onChanged }: DeedProps) {
  const { t } = useTranslation();
  const { perform, isPending } = useCallMutation(withdrawClaims);
  const [isAsked, setAsked] = useState(false);
  const giveUp = async () => {
    setAsked(false);
    try {
      await perform({ claim_uuids: [of.claim_uuid] });
      useToasts.getState().show("good", t("catalogue.done.givenUp"));
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      void onChanged();
    }
  };
  return (
    <>
      <ActionButton of={catalogueActions.giveUp} subject={of} isDisabled={isPending} onClick={() => setAsked(true)}>
        {t("catalogue.action.giveUp")}
      </ActionButton>
      {isAsked && (
        <Dialog
          title={t("catalogue.claim.askTitle")}
          closeText={t("ui.cancel")}
          onClose={() => setAsked(false)}
          actions={
            <Button tone="danger" onClick={() => void giveUp()}>
              {t("catalogue.action.giveUp")}
            </Button>
          }
        >
          <p>{t("catalogue.claim.askText")}</p>
        </Dialog>
      )}
    </>
  );
}

function TakeUp({ of, onChanged }: DeedProps) {
  const { t } = useTranslation();
  const { perform, isPending } = useCallMutation(claimItems);
  const takeUp = async () => {
    try {
      await perform({ item_uuids: [of.item_uuid], seen: toSeenPrices([of]) });
      useToasts.getState().show("good", t("catalogue.done.claimed"));
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      void onChanged();
    }
  };
  return (
    <ActionButton of={catalogueActions.takeUp} subject={of} tone="primary" isDisabled={isPending} onClick={() => void takeUp()}>
      {t("catalogue.action.takeUp")}
    </ActionButton>
  );
}
