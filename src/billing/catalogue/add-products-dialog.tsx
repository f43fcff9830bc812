import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { getProviderInput, useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useDebounced } from "#src/kit/api/use-debounced.ts";
import { queryProduct } from "#src/warehouse/goods/goods.contract.ts";
import type { QueriedProduct } from "#src/warehouse/goods/goods-rows.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { addItems, listItems } from "./catalogue.contract.ts";

/** The number of products that one search shows; a longer search narrows them. */
const mostFound = 20;

interface AddProps {
  /** receives the new items */
  readonly onAdded: (itemUuids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The provider's own products that match the search; null while loading. */
function useOwnProducts(search: string) {
  const caller = useCaller();
  const { data, error, refetch } = useCallQuery(queryProduct, {
    ...getProviderInput(caller),
    owner_uuid: caller.scope.providerUuid,
    search,
    page_size: mostFound,
  });
  const found: readonly QueriedProduct[] | null = data?.result ?? null;
  return { found, isMore: data !== undefined && data.next_cursor !== null, problem: error, again: () => void refetch() };
}

/** Shown if the provider has no products; links to where they are created. */
function NoneYet() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyState
      line={t("catalogue.add.noneYet")}
      action={<Button onClick={() => void navigate({ to: "/p/product" })}>{t("catalogue.add.toProducts")}</Button>}
    />
  );
}

/** The products that are already in the catalogue; empty while unknown. */
function useTaken(of: readonly QueriedProduct[]): ReadonlySet<string> {
  const product_uuids = of.map(({ product_uuid }) => product_uuid);
  const { data } = useCallQuery(listItems, { product_uuids, page_size: 50 }, { enabled: of.length > 0 });
  return new Set(data?.result.map(({ product_uuid }) => product_uuid));
}

interface FoundProps {
  readonly of: readonly QueriedProduct[];
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (productUuid: string) => void;
}

function Found({ of, chosen, onChosen }: FoundProps) {
  const { t, locale } = useTranslation();
  const taken = useTaken(of);
  return (
    <ul className="catalogue-found" aria-label={t("catalogue.add.found")}>
      {of.map(({ product_uuid, title, product_variants }) => (
        <li key={product_uuid}>
          <Checkbox
            className="catalogue-choice"
            label={title}
            isLabelHidden
            isDisabled={taken.has(product_uuid)}
            isChecked={chosen.has(product_uuid)}
            onChecked={() => onChosen(product_uuid)}
          >
            <span className="stack-tight">
              <span>{title}</span>
              <span className="quiet small">
                {listText(
                  product_variants.map(({ sku }) => sku),
                  locale,
                )}
              </span>
              {taken.has(product_uuid) && <span className="quiet small">{t("catalogue.add.taken")}</span>}
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}

/** Adds the provider's own products to the catalogue as drafts: search, select, add. */
export function AddProductsDialog({ onAdded, onClose }: AddProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const { found, isMore, problem, again } = useOwnProducts(search);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { perform, isPending } = useCallMutation(addItems);
  const toggle = (uuid: string) => setChosen((now) => new Set(now.has(uuid) ? [...now].filter((one) => one !== uuid) : [...now, uuid]));
  const add = async () => {
    try {
      const { added, existing } = await perform({ product_uuids: [...chosen] });
      const { show } = useToasts.getState();
      if (added.length > 0) show("good", t("catalogue.offered.done", { count: added.length }));
      else show("good", t("catalogue.offered.none", { count: existing }));
      onAdded(added.map(({ item_uuid }) => item_uuid));
    } catch (error) {
      // Already shown as a toast; the choice is kept.
      if (!(error instanceof CallProblem)) throw error;
    }
  };
  const isNone = found?.length === 0;
  return (
    <Dialog
      title={t("catalogue.add.title")}
      closeText={t("ui.cancel")}
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={isPending || chosen.size === 0} onClick={() => void add()}>
          {chosen.size === 0 ? t("catalogue.action.add") : t("catalogue.add.submit", { count: chosen.size })}
        </Button>
      }
    >
      {isNone && search === "" ? (
        <NoneYet />
      ) : (
        <div className="stack">
          <p className="quiet">{t("catalogue.add.intro")}</p>
          <TextField
            label={t("catalogue.filter.search")}
            placeholder={t("catalogue.filter.searchHint")}
            value={text}
            maxLength={200}
            onText={setText}
          />
          <div className="catalogue-results">
            {found === null && <FailedNotice error={problem} onRetry={again} />}
            {isNone && <p className="quiet">{t("catalogue.add.nothingFits")}</p>}
            {found !== null && found.length > 0 && <Found of={found} chosen={chosen} onChosen={toggle} />}
            {isMore && <p className="quiet small">{t("catalogue.add.more")}</p>}
          </div>
        </div>
      )}
    </Dialog>
  );
}
