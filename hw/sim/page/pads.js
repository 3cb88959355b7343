// The eight pads: their keys, lights and letters, and which of them the keyboard presses.

import { LETTERS } from "./letters.js";

const KEYS = [1, 2, 3, 4, 5, 6, 7, 8];

export class Pads {
  #table;
  #elements = [];
  #looks = [];
  #built = "";
  #chosen = { digits: 1, block: null };

  constructor(table) {
    this.#table = table;
  }

  /** `looks`: name, code and colour of each pad. */
  build(looks) {
    if (this.#built === JSON.stringify(looks)) return;
    this.#built = JSON.stringify(looks);
    this.#looks = looks;
    for (const element of this.#elements) element.remove();
    this.#elements = looks.map((look, index) => this.#buildPad(look, index + 1));
    this.#table.append(...this.#elements);
    this.#showChosen();
  }

  /** `levels`: 0 (off) to 255 of each light; `colour`: the pad whose colour all take, or null. */
  showLights(levels, colour) {
    this.#elements.forEach((element, index) => {
      const look = this.#looks[colour === null ? index : colour - 1];
      element.style.setProperty("--light", look.colour);
      // Eyes see a quarter of the light as half.
      element.style.setProperty("--level", Math.sqrt(levels[index] / 255).toFixed(3));
    });
  }

  showKey(pad, key, isDown) {
    this.#key(pad, key).classList.toggle("down", isDown);
  }

  /** The pad that the digits press, or the number block if it has one of its own. */
  chosen(hand) {
    return this.#chosen[hand] ?? this.#chosen.digits;
  }

  choose(pad, hand = "digits") {
    this.#chosen[hand] = pad;
    this.#showChosen();
  }

  /** Moves the focus within a pad, as arrow keys do; stays at its edges. */
  focusBeside(button, right, below) {
    const column = ((Number(button.dataset.key) - 1) % 4) + right;
    const row = Math.floor((Number(button.dataset.key) - 1) / 4) + below;
    if (column < 0 || column > 3 || row < 0 || row > 1) return;
    const next = this.#key(Number(button.dataset.pad), row * 4 + column + 1);
    button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  #key(pad, key) {
    return this.#elements[pad - 1].querySelector(`[data-key="${key}"]`);
  }

  #showChosen() {
    this.#elements.forEach((element, index) => {
      element.classList.toggle("chosen", index + 1 === this.#chosen.digits);
      element.classList.toggle("chosen-block", index + 1 === this.#chosen.block);
      element.querySelector(".tag").setAttribute("aria-pressed", index + 1 === this.#chosen.digits);
    });
  }

  #buildPad(look, pad) {
    const element = make("section", "pad", { role: "group", "aria-label": `${look.name} pad` });
    element.dataset.pad = pad;
    element.style.setProperty("--pad", look.colour);
    element.style.setProperty("--light", look.colour);
    const tag = make("button", "tag", { "aria-label": `Choose the ${look.name} pad for the keyboard` });
    tag.append(make("b", "", {}, look.code));
    tag.addEventListener("click", () => this.choose(pad));
    const keys = make("div", "keys", {});
    keys.append(...KEYS.map((key) => this.#buildKey(look, pad, key)));
    keys.addEventListener("focusin", () => this.choose(pad));
    const hint = make("kbd", "hint", { "data-code": LETTERS[pad - 1], "aria-hidden": "true" });
    element.append(tag, hint, make("span", "light", {}), keys);
    return element;
  }

  #buildKey(look, pad, key) {
    const button = make("button", "key", { "aria-label": `${look.name} ${key}` });
    button.dataset.pad = pad;
    button.dataset.key = key;
    button.tabIndex = key === 1 ? 0 : -1; // one stop of the Tab key a pad; arrows go on from there
    button.append(make("span", "cap", {}, String(key)));
    return button;
  }
}

function make(name, className, attributes, text = "") {
  const element = document.createElement(name);
  if (name === "button") element.type = "button";
  element.className = className;
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
