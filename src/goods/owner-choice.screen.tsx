import "./owner-choice.css";
import { useMemo, useState } from "react";
import { useAnswer } from "#src/api/caller.tsx";
import { isRefusedList } from "#src/api/problem.rules.ts";
import { useSettled } from "#src/api/use-settled.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Combobox } from "#src/ui/combobox.tsx";
import type { FieldProps } from "#src/ui/field-frame.tsx";
import { listOwners } from "./goods.contract.ts";
import type { Owner } from "./goods.contract.ts";

interface OwnerChoiceProps extends FieldProps {
  /** whose id; empty for nobody */
  readonly value: string;
  /** told whom; empty for nobody. The name comes along where somebody was chosen */
  readonly onValue: (ownerUuid: string, name: string) => void;
  /** what it means that nobody is chosen; null where somebody always is */
  readonly nothing: string | null;
  /** without the supplier itself */
  readonly isRetailersOnly?: boolean;
}

const none: readonly Owner[] = [];

/** Who fits what was typed: the first by name, and of how many. All of them are searched here where all came at once, and else by the server. */
function useFitting(typed: string) {
  const sought = typed.trim();
  const settled = useSettled(sought);
  const first = useAnswer(listOwners, {});
  const all = first.data?.result ?? none;
  const isPart = first.data !== undefined && first.data.total > all.length;
  const asked = useAnswer(listOwners, { search: settled }, { enabled: isPart && settled !== "" });
  const here = useMemo(() => all.filter(({ owner_name }) => owner_name.toLowerCase().includes(sought.toLowerCase())), [all, sought]);
  if (!isPart || sought === "")
    return {
      found: here,
      total: sought === "" ? (first.data?.total ?? 0) : here.length,
      isComing: first.isPending,
      isError: first.isError && !isRefusedList(first.error),
    };
  // What has come for another text is no answer to this one: who presses Enter meanwhile gets somebody who fits, or nobody.
  if (settled !== sought || asked.data === undefined)
    return { found: here, total: here.length, isComing: !asked.isError, isError: asked.isError && !isRefusedList(asked.error) };
  return { found: asked.data.result, total: asked.data.total, isComing: false, isError: false };
}

/** What somebody is called who need not be among those that were found; null while nobody knows, empty where there is nobody of this id. */
function useNameOf(uuid: string, known: readonly Owner[]): string | null {
  const among = known.find(({ owner_uuid }) => owner_uuid === uuid)?.owner_name;
  const { data, isError } = useAnswer(listOwners, { owner_uuid: uuid }, { enabled: uuid !== "" && among === undefined });
  if (uuid === "" || isError) return "";
  return among ?? (data === undefined ? null : (data.result[0]?.owner_name ?? ""));
}

/**
 * Whose goods: the supplier itself or one of its retailers, found by a part of the name among any number of them.
 * Everybody who chooses among owners does it here.
 */
export function OwnerChoice({ value, onValue, nothing, isRetailersOnly = false, ...field }: OwnerChoiceProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Owner | null>(null);
  const { found, total, isComing, isError } = useFitting(typed);
  const known = useMemo(() => (chosen === null ? found : [chosen, ...found]), [chosen, found]);
  const name = useNameOf(value, known);
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
      <span className="heard" role="status">
        {typed !== "" && more}
      </span>
    </div>
  );
}
