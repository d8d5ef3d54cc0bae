// The oldest engines in which everything works: the first with cascade layers, and the oldest Chromium that was tried.
export default ["safari 15.4", "ios_saf 15.4", "chrome 106", "firefox 97"];
