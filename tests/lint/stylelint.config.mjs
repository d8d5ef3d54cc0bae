// The standard rules, and nothing that the oldest engines do not know.
import engines from "./engines.mjs";

export default {
  extends: ["stylelint-config-standard"],
  plugins: ["stylelint-no-unsupported-browser-features"],
  reportNeedlessDisables: true,
  rules: {
    "plugin/no-unsupported-browser-features": [true, {
      severity: "error",
      browsers: engines,
      ignorePartialSupport: true,
      // Nothing is lost without.
      ignore: ["css-media-scripting", "css-overflow-anchor", "css-paged-media", "css-scrollbar", "css-touch-action", "text-size-adjust", "viewport-unit-variants"],
    }],
    "function-disallowed-list": ["light-dark"], // not known of in custom properties
    "media-feature-range-notation": "prefix", // context: Safari 16.4
    "declaration-property-value-no-unknown": [true, { ignoreProperties: { "text-align": "-webkit-match-parent" } }],
    "property-no-vendor-prefix": [true, { ignoreProperties: ["print-color-adjust", "text-size-adjust", "user-select"] }],
    "declaration-block-no-duplicate-properties": [true, { ignore: ["consecutive-duplicates-with-different-values"] }],
    // A card's class ends with its letter, as in addresses.
    "selector-class-pattern": "^[a-z][a-z0-9]*(-([a-z0-9]+|[A-Z]))*$",
    // Rows of a table, one a line.
    "declaration-block-single-line-max-declarations": null,
    "custom-property-empty-line-before": null,
    // What stands together belongs together; layers order the rest.
    "no-descending-specificity": null,
    "number-max-precision": 5,
    "value-keyword-case": ["lower", { ignoreProperties: ["--serif", "--sans"] }],
  },
  // Where the layers are put in order: by empty blocks.
  overrides: [{ files: ["**/tokens.css"], rules: { "block-no-empty": null, "at-rule-empty-line-before": null } }],
};
