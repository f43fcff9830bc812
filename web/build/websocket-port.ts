import type { Plugin } from "vite";
import { websocketPortName } from "#src/kit/api/page-values.ts";

/** Puts the `<meta>` with the websocket's own port into the page. @param content the port, or what the server replaces by it */
export function websocketPortInPage(content: string): Plugin {
  return {
    name: "quayside:websocket-port",
    transformIndexHtml: () => [{ tag: "meta", attrs: { name: websocketPortName, content }, injectTo: "head" }],
  };
}
