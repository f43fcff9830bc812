import { useMemo } from "react";
import { z } from "zod";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { Field } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { SearchableSelect } from "#src/kit/ui/searchable-select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { RateCard } from "./rate-cards.contract.ts";
import { createRateCard, updateRateCard } from "./rate-cards.contract.ts";
import { useReload } from "./use-rate-cards.ts";

const nameField = {
  kind: "text",
  label: "rateCards.dialog.name",
  isRequired: true,
  maxLength: 80,
  autoComplete: "off",
} as const satisfies Field<object>;
const { name, currency } = createRateCard.input.shape;
const refusalsAt = { "rateCards.nameTaken": "name" } as const;

/**
 * Lists currencies by code and name.
 * @param locale BCP 47
 */
function currencyOptions(locale: string) {
  const names = new Intl.DisplayNames([locale], { type: "currency" });
  return Intl.supportedValuesOf("currency").map((code) => ({ value: code, text: `${code} · ${names.of(code) ?? code}` }));
}

function newForm(locale: string) {
  const options = currencyOptions(locale);
  return defineForm({
    name: "rateCards.new",
    schema: z.strictObject({ name, currency }),
    submit: "rateCards.dialog.create",
    keepsDraft: false,
    refusalsAt,
    fields: {
      name: nameField,
      currency: {
        kind: "custom",
        label: "rateCards.dialog.currency",
        hint: "rateCards.dialog.currencyHint",
        isRequired: true,
        render: ({ value, onChange, ...field }) => (
          <SearchableSelect {...field} options={options} value={String(value)} onValue={onChange} />
        ),
      },
    },
    send: (values, { client }) => client.call(createRateCard, values),
  });
}

function copyForm(of: RateCard) {
  return defineForm({
    name: "rateCards.copy",
    schema: z.strictObject({ name }),
    submit: "rateCards.dialog.create",
    keepsDraft: false,
    refusalsAt,
    fields: { name: { ...nameField, hint: "rateCards.dialog.copyHint" } },
    send: (values, { client }) => client.call(createRateCard, { ...values, currency: of.currency, copy_of: of.rate_card_uuid }),
  });
}

function renameForm({ rate_card_uuid, is_archived, version }: RateCard, reload: () => Promise<void>) {
  return defineForm({
    name: "rateCards.rename",
    schema: z.strictObject({ name }),
    submit: "rateCards.dialog.save",
    keepsDraft: false,
    refusalsAt,
    fields: { name: nameField },
    send: async (values, { client }) => {
      try {
        return await client.call(updateRateCard, { ...values, rate_card_uuid, is_archived, version });
      } catch (error) {
        // The next attempt is validated against the other person's changes.
        if (error instanceof CallProblem && error.codeName === "changedMeanwhile") await reload();
        throw error;
      }
    },
  });
}

type CardDialogProps = {
  /** opens the new card */
  readonly onMade: (uuid: string) => void;
  readonly onClose: () => void;
} & ({ readonly deed: "new" } | { readonly deed: "copy" | "rename"; readonly card: RateCard });

/** Creates a rate card, copies one, or renames one. */
export function CardDialog(props: CardDialogProps) {
  const { t, locale } = useTranslation();
  const reload = useReload();
  const card = props.deed === "new" ? null : props.card;
  const form = useMemo(() => {
    if (card === null) return null;
    return props.deed === "copy" ? copyForm(card) : renameForm(card, reload);
  }, [props.deed, card, reload]);
  const making = useMemo(() => newForm(locale), [locale]);
  const done = (answer: unknown, values: { name: string }) => {
    const isMade = props.deed !== "rename";
    useToasts.getState().show("good", t(isMade ? "rateCards.dialog.created" : "rateCards.dialog.renamed", { name: values.name }));
    void reload();
    props.onClose();
    if (isMade) props.onMade(createRateCard.output.parse(answer).rate_card_uuid);
  };
  const title = t(`rateCards.dialog.${props.deed}`, { name: card?.name ?? "" });
  return (
    <FormDialog title={title} onClose={props.onClose}>
      {form === null || card === null ? (
        <Form of={making} initial={{ currency: "USD" }} onDone={done} />
      ) : (
        <Form
          of={form}
          initial={{ name: props.deed === "copy" ? t("rateCards.dialog.copyName", { name: card.name }) : card.name }}
          onDone={done}
        />
      )}
    </FormDialog>
  );
}
