import "./choose-supplier.css";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { buttonClass } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { FindSupplier } from "./find-supplier.tsx";
import { OwnSuppliers } from "./own-suppliers.tsx";

/** Shown if nobody is signed in. */
function SignInFirst() {
  const { t, locale } = useTranslation();
  return (
    <Notice tone="warn" title={pickText(clientTexts.notSignedIn, locale)}>
      <p>{t("providers.signInFirst")}</p>
      <div className="row">
        <Link className={buttonClass({ tone: "primary" })} to="/ds/login" search={{ next: "/ds/third-part-key-information" }}>
          {t("providers.toLogin")}
        </Link>
      </div>
    </Notice>
  );
}

/** A retailer's suppliers, and others to join. */
function Suppliers() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = useToasts((store) => store.show);
  const enter = (name: string) => {
    const { sessions, setSession } = useSessions.getState();
    // The supplier has changed: resets the area, which then fetches its user again.
    setSession("ds", sessions.ds);
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

/** Chooses a retailer's current supplier. For retailers only; says so if nobody is signed in. */
export function ChooseSupplierScreen() {
  const { t } = useTranslation();
  const { role } = useCaller();
  return (
    <div className="suppliers">
      <header className="stack-tight">
        <h1>{t("navigation.chooseSupplier")}</h1>
        <p className="quiet">{t("providers.text")}</p>
      </header>
      {role === null && <SignInFirst />}
      {role === "dropShipper" && <Suppliers />}
      {role !== null && role !== "dropShipper" && <Notice tone="warn" title={t("providers.retailersOnly")} />}
    </div>
  );
}
