// The oldest engines in which everything works: the first with cascade layers.
export default ["safari 15.4", "ios_saf 15.4", "chrome 99", "firefox 97"];
