import X from "lucide-react/icons/x";
import type { KeyboardEvent } from "react";
import { useRef } from "react";
import { newKey } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { useNextFocus } from "#src/kit/ui/use-next-focus.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { DraftTier } from "./price-editor.rules.ts";
import { eventGroups, canAddTier, parseStarts, findTierProblems, getTiers } from "./price-editor.rules.ts";
import { Meaning, StartCell, tierInputId, TierInput } from "./tier-cells.tsx";

interface EditorTableProps {
  readonly tiers: readonly DraftTier[];
  readonly currency: string;
  /** whether errors are shown: not before the first attempt to save */
  readonly isJudged: boolean;
  readonly onTiers: (tiers: readonly DraftTier[]) => void;
}

interface EventProps extends Omit<EditorTableProps, "tiers" | "onTiers"> {
  readonly event: PricedEvent;
  readonly tiers: readonly DraftTier[];
  readonly onTier: (tier: DraftTier) => void;
  readonly onAdd: () => void;
  readonly onRemove: (key: string) => void;
  readonly onEnter: (key: string, field: string) => void;
}

function EventRows({ event, tiers, currency, isJudged, onTier, onAdd, onRemove, onEnter }: EventProps) {
  const { t, locale } = useTranslation();
  const name = t(`rateCards.event.${event}`);
  const problems = findTierProblems(tiers, locale);
  const starts = parseStarts(tiers);
  const title = (
    <th scope="rowgroup" rowSpan={tiers.length + 1} className="rates-event">
      {name}
      <span className="quiet small">{t(`rateCards.about.${event}`)}</span>
    </th>
  );
  const isEmpty = tiers.length === 0;
  return (
    <>
      {tiers.map((tier, at) => {
        const problem = isJudged ? problems[at] : undefined;
        const onKeyDown = (key: KeyboardEvent<HTMLInputElement>) => {
          if (key.key !== "Enter" || key.nativeEvent.isComposing) return;
          key.preventDefault();
          onEnter(tier.key, key.currentTarget.dataset["field"] ?? "price");
        };
        const wrong = problem?.price ?? null;
        return (
          <tr key={tier.key}>
            {at === 0 && title}
            <td>
              <StartCell {...{ event, tier, at, problem, starts, onTier, onKeyDown }} />
            </td>
            <td data-title={t("rateCards.table.price")}>
              <div className="stack-tight">
                <TierInput
                  {...{ tier, onTier, onKeyDown }}
                  field="price"
                  isWhole={false}
                  label={t("rateCards.edit.priceOf", { event: name, number: at + 1 })}
                  wrong={wrong === null ? null : t(`rateCards.edit.wrong.${wrong}`)}
                />
              </div>
            </td>
            <td className="rates-means quiet number">
              <Meaning event={event} tier={tier} currency={currency} />
            </td>
            <td className="rates-remove">
              <IconButton
                label={t("rateCards.edit.removeOf", { event: name, number: at + 1 })}
                icon={<X size={16} aria-hidden="true" />}
                onClick={() => onRemove(tier.key)}
              />
            </td>
          </tr>
        );
      })}
      <tr>
        {isEmpty && title}
        <td colSpan={4}>
          <div className="row">
            {isEmpty && <span className="quiet">{t("rateCards.noPrice")}</span>}
            <Button
              data-add={event}
              isDisabled={!canAddTier(tiers)}
              aria-label={t(isEmpty ? "rateCards.edit.addOf" : "rateCards.edit.addTierOf", { event: name })}
              onClick={onAdd}
            >
              {t(isEmpty ? "rateCards.edit.addPrice" : "rateCards.edit.addTier")}
            </Button>
          </div>
        </td>
      </tr>
    </>
  );
}

/** Edits a card's prices: events in groups, with tiers to add and remove, fully by keyboard. */
export function EditorTable({ tiers, currency, isJudged, onTiers }: EditorTableProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const focusNext = useNextFocus();
  const focus = (selector: string) => focusNext(() => frame.current?.querySelector<HTMLElement>(selector));
  const focusOn = (key: string, field: string) => focus(`[id="${tierInputId(key, field)}"]`);
  const add = (event: PricedEvent) => {
    const own = getTiers(tiers, event);
    if (!canAddTier(own)) return;
    const key = newKey();
    onTiers([...tiers, { key, event, from: own.length === 0 ? "0" : "", price: "" }]);
    focusOn(key, own.length === 0 ? "price" : "from");
  };
  const remove = (event: PricedEvent, key: string) => {
    const own = getTiers(tiers, event);
    const at = own.findIndex((tier) => tier.key === key);
    const near = own[at - 1] ?? own[at + 1];
    onTiers(tiers.filter((tier) => tier.key !== key));
    if (near === undefined) focus(`[data-add="${event}"]`);
    else focusOn(near.key, "price");
  };
  const enter = (event: PricedEvent, key: string, field: string) => {
    const own = getTiers(tiers, event);
    const next = own[own.findIndex((tier) => tier.key === key) + 1];
    if (next === undefined) add(event);
    else focusOn(next.key, field);
  };
  return (
    <div className="rates-frame" ref={frame}>
      <table className="rates-table rates-editor">
        <thead>
          <tr>
            {(["event", "span", "price", "example"] as const).map((id) => (
              <th key={id} scope="col">
                {t(`rateCards.table.${id}`)} {id === "price" && <span translate="no">({currency})</span>}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t("rateCards.table.remove")}</span>
            </th>
          </tr>
        </thead>
        {eventGroups.map(({ group, events }) => (
          <tbody key={group}>
            <tr className="rates-group">
              <th scope="colgroup" colSpan={5}>
                {t(`rateCards.group.${group}`)}
              </th>
            </tr>
            {events.map((event) => (
              <EventRows
                key={event}
                event={event}
                tiers={getTiers(tiers, event)}
                currency={currency}
                isJudged={isJudged}
                onTier={(changed) => onTiers(tiers.map((tier) => (tier.key === changed.key ? changed : tier)))}
                onAdd={() => add(event)}
                onRemove={(key) => remove(event, key)}
                onEnter={(key, field) => enter(event, key, field)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
