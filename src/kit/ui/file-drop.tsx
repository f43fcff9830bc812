import "./file-drop.css";
import Upload from "lucide-react/icons/upload";
import type { ReactNode } from "react";
import { useId } from "react";
import type { DropZoneProps } from "react-aria-components/DropZone";
import { DropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Button } from "./button.tsx";
import { getNotesIds } from "./field-frame.tsx";

interface FileDropProps {
  /** what the button does: "Choose a file" */
  readonly label: string;
  /** which files are taken, and how large */
  readonly hint?: string;
  readonly error?: string | undefined;
  /** types or endings of names, as for `accept` of a file input */
  readonly accept?: readonly string[];
  readonly isMany?: boolean;
  readonly isDisabled?: boolean;
  /** called with the files that were chosen or dropped, one unless `isMany`; the caller checks their types */
  readonly onFiles: (files: File[]) => void;
  readonly children?: ReactNode;
}

/** A place where files are dropped, pasted, or chosen by a button. */
export function FileDrop({ label, hint, error, accept, isMany = false, isDisabled = false, onFiles, children }: FileDropProps) {
  const id = useId();
  const notes = getNotesIds(id, { hint, error });
  const take = (files: readonly File[]) => {
    if (files.length > 0) onFiles(isMany ? [...files] : files.slice(0, 1));
  };
  const drop = async (items: Parameters<NonNullable<DropZoneProps["onDrop"]>>[0]["items"]) =>
    take(await Promise.all(items.flatMap((item) => (item.kind === "file" ? [item.getFile()] : []))));
  return (
    <div className="file-drop-field">
      <DropZone
        className="file-drop"
        aria-label={label}
        isDisabled={isDisabled}
        getDropOperation={() => "copy"}
        onDrop={({ items }) => void drop(items)}
      >
        {children}
        <FileTrigger
          allowsMultiple={isMany}
          {...(accept === undefined ? {} : { acceptedFileTypes: accept })}
          onSelect={(files) => take([...(files ?? [])])}
        >
          <Button isDisabled={isDisabled} {...(notes === undefined ? {} : { "aria-describedby": notes })}>
            <Upload size={16} aria-hidden />
            {label}
          </Button>
        </FileTrigger>
        {hint !== undefined && (
          <span className="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </DropZone>
      {error !== undefined && (
        <span className="field-error" role="alert" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
