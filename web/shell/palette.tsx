import "./palette.css";
import { useRouter } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { PaletteEntry } from "./palette-entries.tsx";
import { rank } from "./palette.rules.ts";

/** Names to type and go to: open pages, places, deeds. Arrow keys choose, Enter goes, Escape closes. */
export function Palette({ entries, onClose }: { entries: readonly PaletteEntry[]; onClose: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = rank(query, entries);
  const chosen = found[Math.min(at, found.length - 1)];

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  function choose(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    onClose();
    entry.onChoose?.();
    if (entry.href !== undefined) void router.navigate({ href: entry.href });
  }
  function press(event: KeyboardEvent): void {
    const last = found.length - 1;
    const here = Math.min(at, last);
    const to = { ArrowDown: here === last ? 0 : here + 1, ArrowUp: here <= 0 ? last : here - 1 }[event.key];
    // Enter that ends the writing of a Chinese word is none of ours.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") choose(chosen);
    if (to === undefined || last < 0) return;
    event.preventDefault();
    setAt(to);
  }

  return (
    <dialog
      className="palette"
      ref={dialog}
      aria-label={t("places.shell.palette.title")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="palette-body">
        <input
          className="palette-input"
          type="text"
          role="combobox"
          aria-label={t("places.shell.palette.input")}
          placeholder={t("places.shell.palette.input")}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(chosen === undefined ? {} : { "aria-activedescendant": `${listId}-${chosen.id}` })}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <p className="heard" role="status">
          {query === "" ? "" : t("places.shell.palette.found", { count: found.length })}
        </p>
        {found.length === 0 && <p className="palette-none quiet">{t("places.shell.palette.none", { query })}</p>}
        <ul className="palette-list" id={listId} role="listbox" aria-label={t("places.shell.palette.title")}>
          {found.map((entry) => (
            <Option key={entry.id} id={`${listId}-${entry.id}`} entry={entry} isChosen={entry === chosen} onChoose={() => choose(entry)} />
          ))}
        </ul>
        <p className="palette-keys quiet small">{t("places.shell.palette.keys")}</p>
      </div>
    </dialog>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ id, entry: { label, group, kind }, isChosen, onChoose }: OptionProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // The keys are the input's: the list is never entered by Tab.
    <li ref={element} id={id} role="option" aria-selected={isChosen} className="palette-option" onClick={onChoose}>
      <span>{label}</span>
      <span className="quiet small">{group === "" ? t(`places.shell.palette.${kind}`) : group}</span>
    </li>
  );
}
