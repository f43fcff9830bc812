import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { createElement, use } from "react";
import { loadRest } from "./texts/warehouse.ts";
import { loadChunk } from "#src/kit/lib/load-chunk.ts";
import type { AppRoute } from "./app-routes.ts";
import type { LoadScreen } from "./screens.ts";
import { screens } from "./screens.ts";
import { LaterScreen } from "./shell/later.screen.tsx";

/** Returns a route's component. A route without a screen says that its feature comes later. */
export function lazyScreen(route: AppRoute): RouteComponent {
  const load = screens[route.name];
  if (load === undefined) return () => <LaterScreen route={route} />;
  return lazily(firstScreens.has(route.name) ? load : () => withItsTexts(load));
}

/** The screens that may be shown first: their texts are in the first load. */
const firstScreens: ReadonlySet<string> = new Set(["p-login", "ds-login", "p-home", "ds-home", "404"]);

async function withItsTexts(load: LoadScreen): Promise<ComponentType> {
  const [screen] = await Promise.all([load(), loadRest()]);
  return screen;
}

/** A component that is loaded on demand or preloaded. */
export function lazily(load: LoadScreen): RouteComponent {
  let loading: Promise<ComponentType> | null = null;
  const preload = async (): Promise<void> => {
    loading ??= loadChunk(load);
    try {
      await loading;
    } catch (error) {
      // The next attempt loads it again.
      loading = null;
      throw error;
    }
  };
  function Screen(): ReactNode {
    return createElement(use((loading ??= loadChunk(load))));
  }
  return Object.assign(Screen, { preload });
}
