import { useRouter } from "@tanstack/react-router";
import type { ComponentPropsWithRef, MouseEvent } from "react";
import { isPublicPage } from "../site.ts";

interface AppLinkProps extends ComponentPropsWithRef<"a"> {
  /** an address of this application, including its search */
  href: string;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * A link inside the application: navigates without a page load and preloads the screen on hover and focus. A link to a public page loads the whole
 * page.
 */
export function AppLink({ href, onClick, ...rest }: AppLinkProps) {
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
