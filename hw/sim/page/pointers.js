// Mouse, fingers and pens on the keys: as many at once as there are, each held until it lets go.

const TAP_MS = 100;
const CHORD = [1, 8];
const CHORD_MS = 1200; // the menu opens after a second: then they need not be let go one by one

export function listenToPointers(table, held) {
  table.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".key");
    if (button === null || event.button !== 0) return;
    const [pad, key] = [Number(button.dataset.pad), Number(button.dataset.key)];
    const latch = `latch ${pad} ${key}`;
    if (held.holds(latch)) {
      held.release(latch);
    } else if (event.shiftKey) {
      held.press(latch, pad, key);
      setTimeout(() => letChordGo(held, pad), CHORD_MS);
    } else {
      // A thumb that wobbles off its key during a hold still holds it.
      button.setPointerCapture(event.pointerId);
      held.press(`pointer ${event.pointerId}`, pad, key);
    }
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    table.addEventListener(name, (event) => held.release(`pointer ${event.pointerId}`));
  }

  // Screen readers click without a pointer: a short press.
  table.addEventListener("click", (event) => {
    const button = event.target.closest(".key");
    if (button === null || event.detail !== 0) return;
    const [pad, key] = [Number(button.dataset.pad), Number(button.dataset.key)];
    held.press(`tap ${pad} ${key}`, pad, key);
    setTimeout(() => held.release(`tap ${pad} ${key}`), TAP_MS);
  });

  // No menu after a long press, no focus (it would choose the keyboard's pad), no dragging of letters.
  for (const name of ["contextmenu", "mousedown", "dragstart"]) {
    table.addEventListener(name, (event) => {
      if (event.target.closest(".pad") !== null) event.preventDefault();
    });
  }
}

/** Lets the menu's two keys go if both were kept down. */
function letChordGo(held, pad) {
  const latches = CHORD.map((key) => `latch ${pad} ${key}`);
  if (latches.every((latch) => held.holds(latch))) for (const latch of latches) held.release(latch);
}
