import type { ChangeEvent, Ref } from "react";

interface FileInputProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  /** types or endings of names, separated by commas */
  readonly accept: string;
  readonly isMany?: boolean;
  /** opens the camera of a hand-held at once */
  readonly isCamera?: boolean;
  /** called with the chosen files; the caller checks their types */
  readonly onFiles: (files: File[]) => void;
}

/** The browser's file picker without a visible control: a button or a key handler calls `click()` of its ref. */
export function FileInput({ ref, label, accept, isMany = false, isCamera = false, onFiles }: FileInputProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same file may be chosen again after it was corrected.
    target.value = "";
    if (files.length > 0) onFiles(files);
  };
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      multiple={isMany}
      aria-label={label}
      onChange={take}
      {...(isCamera ? { capture: "environment" as const } : {})}
    />
  );
}
