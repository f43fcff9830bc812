import type { SyntheticEvent } from "react";
import { useState } from "react";
import { useCaller, useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { OwnerChoice } from "#src/goods/owner-choice.screen.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { ActionButton } from "#src/ui/action/action-button.tsx";
import { isPermitted } from "#src/ui/action/action.ts";
import { Button } from "#src/ui/button.tsx";
import { LeaveGuard } from "#src/ui/form/leave-guard.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextField } from "#src/ui/text-field.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { catalogueActions } from "./catalogue.actions.ts";
import { setItemPrices } from "./catalogue.contract.ts";
import { currencyIn } from "./catalogue-words.rules.ts";
import { FillBar } from "./fill-bar.tsx";
import type { ItemDetail } from "./item-detail.ts";
import { PriceGrid } from "./price-grid.tsx";
import { currenciesOf } from "./prices.rules.ts";
import { TiersDialog } from "./tiers-dialog.tsx";
import type { ColumnsState } from "./use-columns.ts";
import { useColumns } from "./use-columns.ts";
import type { PricesState } from "./use-prices.ts";
import { usePrices } from "./use-prices.ts";

interface PanelProps {
  readonly of: ItemDetail;
  readonly onChanged: () => Promise<void>;
}

/** Where an item has no price yet, one is asked for in this currency first: a wallet's, as long as nothing else is agreed. */
const firstCurrency = "USD";

/** What an item costs: the list, tiers and single retailers, in each currency. */
export function PricesPanel({ of, onChanged }: PanelProps) {
  const { t } = useTranslation();
  const mayEdit = isPermitted(catalogueActions.setPrices, useCaller());
  const prices = usePrices(of.prices);
  const columns = useColumns(of, mayEdit);
  const [chosen, setChosen] = useState("");
  const [added, setAdded] = useState<readonly string[]>([]);
  // In the order of what is saved: it must not turn while somebody types.
  const known = [...new Set([...currenciesOf(of.prices), ...currenciesOf(prices.prices), ...added])];
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

/** Which currency and which columns are in sight, and the way to further ones. */
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
  const code = currencyIn(text);
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

/** Saves what was typed. Somebody who was first loses nothing, and nothing that was typed is lost. */
function Saving({ of, prices, onChanged }: { of: ItemDetail; prices: PricesState; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const { perform } = useDeed(setItemPrices);
  const [isBusy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await perform({ item_uuid: of.item_uuid, prices: [...prices.prices], version: of.version });
      setStale(false);
      // Until what was saved has come back, it is what was typed that stands there.
      await onChanged();
      useToasts.getState().show("good", t("catalogue.done.prices"));
    } catch (error) {
      // It was said as a toast; what was typed stays.
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
