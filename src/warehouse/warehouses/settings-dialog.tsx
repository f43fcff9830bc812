import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { ruled } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { labelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { CountriesField } from "#src/kit/countries/countries-field.tsx";
import type { RowsColumn } from "./rows-field.tsx";
import { RowsField } from "./rows-field.tsx";
import {
  getWarehouseSettings,
  saveWarehouseSettings,
  scannerRules,
  warehouseSettings,
  waveKinds,
  waveStrategy,
} from "./warehouse-settings.contract.ts";
import { allocationStrategies, getSettingsRefusal, reviewRules, wallReviewRules } from "./warehouses.rules.ts";
import type { Warehouse } from "./warehouses.contract.ts";

const { over_receipt_percent, weight_tolerance_percent, weight_tolerance_grams, allocation_strategy, ships_to } = warehouseSettings.shape;
const { review_rule, review_sample_percent, wall_review_rule, wall_review_sample_percent } = warehouseSettings.shape;
const size = z.enum(labelSizes);

/** Splits what is typed at commas or spaces. */
function splitWords(text: string): string[] {
  return text.split(/[,，、\s]+/).filter(Boolean);
}

const timesShape = { params: { text: "warehouses.settings.timesShape" } };
/** A strategy as it is typed: its times in one field. */
const typedStrategy = waveStrategy.extend({
  build_at: z.string().refine((text) => waveStrategy.shape.build_at.safeParse(splitWords(text)).success, timesShape),
});
const mostStrategies = 50;
const blankStrategy: z.input<typeof typedStrategy> = {
  name: "",
  kind: "single_piece",
  max_orders: 50,
  max_pieces: 500,
  build_at: "",
  build_from_orders: 0,
  releases_at_once: false,
};

const prefixesShape = { params: { text: "warehouses.settings.prefixesShape" } };
const schema = ruled(
  z.strictObject({
    over_receipt_percent,
    weight_tolerance_percent,
    weight_tolerance_grams,
    review_rule,
    review_sample_percent,
    wall_review_rule,
    wall_review_sample_percent,
    allocation_strategy,
    ships_to,
    location_label: size,
    product_label: size,
    box_label: size,
    prefixes: z.string().refine((text) => scannerRules.shape.prefixes.safeParse(splitWords(text)).success, prefixesShape),
    suffix: z.enum(["enter", "tab", "none"]),
    repeat_ms: z.int().min(0).max(5000),
    sound: z.boolean(),
    wave_strategies: z.array(typedStrategy).max(mostStrategies),
  }),
  getSettingsRefusal,
);

const strategyColumns: readonly RowsColumn[] = [
  { id: "name", label: "warehouses.settings.strategy.name", kind: "text" },
  {
    id: "kind",
    label: "warehouses.settings.strategy.kind",
    kind: "choice",
    options: waveKinds.map((kind) => ({ value: kind, text: `warehouses.settings.kind.${kind}` as const })),
  },
  { id: "max_orders", label: "warehouses.settings.strategy.orders", kind: "number" },
  { id: "max_pieces", label: "warehouses.settings.strategy.pieces", kind: "number" },
  { id: "build_at", label: "warehouses.settings.strategy.times", kind: "text", hint: "warehouses.settings.strategy.timesHint" },
  { id: "build_from_orders", label: "warehouses.settings.strategy.from", kind: "number", hint: "warehouses.settings.strategy.fromHint" },
  { id: "releases_at_once", label: "warehouses.settings.strategy.releases", kind: "switch" },
];
const sizes = labelSizes.map((one) => ({ value: one, text: `warehouses.size.${one}` as const }));
const percent = { kind: "number", unit: "warehouses.unit.percent" } as const;

function settingsForm({ warehouse_uuid, version }: OutputOf<typeof getWarehouseSettings>) {
  return defineForm({
    name: "warehouses.settings",
    schema,
    submit: "warehouses.settings.save",
    keepsDraft: false,
    refusalsAt: { "warehouses.strategyTwice": "wave_strategies" },
    groups: [
      {
        title: "warehouses.settings.group.tolerances",
        fields: ["over_receipt_percent", "weight_tolerance_percent", "weight_tolerance_grams"],
      },
      {
        title: "warehouses.settings.group.review",
        fields: ["review_rule", "review_sample_percent", "wall_review_rule", "wall_review_sample_percent"],
      },
      { title: "warehouses.settings.group.orders", fields: ["allocation_strategy", "ships_to"] },
      { title: "warehouses.settings.group.labels", fields: ["location_label", "product_label", "box_label"] },
      { title: "warehouses.settings.group.scanner", fields: ["prefixes", "suffix", "repeat_ms", "sound"] },
      { title: "warehouses.settings.group.waves", fields: ["wave_strategies"] },
    ],
    fields: {
      over_receipt_percent: { ...percent, label: "warehouses.settings.overReceipt", hint: "warehouses.settings.overReceiptHint" },
      weight_tolerance_percent: { ...percent, label: "warehouses.settings.weightPercent" },
      weight_tolerance_grams: { kind: "number", unit: "warehouses.unit.grams", label: "warehouses.settings.weightGrams" },
      review_rule: {
        kind: "choice",
        label: "warehouses.settings.review",
        hint: "warehouses.settings.reviewHint",
        options: reviewRules.map((value) => ({ value, text: `warehouses.settings.reviewed.${value}` as const })),
      },
      review_sample_percent: {
        ...percent,
        label: "warehouses.settings.reviewSample",
        when: (values: { review_rule?: unknown }) => values.review_rule === "sample",
      },
      wall_review_rule: {
        kind: "choice",
        label: "warehouses.settings.wallReview",
        hint: "warehouses.settings.wallReviewHint",
        options: wallReviewRules.map((value) => ({ value, text: `warehouses.settings.reviewed.${value}` as const })),
      },
      wall_review_sample_percent: {
        ...percent,
        label: "warehouses.settings.wallReviewSample",
        when: (values: { wall_review_rule?: unknown }) => values.wall_review_rule === "sample",
      },
      allocation_strategy: {
        kind: "choice",
        label: "warehouses.settings.allocation",
        options: allocationStrategies.map((value) => ({ value, text: `warehouses.settings.allocate.${value}` as const })),
      },
      ships_to: {
        kind: "custom",
        label: "warehouses.settings.shipsTo",
        hint: "warehouses.settings.shipsToHint",
        render: ({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }) => (
          <CountriesField {...field} codes={z.array(z.string()).catch([]).parse(value)} onCodes={onChange} />
        ),
      },
      location_label: { kind: "choice", label: "warehouses.settings.locationLabel", options: sizes },
      product_label: { kind: "choice", label: "warehouses.settings.productLabel", options: sizes },
      box_label: { kind: "choice", label: "warehouses.settings.boxLabel", options: sizes },
      prefixes: {
        kind: "text",
        label: "warehouses.settings.prefixes",
        hint: "warehouses.settings.prefixesHint",
        maxLength: 120,
        autoComplete: "off",
      },
      suffix: {
        kind: "choice",
        label: "warehouses.settings.suffix",
        options: [
          { value: "enter", text: "warehouses.settings.enter" },
          { value: "tab", text: "warehouses.settings.tab" },
          { value: "none", text: "warehouses.settings.none" },
        ],
      },
      repeat_ms: { kind: "number", unit: "warehouses.unit.ms", label: "warehouses.settings.repeat" },
      sound: { kind: "switch", label: "warehouses.settings.sound" },
      wave_strategies: {
        kind: "custom",
        label: "warehouses.settings.strategies",
        render: (field) => (
          <RowsField
            {...field}
            columns={strategyColumns}
            blank={blankStrategy}
            add="warehouses.settings.addStrategy"
            most={mostStrategies}
          />
        ),
      },
    },
    send: ({ location_label, product_label, box_label, prefixes, suffix, repeat_ms, sound, wave_strategies, ...rest }, { client }) =>
      client.call(saveWarehouseSettings, {
        warehouse_uuid,
        version,
        settings: {
          ...rest,
          wave_strategies: wave_strategies.map(({ build_at, ...strategy }) => ({ ...strategy, build_at: splitWords(build_at) })),
          label_sizes: { location: location_label, product: product_label, box: box_label },
          scanner: { prefixes: splitWords(prefixes), suffix, repeat_ms, sound },
        },
      }),
  });
}

interface SettingsDialogProps {
  readonly warehouse: Warehouse;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function SettingsForm({ of, onChanged, onClose }: Omit<SettingsDialogProps, "warehouse"> & { of: OutputOf<typeof getWarehouseSettings> }) {
  const { t } = useTranslation();
  const form = useMemo(() => settingsForm(of), [of]);
  const { label_sizes, scanner, wave_strategies, ...rest } = of.settings;
  const { prefixes, ...scan } = scanner;
  return (
    <Form
      key={of.version}
      of={form}
      initial={{
        ...rest,
        ...scan,
        wave_strategies: wave_strategies.map(({ build_at, ...strategy }) => ({ ...strategy, build_at: build_at.join(", ") })),
        prefixes: prefixes.join(", "),
        location_label: label_sizes.location,
        product_label: label_sizes.product,
        box_label: label_sizes.box,
      }}
      onDone={() => {
        useToasts.getState().show("good", t("warehouses.settings.saved", { name: of.name }));
        onChanged();
        onClose();
      }}
    />
  );
}

/** Shows and edits a warehouse's settings. */
export function SettingsDialog({ warehouse, ...rest }: SettingsDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(getWarehouseSettings, { warehouse_uuid: warehouse.warehouse_uuid });
  return (
    <FormDialog title={t("warehouses.settings.title", { name: warehouse.name })} onClose={rest.onClose}>
      {data === undefined ? <FailedNotice error={error} onRetry={() => void refetch()} /> : <SettingsForm of={data} {...rest} />}
      <p className="quiet small">
        {t("warehouses.settings.cutOffsElsewhere")} <Link to="/p/logistics">{t("warehouses.settings.toLogistics")}</Link>
      </p>
    </FormDialog>
  );
}
