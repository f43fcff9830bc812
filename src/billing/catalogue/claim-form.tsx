import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { parseAmount } from "#src/kit/lib/money.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { LeaveGuard } from "#src/kit/ui/form/leave-guard.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { ClaimEdits } from "./claim-edits.rules.ts";
import { applyEdits, noEdits } from "./claim-edits.rules.ts";
import { ClaimVariants } from "./claim-variants.tsx";
import type { Claim } from "./claims.contract.ts";
import { updateClaim } from "./claims.contract.ts";

interface FormProps {
  readonly of: Claim;
  readonly mayEdit: boolean;
  readonly onChanged: () => Promise<void>;
}

/** The unsaved edits of a claim; untouched fields follow the saved claim. */
function useEdits(claim: Claim) {
  const { locale } = useTranslation();
  const [edits, setEdits] = useState<ClaimEdits>(noEdits);
  const parse = useCallback((text: string) => parseAmount(text, locale), [locale]);
  const edited = useMemo(() => applyEdits(claim, edits, parse), [claim, edits, parse]);
  const lossy = useRef(false);
  useEffect(() => {
    lossy.current = edited.isDirty;
  }, [edited.isDirty]);
  return {
    edits,
    edited,
    set: (part: Omit<ClaimEdits, "variants">) => setEdits((now) => ({ ...now, ...part })),
    setVariant: (uuid: string, part: { sku?: string; price?: string }) =>
      setEdits((now) => ({ ...now, variants: { ...now.variants, [uuid]: { ...now.variants[uuid], ...part } } })),
    /** edits made while saving are kept */
    saved: (sent: ClaimEdits) => setEdits((now) => (now === sent ? noEdits : now)),
    discard: () => setEdits(noEdits),
    mayBeLost: () => lossy.current,
  };
}

/** The retailer's own title, SKUs and sale prices of an item. */
export function ClaimForm({ of, mayEdit, onChanged }: FormProps) {
  const { t } = useTranslation();
  const id = useId();
  const { edits, edited, set, setVariant, saved, discard, mayBeLost } = useEdits(of);
  const { perform } = useCallMutation(updateClaim);
  const [isBusy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const isTitled = edited.title.trim() !== "";
  const isRight = isTitled && edited.currency !== null && edited.wrong.size === 0;
  const save = async () => {
    if (edited.currency === null) return;
    setBusy(true);
    try {
      const { title, description, currency, variants } = edited;
      await perform({
        claim_uuid: of.claim_uuid,
        title: title.trim(),
        description: description.trim(),
        sale_currency: currency,
        variants: [...variants],
        version: of.version,
      });
      setStale(false);
      useToasts.getState().show("good", t("catalogue.done.claim"));
      // Keeps the input on the screen until the saved values have been fetched.
      await onChanged();
      saved(edits);
    } catch (error) {
      // Already shown as a toast; the input is kept.
      if (!(error instanceof CallProblem)) throw error;
      setStale(error.codeName === "changedMeanwhile");
      await onChanged();
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel stack" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{t("catalogue.claim.heading")}</h2>
      <p className="quiet">{t("catalogue.claim.intro")}</p>
      {mayEdit && (
        <>
          <TextField
            label={t("catalogue.claim.ownTitle")}
            value={edited.title}
            maxLength={300}
            onText={(title) => set({ title })}
            {...(isTitled ? {} : { error: t("catalogue.claim.titleRequired") })}
          />
          <TextField
            label={t("catalogue.claim.ownDescription")}
            rows={4}
            maxLength={5000}
            value={edited.description}
            onText={(description) => set({ description })}
          />
          <div className="catalogue-short">
            <TextField
              label={t("catalogue.claim.saleCurrency")}
              value={edited.saleCurrency}
              maxLength={3}
              autoComplete="off"
              onText={(saleCurrency) => set({ saleCurrency })}
              {...(edited.currency === null ? { error: t("catalogue.claim.currencyWrong") } : {})}
            />
          </div>
        </>
      )}
      {!mayEdit && of.description !== "" && <p className="catalogue-description">{of.description}</p>}
      <ClaimVariants of={of} edits={edits} edited={edited} mayEdit={mayEdit} onVariant={setVariant} />
      {isStale && edited.isDirty && (
        <Notice tone="warn" title={t("catalogue.claim.stale")}>
          <p>{t("catalogue.claim.staleText")}</p>
        </Notice>
      )}
      {mayEdit && edited.isDirty && (
        <div className="row">
          <Button tone="primary" isDisabled={isBusy || !isRight} onClick={() => void save()}>
            {t("catalogue.claim.save")}
          </Button>
          <Button isDisabled={isBusy} onClick={discard}>
            {t("catalogue.prices.discard")}
          </Button>
          <span className="quiet" role="status">
            {t("catalogue.claim.unsaved")}
          </span>
        </div>
      )}
      {mayEdit && <LeaveGuard searchKey="claim" mayBeLost={mayBeLost} />}
    </section>
  );
}
