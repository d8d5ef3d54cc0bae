// A signal that gives up an answer after so many milliseconds, also where AbortSignal.timeout is not known yet.
companion.patience = (milliseconds) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
};
