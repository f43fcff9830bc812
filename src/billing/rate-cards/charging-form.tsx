import { useMemo, useState } from "react";
import { z } from "zod";
import { CallProblem } from "#src/kit/api/client.ts";
import { ruled } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { dayAt, daysBetween } from "#src/kit/lib/days.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { DateField } from "#src/kit/ui/date-field.tsx";
import type { CustomFieldProps } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { getTimeZoneRefusal } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { BillingSettings, RateCard } from "./rate-cards.contract.ts";
import { setBillingSettings } from "./rate-cards.contract.ts";
import { useReload } from "./use-rate-cards.ts";

const schema = z.strictObject({
  time_zone: ruled(z.string().max(60), getTimeZoneRefusal),
  default_rate_card_uuid: z.union([z.literal(""), z.uuid()]),
  charges_from: z.union([z.literal(""), z.iso.date()]),
});
type Values = z.input<typeof schema>;
type FieldProps = CustomFieldProps<Values>;

const toText = (value: unknown) => (typeof value === "string" ? value : "");

function CardField({ value, onChange, cards, ...field }: FieldProps & { cards: readonly RateCard[] }) {
  const { t } = useTranslation();
  const options = cards
    .filter(({ is_archived, rate_card_uuid }) => !is_archived || rate_card_uuid === value)
    .map(({ rate_card_uuid, name, currency }) => ({ value: rate_card_uuid, text: `${name} (${currency})` }));
  return <Select {...field} value={toText(value)} options={options} nothing={t("rateCards.settings.noDefault")} onValue={onChange} />;
}

/** Describes what begins on the first charged day. */
function Begins({ from, values, today }: { from: string; values: Values; today: string }) {
  const { t, locale } = useTranslation();
  if (from === "") return <p>{t("rateCards.settings.begins.none")}</p>;
  const day = formatDay(from, locale);
  const over = daysBetween(from, today);
  return (
    <>
      <p>{over <= 0 ? t("rateCards.settings.begins.ahead", { day }) : t("rateCards.settings.begins.behind", { day, count: over })}</p>
      {values.default_rate_card_uuid === "" && <p className="rates-warn">{t("rateCards.settings.begins.noCard")}</p>}
    </>
  );
}

function FromField({ value, values, onChange, saved, ...field }: FieldProps & { saved: string }) {
  const [now] = useState(() => Date.now());
  const today = dayAt(values.time_zone, now);
  const from = toText(value);
  return (
    <div className="stack-tight rates-begins">
      <DateField {...field} value={from} aria-describedby={`${field.id}-begins`} onValue={onChange} />
      <div id={`${field.id}-begins`} className="quiet small stack-tight" role="status">
        {/* A saved first day has no new effect: only a change does. */}
        {from !== saved || from === "" ? <Begins from={from} values={values} today={today} /> : null}
      </div>
    </div>
  );
}

function settingsForm({ version, charges_from: saved }: BillingSettings, cards: readonly RateCard[], reload: () => Promise<void>) {
  return defineForm({
    name: "rateCards.settings",
    schema,
    submit: "rateCards.settings.save",
    refusalsAt: {
      "warehouses.timeZoneUnknown": "time_zone",
      "rateCards.otherCurrency": "default_rate_card_uuid",
      "rateCards.tooFarBack": "charges_from",
    },
    fields: {
      time_zone: {
        kind: "timeZone",
        label: "rateCards.settings.timeZone",
        hint: "rateCards.settings.timeZoneHint",
        isRequired: true,
      },
      default_rate_card_uuid: {
        kind: "custom",
        label: "rateCards.settings.defaultCard",
        hint: "rateCards.settings.defaultCardHint",
        render: (props) => <CardField {...props} cards={cards} />,
      },
      charges_from: {
        kind: "custom",
        label: "rateCards.settings.chargesFrom",
        render: (props) => <FromField {...props} saved={saved} />,
      },
    },
    send: async ({ time_zone, default_rate_card_uuid, charges_from }, { client }) => {
      try {
        return await client.call(setBillingSettings, {
          time_zone,
          default_rate_card_uuid: default_rate_card_uuid === "" ? null : default_rate_card_uuid,
          charges_from: charges_from === "" ? null : charges_from,
          version,
        });
      } catch (error) {
        // The next attempt is validated against the other person's changes; the input is kept.
        if (error instanceof CallProblem && error.codeName === "changedMeanwhile") await reload();
        throw error;
      }
    },
  });
}

/** The form of the provider's time zone, default rate card and first charged day. */
export function ChargingForm({ settings, cards }: { settings: BillingSettings; cards: readonly RateCard[] }) {
  const { t } = useTranslation();
  const reload = useReload();
  const form = useMemo(() => settingsForm(settings, cards, reload), [settings, cards, reload]);
  const { time_zone, default_rate_card_uuid, charges_from } = settings;
  return (
    <Form
      of={form}
      initial={{ time_zone, default_rate_card_uuid: default_rate_card_uuid ?? "", charges_from }}
      onDone={() => {
        useToasts.getState().show("good", t("rateCards.settings.saved"));
        void reload();
      }}
    />
  );
}
