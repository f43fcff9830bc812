import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { getProviderInput, useAnswer, useCaller, useDeed } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import { useSettled } from "#src/api/use-settled.ts";
import { queryProduct } from "#src/goods/goods.contract.ts";
import type { QueriedProduct } from "#src/goods/shown.contract.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { listText } from "#src/lib/wording.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { FailedNotice } from "#src/ui/failed-notice.tsx";
import { TextField } from "#src/ui/text-field.tsx";
import { EmptyState } from "#src/ui/notice.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { addItems, listItems } from "./catalogue.contract.ts";

/** Products that one search shows: who looks for another one types more of it. */
const mostFound = 20;

interface AddProps {
  /** told the items that were made */
  readonly onAdded: (itemUuids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The provider's own products that hold what was typed; null until they have come. */
function useOwnProducts(search: string) {
  const caller = useCaller();
  const { data, error, refetch } = useAnswer(queryProduct, {
    ...getProviderInput(caller),
    owner_uuid: caller.scope.providerUuid,
    search,
    page_size: mostFound,
  });
  const found: readonly QueriedProduct[] | null = data?.result ?? null;
  return { found, isMore: data !== undefined && data.next_cursor !== null, problem: error, again: () => void refetch() };
}

/** Without products of its own a provider has nothing to offer: where they are made. */
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

/** Which of some products the catalogue has already; none while nobody knows. */
function useTaken(of: readonly QueriedProduct[]): ReadonlySet<string> {
  const product_uuids = of.map(({ product_uuid }) => product_uuid);
  const { data } = useAnswer(listItems, { product_uuids, page_size: 50 }, { enabled: of.length > 0 });
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

/** Takes products of the provider's own into the catalogue: searched, ticked, added as drafts. */
export function AddDialog({ onAdded, onClose }: AddProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const search = useSettled(text.trim());
  const { found, isMore, problem, again } = useOwnProducts(search);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { perform, isPending } = useDeed(addItems);
  const toggle = (uuid: string) => setChosen((now) => new Set(now.has(uuid) ? [...now].filter((one) => one !== uuid) : [...now, uuid]));
  const add = async () => {
    try {
      const { added, existing } = await perform({ product_uuids: [...chosen] });
      const { show } = useToasts.getState();
      if (added.length > 0) show("good", t("catalogue.offered.done", { count: added.length }));
      else show("good", t("catalogue.offered.none", { count: existing }));
      onAdded(added.map(({ item_uuid }) => item_uuid));
    } catch (error) {
      // It was said as a toast; what was chosen stays.
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
