// Which keys this page holds down, and by what: a finger, a mouse, a key of the keyboard. A key is down while
// anything holds it, so that two fingers on one key make one press.

export class Held {
  isAccepting = false;
  #onChange;
  #keys = new Map(); // what holds -> "pad key"

  /** `onChange(pad, key, isDown)` hears of every key that goes down or up. */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  holds(source) {
    return this.#keys.has(source);
  }

  press(source, pad, key) {
    if (!this.isAccepting || this.holds(source)) return;
    const wasDown = this.#isDown(`${pad} ${key}`);
    this.#keys.set(source, `${pad} ${key}`);
    if (!wasDown) this.#onChange(pad, key, true);
  }

  release(source) {
    if (!this.holds(source)) return;
    const name = this.#keys.get(source);
    this.#keys.delete(source);
    if (!this.#isDown(name)) this.#onChange(...name.split(" ").map(Number), false);
  }

  releaseAll(prefix = "") {
    for (const source of [...this.#keys.keys()]) if (source.startsWith(prefix)) this.release(source);
  }

  #isDown(name) {
    return [...this.#keys.values()].includes(name);
  }
}
