import { useRef } from "react";
import { Button } from "#src/kit/ui/button.tsx";
import { FileInput } from "#src/kit/ui/file-input.tsx";
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

/** A button that opens the browser's file dialog. */
export function ImagePicker({ id, text, isMany, isDisabled = false, describedBy, onFiles }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} label={text} accept={accepted} isMany={isMany} onFiles={onFiles} />
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
