// The letters that choose a pad, by their place on the keyboard, and what is printed on them.

export const LETTERS = ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI"];

/** Writes into every `<kbd data-code>` what this keyboard has there, where the browser tells (else QWERTY). */
export async function showLetters() {
  write(null); // at once: a browser may take its time to tell
  write(await navigator.keyboard?.getLayoutMap?.().catch(() => null));
}

function write(layout) {
  for (const hint of document.querySelectorAll("kbd[data-code]")) {
    hint.textContent = (layout?.get(hint.dataset.code) ?? hint.dataset.code.slice(-1)).toUpperCase();
  }
}
