// How long the page has been as it is, in milliseconds; watched from the first call on.
(() => {
  const now = () => performance.now();
  if (!globalThis.headwater) {
    globalThis.headwater = { changed: now() };
    const watch = new MutationObserver(() => { globalThis.headwater.changed = now(); });
    watch.observe(document, { subtree: true, childList: true, characterData: true });
  }
  const height = document.documentElement ? document.documentElement.scrollHeight : 0;
  return [now() - globalThis.headwater.changed, document.readyState, height];
})()
