import "./choose-supplier.css";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCaller } from "#src/api/caller.tsx";
import { ownTexts } from "#src/api/own-texts.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { FindSupplier } from "./find-supplier.tsx";
import { OwnSuppliers } from "./own-suppliers.tsx";

/** Nobody is signed in here. */
function SignInFirst() {
  const { t, locale } = useTranslation();
  const { en_us, zh_cn } = ownTexts.notSignedIn;
  return (
    <Notice tone="warn" title={locale.startsWith("zh") ? zh_cn : en_us}>
      <p>{t("providers.signInFirst")}</p>
      <div className="row">
        <Link className={buttonClass({ tone: "primary" })} to="/ds/login" search={{ next: "/ds/third-part-key-information" }}>
          {t("providers.toLogin")}
        </Link>
      </div>
    </Notice>
  );
}

/** What a retailer works with: the own suppliers, and others to join. */
function Suppliers() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = useToasts((store) => store.show);
  const enter = (name: string) => {
    const { sessions, keep } = useSessions.getState();
    // Whose data is shown has changed: the area gets to know anew who is signed in.
    keep("ds", sessions.ds);
    show("good", t("providers.switched", { name }));
    void navigate({ to: "/ds/home" });
  };
  return (
    <>
      <OwnSuppliers onEnter={enter} />
      <FindSupplier onEnter={enter} />
    </>
  );
}

/** Chooses the supplier that a retailer works with. For retailers alone; whoever is not signed in is told so. */
export function ChooseSupplierScreen() {
  const { t } = useTranslation();
  const { role } = useCaller();
  return (
    <div className="suppliers">
      <header className="stack-tight">
        <h1>{t("places.chooseSupplier")}</h1>
        <p className="quiet">{t("providers.text")}</p>
      </header>
      {role === null && <SignInFirst />}
      {role === "dropShipper" && <Suppliers />}
      {role !== null && role !== "dropShipper" && <Notice tone="warn" title={t("providers.retailersOnly")} />}
    </div>
  );
}
