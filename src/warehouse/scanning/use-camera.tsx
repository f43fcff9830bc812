import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { imageTypes } from "#src/kit/files/files.rules.ts";
import { FileInput } from "#src/kit/ui/file-input.tsx";
import { shrinkPicture } from "./shrink-picture.ts";

const accepted = imageTypes.map(({ contentType }) => contentType).join(",");
type Picture = NonNullable<Awaited<ReturnType<typeof shrinkPicture>>>;

/**
 * Takes photos with the device's camera, or from files where it has none, and shrinks them so that they can be queued like scans.
 * @param onPicture sends a picture; null for a file that is no image
 * @returns `take` opens the camera; `view` renders it with the pending photos
 */
export function useCamera(
  { label, pending }: { readonly label: string; readonly pending: string },
  onPicture: (picture: Picture | null) => Promise<void> | void,
): { take: () => void; view: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  const [underWay, setUnderWay] = useState(0);

  async function send(file: File): Promise<void> {
    setUnderWay((count) => count + 1);
    try {
      await onPicture(await shrinkPicture(file));
    } finally {
      setUnderWay((count) => count - 1);
    }
  }

  const view = (
    <>
      <FileInput
        ref={input}
        label={label}
        accept={accepted}
        isCamera
        onFiles={(files) => {
          for (const file of files) void send(file);
        }}
      />
      {underWay > 0 && (
        <p className="quiet" role="status">
          {pending}
        </p>
      )}
    </>
  );
  return { take: () => input.current?.click(), view };
}
