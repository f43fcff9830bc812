import "#src/kit/ui/dialog.css";
import "./palette.css";
import { useRouter } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { Input } from "react-aria-components/Input";
import { Dialog, Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import type { PaletteEntry, PaletteOf } from "./palette-entries.tsx";
import { usePaletteEntries } from "./palette-entries.tsx";
import { isExact, rank } from "./palette.rules.ts";
import type { RecordsFound } from "./use-records.ts";
import { useRecords } from "./use-records.ts";

/** Exactly matching records first, then matching pages and actions, then other records. */
function mergeFound(query: string, entries: readonly PaletteEntry[], { records }: RecordsFound, t: Translate): readonly PaletteEntry[] {
  const found = records.map(({ kind, uuid, label, detail, codes, href, title }) => {
    const entry: PaletteEntry = { id: `${kind}:${uuid}`, kind: "record", label, detail, group: t(title), words: codes, href };
    return { entry, isExact: isExact(query, codes) };
  });
  return [
    ...found.filter((one) => one.isExact).map(({ entry }) => entry),
    ...rank(query, entries),
    ...found.filter((one) => !one.isExact).map(({ entry }) => entry),
  ];
}

/**
 * Searches open pages, places, actions and records. Arrow keys choose, Enter opens, Escape closes. Enter before all records are searched opens the
 * first match once they are: a scanner sends it with the code.
 */
export function Palette({ onClose, ...given }: PaletteOf & { onClose: () => void }) {
  const { t } = useTranslation();
  const entries = usePaletteEntries(given);
  const router = useRouter();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const [awaited, setAwaited] = useState<string | null>(null);
  const searched = useRecords(query, given.area, given.person);
  const found = mergeFound(query, entries, searched, t);
  const chosen = found[Math.min(at, found.length - 1)];
  const isDecided =
    !searched.isSearching || (chosen !== undefined && at > 0) || (chosen?.kind === "record" && isExact(query, chosen.words));

  const arrived = awaited !== null && awaited === query && !searched.isSearching ? found[0] : undefined;
  useEffect(() => {
    if (arrived !== undefined) choose(arrived);
  });

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
    // Ignore the Enter that confirms an input method's composition.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !isDecided) setAwaited(query);
    else if (event.key === "Enter") choose(chosen);
    if (to === undefined || last < 0) return;
    event.preventDefault();
    setAt(to);
  }

  return (
    <ModalOverlay
      className="dialog-ground palette-ground"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="palette-frame">
        <Dialog className="palette" aria-label={t("navigation.shell.palette.title")}>
          <Input
            className="palette-input"
            type="text"
            role="combobox"
            autoFocus
            aria-label={t("navigation.shell.palette.input")}
            placeholder={t("navigation.shell.palette.input")}
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
          <p className="visually-hidden" role="status">
            {query === "" || searched.isSearching ? "" : t("navigation.shell.palette.found", { count: found.length })}
          </p>
          {found.length === 0 && !searched.isSearching && (
            <p className="palette-none quiet">{t("navigation.shell.palette.none", { query })}</p>
          )}
          <ul className="palette-list" id={listId} role="listbox" aria-label={t("navigation.shell.palette.title")}>
            {found.map((entry) => (
              <Option
                key={entry.id}
                id={`${listId}-${entry.id}`}
                entry={entry}
                isChosen={entry === chosen}
                onChoose={() => choose(entry)}
              />
            ))}
          </ul>
          <SearchNote found={searched} />
          <p className="palette-keys quiet small">{t("navigation.shell.palette.keys")}</p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Says that records are still being searched, or which kinds could not be. */
function SearchNote({ found: { isSearching, failed } }: { found: RecordsFound }) {
  const { t } = useTranslation();
  if (isSearching) return <p className="palette-note quiet small">{t("navigation.shell.palette.searching")}</p>;
  if (failed.length === 0) return null;
  return (
    <p className="palette-note palette-failed small" role="alert">
      {t("navigation.shell.palette.failed", { kinds: failed.map((title) => t(title)).join(", ") })}
    </p>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ id, entry: { label, detail = "", group, kind }, isChosen, onChoose }: OptionProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // The input handles the keys; Tab never enters the list.
    <li ref={element} id={id} role="option" aria-selected={isChosen} className="palette-option" onClick={onChoose}>
      <span>
        {label}
        {detail !== "" && <span className="palette-detail quiet small">{detail}</span>}
      </span>
      <span className="quiet small">{group === "" && kind !== "record" ? t(`navigation.shell.palette.${kind}`) : group}</span>
    </li>
  );
}
