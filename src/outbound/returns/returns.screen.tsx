import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { RuleButton } from "./rule-button.tsx";
import { returnTabs } from "./returns-search.rules.ts";
import { ReturnsView } from "./returns-view.tsx";
import { returnActions } from "./returns.actions.ts";

const ReturnsScanning = lazyPart(async () => (await import("./returns-scanning.tsx")).ReturnsScanning);

/** Customers' returns of a provider's warehouses, by what is to be done, and the work with a scanner (`?scan=on`). */
export function ReturnsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { return: shown, to_do, scan } = useSearch({ strict: false });
  const tab = returnTabs.find((one) => one === to_do) ?? "inspect";
  if (scan === "on")
    return (
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        <ReturnsScanning onLeave={() => void navigate({ to: ".", search: ({ scan: _scan, ...old }: Record<string, unknown>) => old })} />
      </Suspense>
    );
  const view = <ReturnsView isOwn={false} tab={tab} />;
  if (typeof shown === "string") return view;
  return (
    <div className="stack returns">
      <div className="row row-apart">
        <h1>{t("navigation.returns")}</h1>
        <div className="row">
          <RuleButton />
          <ActionButton
            of={returnActions.receive}
            subject={undefined}
            tone="primary"
            onClick={() => void navigate({ to: ".", search: (old: Record<string, unknown>) => ({ ...old, scan: "on" }) })}
          >
            {t("returns.scanWork")}
          </ActionButton>
        </div>
      </div>
      <Tabs
        label={t("returns.filter.toDo")}
        tabs={returnTabs.map((value) => ({ value, text: t(`returns.toDo.${value}`) }))}
        value={tab}
        onValue={(value) =>
          void navigate({
            to: ".",
            // The filter by status is of the tab that is left.
            search: ({ status: _status, page: _page, ...old }: Record<string, unknown>) => ({ ...old, to_do: value }),
            resetScroll: false,
          })
        }
      >
        {view}
      </Tabs>
    </div>
  );
}
