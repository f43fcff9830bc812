import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { exceptionTabs } from "./exceptions-search.rules.ts";
import { ExceptionsView } from "./exceptions-view.tsx";

/** The exceptions of a provider's orders, by what waits for whom. */
export function ExceptionsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { exception, to_do } = useSearch({ strict: false });
  const tab = exceptionTabs.find((one) => one === to_do) ?? "work";
  const view = <ExceptionsView isOwn={false} toDo={tab === "all" ? null : tab} />;
  if (typeof exception === "string") return view;
  return (
    <div className="stack exceptions">
      <h1>{t("navigation.exception")}</h1>
      <Tabs
        label={t("exceptions.filter.toDo")}
        tabs={exceptionTabs.map((value) => ({ value, text: t(`exceptions.toDo.${value}`) }))}
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
