import { useMemo } from "react";
import { z } from "zod";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { isRefusedList } from "#src/kit/api/problem.rules.ts";
import { listPriceTiers } from "#src/billing/catalogue/catalogue.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { getTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { listRateCards, setTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { Field, Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { amountField, createAmountSchema } from "./amount-field.tsx";
import { formatAmountForField } from "#src/kit/lib/money.ts";
import { useReloadMoney } from "./use-money-params.ts";

type Terms = OutputOf<typeof getTerms>;
type Options = readonly { readonly value: string; readonly text: string }[];

/** A menu of the provider's own entries, with an option for none. */
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
      credit: createAmountSchema({ locale, currency, mayBeZero: true }),
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

/** The cards and tiers to choose from. If a list is refused, the current terms can be kept (specification, section 8). */
function useChoices(of: Terms) {
  const { t } = useTranslation();
  const caller = useCaller();
  const cards = useCallQuery(listRateCards, {});
  const tiers = useCallQuery(listPriceTiers, {}, { enabled: mayCall(caller, listPriceTiers) });
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
  // As of the opening of the dialog; the version detects others' changes.
  const form = useMemo(() => termsForm(of, choices, words), [of, choices, words]);
  return (
    <Form
      of={form}
      initial={{
        rate_card: of.rate_card_uuid ?? "",
        price_tier: of.price_tier_uuid ?? "",
        credit: formatAmountForField(of.credit_limit_cents, words.locale),
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

/** Sets a retailer's rate card, price tier and credit. */
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
