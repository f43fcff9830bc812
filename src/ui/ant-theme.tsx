import LoadingOutlined from "@ant-design/icons/es/icons/LoadingOutlined";
import type { MappingAlgorithm, ThemeConfig } from "antd";
import { ConfigProvider, theme as antd } from "antd";
import en from "antd/locale/en_US";
import zh from "antd/locale/zh_CN";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";

/** The nonce for the styles that the component library writes while it runs; set once, before the first drawing. */
let nonce = "";

/** Tells the nonce of this page's content security policy. */
export function setStyleNonce(given: string): void {
  nonce = given;
}

/** A token of tokens.css as it is in the page's theme now: the library derives further colours from it, so it wants the colour itself. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The library mixes its colours with the ground's in the dark; the brand's are meant as they are. */
const asGiven: MappingAlgorithm = (seed, mixed) => ({
  ...(mixed ?? antd.defaultAlgorithm(seed)),
  colorPrimary: seed.colorPrimary,
  colorPrimaryHover: token("primary-hover"),
  colorSuccess: seed.colorSuccess,
  colorWarning: seed.colorWarning,
  colorError: seed.colorError,
});

/** The library's own icon is called "loading" in every language: that it loads is said by what it stands in. */
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> };

/** The brand's tokens in the library's words. */
function themeNow(): ThemeConfig {
  const isDark = document.documentElement.dataset["theme"] === "darkTheme";
  return {
    algorithm: [isDark ? antd.darkAlgorithm : antd.defaultAlgorithm, asGiven],
    cssVar: { key: "quayside" },
    hashed: false,
    token: {
      colorPrimary: token("primary"),
      colorLink: token("primary"),
      colorSuccess: token("good"),
      colorWarning: token("warn"),
      colorError: token("bad"),
      colorText: token("ink"),
      colorTextSecondary: token("quiet"),
      colorTextDescription: token("quiet"),
      colorTextPlaceholder: token("quiet"),
      colorTextQuaternary: token("edge"),
      colorTextLightSolid: token("on-primary"),
      opacityLoading: 1,
      colorBgBase: token("ground"),
      colorBgLayout: token("ground"),
      colorBgContainer: token("surface"),
      colorBgElevated: token("surface"),
      colorBorder: token("edge"),
      colorBorderSecondary: token("line"),
      colorSplit: token("line"),
      borderRadius: 6,
      fontSize: 14,
      fontFamily: token("font"),
      motionDurationFast: "0.1s",
      motionDurationMid: "0.15s",
      motionDurationSlow: "0.15s",
    },
    components: { Button: { primaryShadow: "none", dangerShadow: "none", defaultShadow: "none" } },
  };
}

/** The component library in the brand's look and the page's language; follows a switch of the theme at once. */
export function AntTheme({ children }: { children: ReactNode }) {
  const { locale } = useTranslation();
  const [theme, setTheme] = useState(themeNow);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(themeNow()));
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);
  return (
    <ConfigProvider theme={theme} locale={locale === "zh-CN" ? zh : en} csp={{ nonce }} wave={{ disabled: true }} button={button}>
      {children}
    </ConfigProvider>
  );
}
