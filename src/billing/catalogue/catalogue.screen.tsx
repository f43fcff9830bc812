import "./catalogue.css";
import { useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { AddProductsDialog } from "./add-products-dialog.tsx";
import { itemsList } from "./items.list.tsx";
import { TiersDialog } from "./tiers-dialog.tsx";
import { useReload, useShow } from "./use-catalogue.ts";

const ItemPage = lazyPart(async () => (await import("./item-page.tsx")).ItemPage);

function Items({ show, reload }: { show: (itemUuid: string) => void; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"add" | "tiers" | null>(null);
  const list = useMemo(() => itemsList({ show, add: () => setDialog("add"), tiers: () => setDialog("tiers") }), [show]);
  const close = () => setDialog(null);
  return (
    <div className="stack">
      <h1>{t("navigation.catalogue")}</h1>
      <p className="quiet">{t("catalogue.intro")}</p>
      <List of={list} />
      {dialog === "add" && (
        <AddProductsDialog
          onClose={close}
          onAdded={([only, ...others]) => {
            close();
            void reload();
            if (only !== undefined && others.length === 0) show(only);
          }}
        />
      )}
      {dialog === "tiers" && <TiersDialog onChanged={reload} onClose={close} />}
    </div>
  );
}

/** The provider's catalogue: the list, or the item named by the address (`?item=`). */
export function CatalogueScreen() {
  const { t } = useTranslation();
  const { item: shown } = useSearch({ strict: false });
  const reload = useReload();
  const go = useShow();
  const show = useCallback((uuid: string) => go({ item: uuid }), [go]);
  if (shown === undefined) return <Items show={show} reload={reload} />;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      <ItemPage key={shown} uuid={shown} onChanged={reload} onBack={() => go({})} />
    </Suspense>
  );
}
