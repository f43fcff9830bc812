import "./customers.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useReloadOf } from "#src/api/use-reload.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { lazyPart } from "#src/ui/lazy-part.ts";
import { List } from "#src/ui/list/list.tsx";
import { TopUpsToConfirm } from "#src/wallet/top-ups-to-confirm.screen.tsx";
import { CustomerPage } from "./customer-page.tsx";
import type { Customer } from "./customers.contract.ts";
import { customersList } from "./customers.list.tsx";
import type { CustomerWays } from "./customers.list.tsx";
import { customerIn } from "./customers-words.rules.ts";
import { SupportDialog } from "./support-dialog.tsx";
import { useCountryName } from "#src/countries/country-name.source.ts";

// With its first look: few come here for it.
const TopUpRequestsScreen = lazyPart(async () => (await import("#src/wallet/top-up-requests.screen.tsx")).TopUpRequestsScreen);

type Navigate = (options: { to: string; search: object; replace?: boolean; resetScroll?: boolean }) => Promise<void>;

const slice = ["customers."];

/** How retailers come here: they sign up by themselves, at this address. */
function SignUpAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  return (
    <div className="row">
      <p className="quiet">{t("customers.intro")}</p>
      <span className="customer-address" translate="no">
        {address}
      </span>
    </div>
  );
}

/** Requests to top up of all retailers. */
function TopUpRequests({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <div className="row row-apart">
        <h1>{t("wallet.requests.title")}</h1>
        <Button onClick={onBack}>{t("wallet.requests.back")}</Button>
      </div>
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        <TopUpRequestsScreen retailerUuid={null} />
      </Suspense>
    </div>
  );
}

interface ListProps extends Pick<CustomerWays, "show" | "goods"> {
  readonly showTopUps: () => void;
}

function CustomersList({ show, goods, showTopUps }: ListProps) {
  const { t } = useTranslation();
  const countryName = useCountryName();
  const [supported, setSupported] = useState<Customer | null>(null);
  const signUpAddress = `${location.origin}/signup`;
  const list = useMemo(
    () => customersList({ show, goods, support: setSupported, countryName, signUpAddress }),
    [show, goods, countryName, signUpAddress],
  );
  return (
    <div className="stack customers">
      <h1>{t("places.customer")}</h1>
      <SignUpAddress address={signUpAddress} />
      <TopUpsToConfirm onShow={showTopUps} />
      <List of={list} />
      {supported !== null && <SupportDialog of={supported} onClose={() => setSupported(null)} />}
    </div>
  );
}

/** The provider's retailers: the list, or the one that the address names (`?customer=`). */
export function CustomersScreen() {
  const navigate = useNavigate() as unknown as Navigate;
  const { role, permissions } = useCaller();
  const reload = useReloadOf(slice);
  const search: { customer?: unknown; tab?: unknown } = useSearch({ strict: false });
  const shown = customerIn(search);
  const mayOpenGoods = role === "provider" || permissions.includes("goods");
  // What the list was filtered by is no filter of a tab's list: only the retailer goes along.
  const show = useCallback((uuid: string) => void navigate({ to: ".", search: { customer: uuid } }), [navigate]);
  const goods = useMemo(
    () => (mayOpenGoods ? ({ retailer_uuid }: Customer) => void navigate({ to: "/p/product", search: { owner: retailer_uuid } }) : null),
    [mayOpenGoods, navigate],
  );
  const showCustomer = useCallback(({ retailer_uuid }: Customer) => show(retailer_uuid), [show]);
  if (shown === null && search.tab === "top-ups") return <TopUpRequests onBack={() => void navigate({ to: ".", search: {} })} />;
  if (shown === null)
    return (
      <CustomersList
        show={showCustomer}
        goods={goods}
        showTopUps={() => void navigate({ to: ".", search: { tab: "top-ups", status: "requested" } })}
      />
    );
  return (
    <CustomerPage
      key={shown}
      uuid={shown}
      tab={search.tab}
      onTab={(tab) => void navigate({ to: ".", search: { customer: shown, tab }, replace: true, resetScroll: false })}
      onBack={() => void navigate({ to: ".", search: {} })}
      onChanged={reload}
      onGoods={goods}
    />
  );
}
