import "./customers.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { TopUpsToConfirm } from "#src/billing/wallet/top-ups-to-confirm.screen.tsx";
import { CustomerPage } from "./customer-page.tsx";
import type { Customer } from "./customers.contract.ts";
import { getCustomers, querySpecificCustomer } from "./customers.contract.ts";
import { customersList } from "./customers.list.tsx";
import type { CustomersOptions } from "./customers.list.tsx";
import { SupportDialog } from "./support-dialog.tsx";
import { useCountryName } from "#src/kit/countries/use-country-name.ts";

// Loaded on first use: few people need it.
const TopUpRequestsScreen = lazyPart(async () => (await import("#src/billing/wallet/top-up-requests.screen.tsx")).TopUpRequestsScreen);

const customersReads = [getCustomers, querySpecificCustomer] as const;

/** Shows the address at which retailers sign up. */
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

/** Top-up requests of all retailers. */
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

interface ListProps extends Pick<CustomersOptions, "show" | "goods"> {
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
      <h1>{t("navigation.customer")}</h1>
      <SignUpAddress address={signUpAddress} />
      <TopUpsToConfirm onShow={showTopUps} />
      <List of={list} />
      {supported !== null && <SupportDialog of={supported} onClose={() => setSupported(null)} />}
    </div>
  );
}

/** The provider's retailers: the list, or the one named by the address (`?customer=`). */
export function CustomersScreen() {
  const navigate = useNavigate();
  const { role, permissions } = useCaller();
  const reload = useCallReload(customersReads);
  const { customer: shown, tab: named } = useSearch({ strict: false });
  const mayOpenGoods = role === "provider" || permissions.includes("goods");
  // Drops the list's filters, which would filter the list of a tab: only the retailer is kept.
  const show = useCallback((uuid: string) => void navigate({ to: ".", search: { customer: uuid } }), [navigate]);
  const goods = useMemo(
    () => (mayOpenGoods ? ({ retailer_uuid }: Customer) => void navigate({ to: "/p/product", search: { owner: retailer_uuid } }) : null),
    [mayOpenGoods, navigate],
  );
  const showCustomer = useCallback(({ retailer_uuid }: Customer) => show(retailer_uuid), [show]);
  if (shown === undefined && named === "top-ups") return <TopUpRequests onBack={() => void navigate({ to: ".", search: {} })} />;
  if (shown === undefined)
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
      tab={named}
      onTab={(tab) => void navigate({ to: ".", search: { customer: shown, tab }, replace: true, resetScroll: false })}
      onBack={() => void navigate({ to: ".", search: {} })}
      onChanged={reload}
      onGoods={goods}
    />
  );
}
