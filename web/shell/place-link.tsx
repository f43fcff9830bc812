import { useRouter } from "@tanstack/react-router";
import type { ComponentPropsWithRef, MouseEvent } from "react";
import { isPublicPage } from "../site.ts";

interface PlaceLinkProps extends ComponentPropsWithRef<"a"> {
  /** an address of this application, with its search */
  href: string;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * A link inside the application: goes there without loading the page anew, and loads the screen's part while it is pointed at. To a public page it is
 * a link as any other.
 */
export function PlaceLink({ href, onClick, ...rest }: PlaceLinkProps) {
  const router = useRouter();
  const isElsewhere = isPublicPage(href);
  function preload(): void {
    if (!isElsewhere) void router.preloadRoute({ to: href.split("?", 1)[0] ?? href }).catch(() => undefined);
  }
  function go(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (isElsewhere || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    void router.navigate({ href });
  }
  return <a {...rest} href={href} onClick={go} onPointerEnter={preload} onFocus={preload} />;
}
