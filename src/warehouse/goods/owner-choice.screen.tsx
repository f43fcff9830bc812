import "./owner-choice.css";
import { useMemo, useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { isRefusedList } from "#src/kit/api/problem.rules.ts";
import { useDebounced } from "#src/kit/api/use-debounced.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Combobox } from "#src/kit/ui/combobox.tsx";
import type { FieldProps } from "#src/kit/ui/field-frame.tsx";
import { listOwners } from "./goods.contract.ts";
import type { Owner } from "./goods.contract.ts";

interface OwnerChoiceProps extends FieldProps {
  /** the chosen owner's id; empty for none */
  readonly value: string;
  /** receives the chosen owner's id, empty for none, and the name if one was chosen */
  readonly onValue: (ownerUuid: string, name: string) => void;
  /** the text for no choice; null if an owner is required */
  readonly nothing: string | null;
  /** excludes the supplier itself */
  readonly isRetailersOnly?: boolean;
}

const none: readonly Owner[] = [];

/** Finds owners matching the typed text, ordered by name, with their total. Filters locally if all owners are loaded, else asks the server. */
function useFitting(typed: string) {
  const sought = typed.trim();
  const settled = useDebounced(sought);
  const first = useCallQuery(listOwners, {});
  const all = first.data?.result ?? none;
  const isPart = first.data !== undefined && first.data.total > all.length;
  const asked = useCallQuery(listOwners, { search: settled }, { enabled: isPart && settled !== "" });
  const here = useMemo(() => all.filter(({ owner_name }) => owner_name.toLowerCase().includes(sought.toLowerCase())), [all, sought]);
  if (!isPart || sought === "")
    return {
      found: here,
      total: sought === "" ? (first.data?.total ?? 0) : here.length,
      isComing: first.isPending,
      isError: first.isError && !isRefusedList(first.error),
    };
  // An answer for earlier text must not be used: Enter would choose the wrong owner.
  if (settled !== sought || asked.data === undefined)
    return { found: here, total: here.length, isComing: !asked.isError, isError: asked.isError && !isRefusedList(asked.error) };
  return { found: asked.data.result, total: asked.data.total, isComing: false, isError: false };
}

/** Returns the name of an owner who need not be among the search results; null while loading, empty if the id is unknown. */
function useOwnerName(uuid: string, known: readonly Owner[]): string | null {
  const among = known.find(({ owner_uuid }) => owner_uuid === uuid)?.owner_name;
  const { data, isError } = useCallQuery(listOwners, { owner_uuid: uuid }, { enabled: uuid !== "" && among === undefined });
  if (uuid === "" || isError) return "";
  return among ?? (data === undefined ? null : (data.result[0]?.owner_name ?? ""));
}

/**
 * Chooses an owner of goods, the supplier or one of its retailers, by part of the name. Works with any number of owners.
 * Every choice among owners uses this component.
 */
export function OwnerChoice({ value, onValue, nothing, isRetailersOnly = false, ...field }: OwnerChoiceProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Owner | null>(null);
  const { found, total, isComing, isError } = useFitting(typed);
  const known = useMemo(() => (chosen === null ? found : [chosen, ...found]), [chosen, found]);
  const name = useOwnerName(value, known);
  const own = isRetailersOnly ? found.filter(({ is_own }) => is_own).length : 0;
  const shown = isRetailersOnly ? found.filter(({ is_own }) => !is_own) : found;
  const count = total - own;
  const more = count > shown.length ? t("goods.owners.more", { count }) : undefined;
  const valueText = name === null ? t("ui.loading") : name === "" && value !== "" ? t("goods.owners.unknown") : name;
  return (
    <div className="owner-choice">
      <Combobox
        isRequired={nothing === null}
        {...field}
        value={value}
        valueText={valueText}
        options={shown.map(({ owner_uuid, owner_name }) => ({ value: owner_uuid, text: owner_name }))}
        onType={setTyped}
        onChange={(option) => {
          setChosen(found.find(({ owner_uuid }) => owner_uuid === option?.value) ?? null);
          onValue(option?.value ?? "", option?.text ?? "");
        }}
        placeholder={nothing ?? t("goods.owners.choose")}
        note={t(isError ? "ui.failed" : isComing ? "ui.loading" : "goods.owners.none")}
        more={more}
        clearText={nothing === null ? null : t("ui.clear")}
      />
      <span className="visually-hidden" role="status">
        {typed !== "" && more}
      </span>
    </div>
  );
}
