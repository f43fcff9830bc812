import type { SyntheticEvent } from "react";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import type { CatalogueItem } from "./catalogue.contract.ts";
import { changeByPercent, parsePercent } from "./percent.rules.ts";
import { findInheritedPrice } from "./price-grid.rules.ts";
import type { NamedColumn } from "./use-columns.ts";
import type { PricesState } from "./use-prices.ts";

interface FillProps {
  readonly variants: CatalogueItem["variants"];
  readonly columns: readonly NamedColumn[];
  readonly currency: string;
  readonly prices: PricesState;
}

type Direction = "less" | "more";

/** Fills a column from another one, raised or lowered by a percentage and rounded half up. Saves nothing. */
export function FillBar({ variants, columns, currency, prices }: FillProps) {
  const { t } = useTranslation();
  const [chosenTo, setTo] = useState("");
  const [chosenFrom, setFrom] = useState("");
  const [direction, setDirection] = useState<Direction>("less");
  const [percent, setPercent] = useState("10");
  const [isGapsOnly, setGapsOnly] = useState(false);
  const to = columns.find(({ key }) => key === chosenTo) ?? columns[1] ?? columns[0];
  const from = columns.find(({ key }) => key === chosenFrom) ?? columns[0];
  const basis = parsePercent(percent);
  const isWrong = basis === null || (direction === "less" && basis > 10_000);
  if (to === undefined || from === undefined) return null;
  const fill = (event: SyntheticEvent) => {
    event.preventDefault();
    if (basis === null || isWrong) return;
    prices.fill(
      variants.flatMap(({ variant_uuid: variantUuid }) => {
        const source = { variantUuid, currency, scope: from.scope, scopeUuid: from.scopeUuid };
        const target = { variantUuid, currency, scope: to.scope, scopeUuid: to.scopeUuid };
        const cents = prices.at(source) ?? findInheritedPrice(source, from.tierUuid ?? null, prices.at);
        if (cents === null || (isGapsOnly && prices.at(target) !== null)) return [];
        return [[target, changeByPercent(cents, direction === "less" ? -basis : basis)] as const];
      }),
    );
  };
  const options = columns.map(({ key, name }) => ({ value: key, text: name }));
  return (
    <form className="catalogue-fill" onSubmit={fill}>
      <Select label={t("catalogue.fill.to")} value={to.key} options={options} onValue={setTo} />
      <Select label={t("catalogue.fill.from")} value={from.key} options={options} onValue={setFrom} />
      <Select
        label={t("catalogue.fill.direction")}
        value={direction}
        options={[
          { value: "less", text: t("catalogue.fill.less") },
          { value: "more", text: t("catalogue.fill.more") },
        ]}
        onValue={setDirection}
      />
      <TextField
        label={t("catalogue.fill.percent")}
        value={percent}
        inputMode="decimal"
        maxLength={8}
        autoComplete="off"
        onText={setPercent}
        {...(isWrong ? { error: t("catalogue.fill.wrong") } : {})}
      />
      <Checkbox label={t("catalogue.fill.gaps")} isChecked={isGapsOnly} onChecked={setGapsOnly} />
      <Button type="submit" isDisabled={isWrong}>
        {t("catalogue.fill.submit")}
      </Button>
    </form>
  );
}
