// The keyboard: letters choose a pad, digits are its keys. Keys are known by their place, whatever the layout.

import { LETTERS } from "./letters.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenToKeyboard(held, pads) {
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]") !== null) return; // there, keys mean what they mean everywhere
    if (!press(event, held, pads)) return;
    event.preventDefault();
    document.body.classList.add("has-keyboard");
  });
  window.addEventListener("keyup", (event) => {
    if (held.holds(`key ${event.code}`)) event.preventDefault(); // or Space would click as well
    held.release(`key ${event.code}`);
    // macOS sends no keyup for what is let go while Command is down.
    if (event.key === "Meta") held.releaseAll("key ");
  });
}

/** Acts on a key that went down; true if it is one of ours. */
function press(event, held, pads) {
  const { code, repeat } = event;
  const source = `key ${code}`;
  const digit = /^(Digit|Numpad)([1-8])$/.exec(code);
  const button = document.activeElement?.closest(".key") ?? null;
  if (digit !== null) {
    const hand = digit[1] === "Digit" ? "digits" : "block";
    if (!repeat) held.press(source, pads.chosen(hand), Number(digit[2]));
  } else if (LETTERS.includes(code)) {
    pads.choose(LETTERS.indexOf(code) + 1, event.shiftKey ? "block" : "digits");
  } else if (code === "Escape") {
    held.releaseAll();
  } else if (button !== null && (code === "Space" || code === "Enter")) {
    if (!repeat) held.press(source, Number(button.dataset.pad), Number(button.dataset.key));
  } else if (button !== null && code in ARROWS) {
    pads.focusBeside(button, ...ARROWS[code]);
  } else {
    return false;
  }
  return true;
}
