import type { ChangeEvent } from "react";
import { useRef } from "react";
import { Button } from "#src/ui/button.tsx";
import { imageTypes } from "./files.rules.ts";

const accepted = imageTypes.flatMap(({ contentType, extensions }) => [contentType, ...extensions.map((one) => `.${one}`)]).join(",");

interface ImagePickerProps {
  readonly id?: string;
  readonly text: string;
  readonly isMany: boolean;
  readonly isDisabled?: boolean;
  readonly describedBy?: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the browser's choice of files. */
export function ImagePicker({ id, text, isMany, isDisabled = false, describedBy, onFiles }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same file may be chosen again.
    target.value = "";
    onFiles(files);
  };
  return (
    <>
      <input ref={input} type="file" hidden accept={accepted} multiple={isMany} onChange={take} aria-label={text} />
      <Button
        isDisabled={isDisabled}
        onClick={() => input.current?.click()}
        {...(id === undefined ? {} : { id })}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
      >
        {text}
      </Button>
    </>
  );
}
