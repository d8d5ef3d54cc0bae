// Scripts: the recommended rules, and nothing that the oldest engines do not know. Styles: the same by another data set
// than stylelint's, since each of the two knows what the other does not.
import css from "@eslint/css";
import js from "@eslint/js";
import compat from "eslint-plugin-compat";
import esX from "eslint-plugin-es-x";
import globals from "globals";
import engines from "./engines.mjs";

// A method of an array is no method of an iterator, by whose name alone it can't be told apart.
const asArraysHave = Object.keys(esX.rules).filter((rule) => rule.startsWith("no-iterator-prototype-"));
const iterators = "CallExpression[callee.property.name=/^(values|keys|entries|matchAll)$/][callee.object.name!='Object']";

const scripts = {
  plugins: { ...compat.configs["flat/recommended"].plugins, "es-x": esX },
  languageOptions: { sourceType: "script", ecmaVersion: 2022, globals: globals.browser },
  settings: {
    browsers: engines,
    // Used where it is there only.
    polyfills: ["navigator.wakeLock", "Navigation"],
    "es-x": { aggressive: true },
  },
  rules: {
    ...esX.configs["flat/restrict-to-es2022"].rules,
    ...Object.fromEntries(asArraysHave.map((rule) => [`es-x/${rule}`, "off"])),
    "es-x/no-class-static-block": "error", // Safari 16.4
    "es-x/no-regexp-lookbehind-assertions": "error", // Safari 16.4
    "compat/compat": "error",
    // Known by their object alone, which the rule above does not see.
    "no-restricted-properties": ["error", ...["showModal", "requestSubmit", "checkVisibility", "showPopover"].map((property) => ({ property })),
      ...["timeout", "any"].map((property) => ({ object: "AbortSignal", property }))],
    "no-restricted-syntax": ["error", { selector: `MemberExpression[property.type='Identifier'] > ${iterators}`, message: "Iterators have no methods yet." }],
  },
};

export default [
  { ...scripts, files: ["static/vendor/*.js"] },
  {
    ...scripts,
    files: ["static/js/**/*.js", "static/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: {
      ...scripts.languageOptions,
      globals: { ...globals.browser, companion: "readonly", htmx: "readonly", signal: "readonly" },
      // assets.py makes a strict function of each.
      parserOptions: { ecmaFeatures: { globalReturn: true, impliedStrict: true } },
    },
    rules: {
      ...js.configs.recommended.rules,
      ...scripts.rules,
      "no-inner-declarations": ["error", "functions", { blockScopedFunctions: "disallow" }],
    },
  },
  { files: ["static/sw.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["static/css/**/*.css"],
    language: "css/css",
    plugins: { css },
    rules: {
      "css/use-baseline": ["error", {
        available: 2021,
        // Came with the engines above, or with a prefix before.
        allowAtRules: ["layer", "page"],
        allowMediaConditions: ["forced-colors", "scripting"],
        allowSelectors: ["focus-visible", "marker"],
        allowProperties: [
          "appearance", "color-scheme", "print-color-adjust", "user-select",
          // Nothing is lost without.
          "forced-color-adjust", "hyphens", "outline", "overflow-anchor", "scroll-snap-align", "scroll-snap-type", "scrollbar-width", "text-size-adjust", "text-wrap",
        ],
        allowPropertyValues: { "break-after": ["avoid"], overflow: ["clip"], "overflow-wrap": ["anywhere"], "text-align": ["match-parent"] },
      }],
    },
  },
];
