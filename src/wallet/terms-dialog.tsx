import { useMemo } from "react";
import { z } from "zod";
import { mayCall, useAnswer, useCaller } from "#src/api/caller.tsx";
import type { OutputOf } from "#src/api/define-call.ts";
import { isRefusedList } from "#src/api/problem.rules.ts";
import { listPriceTiers } from "#src/catalogue/catalogue.contract.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import type { getTerms } from "#src/rate-cards/rate-cards.contract.ts";
import { listRateCards, setTerms } from "#src/rate-cards/rate-cards.contract.ts";
import { FormDialog } from "#src/ui/form-dialog.tsx";
import type { Field, Values } from "#src/ui/form/form-definition.ts";
import { defineForm } from "#src/ui/form/form-definition.ts";
import { Form } from "#src/ui/form/lazy-form.tsx";
import { Select } from "#src/ui/select.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { FailedNotice } from "#src/ui/failed-notice.tsx";
import { amountField, amountSchema } from "./amount-field.tsx";
import { amountInField } from "./money.rules.ts";
import { useReloadMoney } from "./use-money-place.ts";

type Terms = OutputOf<typeof getTerms>;
type Options = readonly { readonly value: string; readonly text: string }[];

/** A menu of what the provider has named itself; nothing chosen is a choice too. */
function menuField(texts: { label: TextKey; hint: TextKey }, options: Options, nothing: string): Field<Values> {
  return {
    ...texts,
    kind: "custom",
    render: ({ value, onChange, ...field }) => (
      <Select {...field} value={typeof value === "string" ? value : ""} options={options} nothing={nothing} onValue={onChange} />
    ),
  };
}

interface Choices {
  readonly cards: Options;
  readonly tiers: Options;
}

function termsForm(of: Terms, { cards, tiers }: Choices, { t, locale }: ReturnType<typeof useTranslation>) {
  const { retailer_uuid, version, currency } = of;
  return defineForm({
    name: "wallet.terms",
    keepsDraft: false,
    schema: z.object({
      rate_card: z.string(),
      price_tier: z.string(),
      credit: amountSchema({ locale, currency, mayBeZero: true }),
    }),
    submit: "wallet.terms.submit",
    refusalsAt: { "rateCards.otherCurrency": "rate_card" },
    fields: {
      rate_card: menuField({ label: "wallet.terms.card", hint: "wallet.terms.cardHint" }, cards, t("wallet.terms.cardDefault")),
      price_tier: menuField({ label: "wallet.terms.tier", hint: "wallet.terms.tierHint" }, tiers, t("wallet.terms.listPrices")),
      credit: amountField("wallet.terms.credit", currency, "wallet.terms.creditHint"),
    },
    send: ({ rate_card, price_tier, credit }, { client }) =>
      client.call(setTerms, {
        retailer_uuid,
        rate_card_uuid: rate_card === "" ? null : rate_card,
        price_tier_uuid: price_tier === "" ? null : price_tier,
        credit_limit_cents: credit,
        version,
      }),
  });
}

/** The cards and tiers that can be agreed on. Where a list is refused, what is agreed already can be left as it is (specification, section 8). */
function useChoices(of: Terms) {
  const { t } = useTranslation();
  const caller = useCaller();
  const cards = useAnswer(listRateCards, {});
  const tiers = useAnswer(listPriceTiers, {}, { enabled: mayCall(caller, listPriceTiers) });
  const { price_tier_uuid, price_tier_name, rate_card_uuid, rate_card_name, currency: agreedCurrency } = of;
  const agreed = price_tier_uuid === null ? [] : [{ price_tier_uuid, name: price_tier_name }];
  const agreedCard = rate_card_uuid === null ? [] : [{ rate_card_uuid, name: rate_card_name, currency: agreedCurrency }];
  const isReady =
    (cards.data !== undefined || isRefusedList(cards.error)) &&
    (tiers.data !== undefined || isRefusedList(tiers.error) || !mayCall(caller, listPriceTiers));
  const choices = {
    cards: (cards.data?.result ?? agreedCard).map(({ rate_card_uuid: value, name, currency }) => ({
      value,
      text: t("wallet.terms.cardOption", { name, currency }),
    })),
    tiers: (tiers.data?.result ?? agreed).map(({ price_tier_uuid: value, name }) => ({ value, text: name })),
  };
  const retry = () => void Promise.all([cards.refetch(), tiers.refetch()]);
  return { choices: isReady ? choices : null, error: isReady ? null : (cards.error ?? tiers.error), retry };
}

function TermsForm({ of, name, choices, onClose }: { of: Terms; name: string; choices: Choices; onClose: () => void }) {
  const words = useTranslation();
  const reload = useReloadMoney();
  // As it was when the dialog was opened: what others change meanwhile, the version tells.
  const form = useMemo(() => termsForm(of, choices, words), [of, choices, words]);
  return (
    <Form
      of={form}
      initial={{
        rate_card: of.rate_card_uuid ?? "",
        price_tier: of.price_tier_uuid ?? "",
        credit: amountInField(of.credit_limit_cents, words.locale),
      }}
      subject={of.retailer_uuid}
      onDone={() => {
        useToasts.getState().show("good", words.t("wallet.terms.done", { name }));
        reload();
        onClose();
      }}
    />
  );
}

/** Agrees on a rate card, a price tier of the catalogue, and a credit with a retailer. */
export function TermsDialog({ of, name, onClose }: { of: Terms; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { choices, error, retry } = useChoices(of);
  return (
    <FormDialog title={t("wallet.terms.dialogTitle", { name })} onClose={onClose}>
      {choices === null ? (
        <FailedNotice error={error} onRetry={retry} />
      ) : (
        <TermsForm of={of} name={name} choices={choices} onClose={onClose} />
      )}
    </FormDialog>
  );
}
