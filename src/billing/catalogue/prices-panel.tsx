import type { SyntheticEvent } from "react";
import { useState } from "react";
import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { LeaveGuard } from "#src/kit/ui/form/leave-guard.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { catalogueActions } from "./catalogue.actions.ts";
import { setItemPrices } from "./catalogue.contract.ts";
import { parseCurrency } from "./catalogue-words.rules.ts";
import { FillBar } from "./fill-bar.tsx";
import type { ItemDetail } from "./catalogue.contract.ts";
import { PriceGrid } from "./price-grid.tsx";
import { listCurrencies } from "./price-grid.rules.ts";
import { TiersDialog } from "./tiers-dialog.tsx";
import type { ColumnsState } from "./use-columns.ts";
import { useColumns } from "./use-columns.ts";
import type { PricesState } from "./use-prices.ts";
import { usePrices } from "./use-prices.ts";

interface PanelProps {
  readonly of: ItemDetail;
  readonly onChanged: () => Promise<void>;
}

/** The first currency of an item without prices: that of wallets without terms. */
const firstCurrency = "USD";

/** An item's prices: the list, tiers and single retailers, in each currency. */
export function PricesPanel({ of, onChanged }: PanelProps) {
  const { t } = useTranslation();
  const mayEdit = isPermitted(catalogueActions.setPrices, useCaller());
  const prices = usePrices(of.prices);
  const columns = useColumns(of, mayEdit);
  const [chosen, setChosen] = useState("");
  const [added, setAdded] = useState<readonly string[]>([]);
  // In the order of the saved prices, so that it does not change while somebody types.
  const known = [...new Set([...listCurrencies(of.prices), ...listCurrencies(prices.prices), ...added])];
  const currencies = known.length === 0 ? [firstCurrency] : known;
  const currency = currencies.find((one) => one === chosen) ?? currencies[0] ?? firstCurrency;
  const shown = { variants: of.variants, columns: columns.shown, currency, prices };
  if (of.variants.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="catalogue-prices">
      <h2 id="catalogue-prices">{t("catalogue.prices.heading")}</h2>
      <p className="quiet">{t(mayEdit ? "catalogue.prices.intro" : "catalogue.prices.introRead")}</p>
      <Choices
        currency={currency}
        currencies={currencies}
        columns={columns}
        mayEdit={mayEdit}
        onCurrency={setChosen}
        onNewCurrency={(code) => {
          setAdded((now) => [...now, code]);
          setChosen(code);
        }}
        onChanged={onChanged}
      />
      <PriceGrid {...shown} mayEdit={mayEdit} />
      {mayEdit && (
        <>
          <details className="catalogue-details">
            <summary>{t("catalogue.fill.heading")}</summary>
            <FillBar {...shown} />
          </details>
          <Saving of={of} prices={prices} onChanged={onChanged} />
          <LeaveGuard searchKey="item" mayBeLost={prices.mayBeLost} />
        </>
      )}
    </section>
  );
}

interface ChoicesProps {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly columns: ColumnsState;
  readonly mayEdit: boolean;
  readonly onCurrency: (currency: string) => void;
  readonly onNewCurrency: (currency: string) => void;
  readonly onChanged: () => Promise<void>;
}

/** The displayed currency and columns, and controls to add more. */
function Choices({ currency, currencies, columns, mayEdit, onCurrency, onNewCurrency, onChanged }: ChoicesProps) {
  const { t } = useTranslation();
  const [isTiers, setTiers] = useState(false);
  return (
    <div className="catalogue-choices">
      <Select
        label={t("catalogue.prices.currency")}
        value={currency}
        options={currencies.map((value) => ({ value, text: value }))}
        onValue={onCurrency}
      />
      {mayEdit && <NewCurrency known={currencies} onCurrency={onNewCurrency} />}
      {mayEdit && columns.others.length > 0 && (
        <Select
          label={t("catalogue.prices.addColumn")}
          value=""
          nothing={t("catalogue.prices.choose")}
          options={columns.others.map(({ key, name }) => ({ value: key, text: name }))}
          onValue={(key) => key !== "" && columns.add(key)}
        />
      )}
      {columns.addRetailer !== null && (
        <OwnerChoice
          label={t("catalogue.prices.addRetailer")}
          value=""
          nothing={t("catalogue.prices.findRetailer")}
          isRetailersOnly
          onValue={columns.addRetailer}
        />
      )}
      <ActionButton of={catalogueActions.tiers} subject={undefined} onClick={() => setTiers(true)}>
        {t("catalogue.action.tiers")}
      </ActionButton>
      {isTiers && <TiersDialog onChanged={onChanged} onClose={() => setTiers(false)} />}
    </div>
  );
}

function NewCurrency({ known, onCurrency }: { known: readonly string[]; onCurrency: (currency: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const code = parseCurrency(text);
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    if (code === null) return;
    if (!known.includes(code)) onCurrency(code);
    setText("");
  };
  return (
    <form className="catalogue-add" onSubmit={add}>
      <TextField
        label={t("catalogue.prices.newCurrency")}
        value={text}
        maxLength={3}
        placeholder={t("catalogue.prices.currencyHint")}
        autoComplete="off"
        onText={setText}
      />
      <Button type="submit" isDisabled={code === null}>
        {t("catalogue.prices.add")}
      </Button>
    </form>
  );
}

/** Saves the prices. On a conflict neither the other person's changes nor the input are lost. */
function Saving({ of, prices, onChanged }: { of: ItemDetail; prices: PricesState; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const { perform } = useCallMutation(setItemPrices);
  const [isBusy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await perform({ item_uuid: of.item_uuid, prices: [...prices.prices], version: of.version });
      setStale(false);
      // Keeps the input on the screen until the saved values have been fetched.
      await onChanged();
      useToasts.getState().show("good", t("catalogue.done.prices"));
    } catch (error) {
      // Already shown as a toast; the input is kept.
      if (!(error instanceof CallProblem)) throw error;
      setStale(error.codeName === "changedMeanwhile");
      await onChanged();
    } finally {
      setBusy(false);
    }
  };
  const wrong = prices.wrong.size;
  return (
    <>
      {isStale && prices.isDirty && (
        <Notice tone="warn" title={t("catalogue.prices.stale")}>
          <p>{t("catalogue.prices.staleText")}</p>
        </Notice>
      )}
      {wrong > 0 && <Notice tone="bad" title={t("catalogue.prices.wrong", { count: wrong })} />}
      {prices.isDirty && (
        <div className="row">
          <Button tone="primary" isDisabled={isBusy || wrong > 0} onClick={() => void save()}>
            {t("catalogue.prices.save")}
          </Button>
          <Button isDisabled={isBusy} onClick={prices.discard}>
            {t("catalogue.prices.discard")}
          </Button>
          <span className="quiet" role="status">
            {t("catalogue.prices.unsaved")}
          </span>
        </div>
      )}
    </>
  );
}
