// Faults in the simulated wires: said in the words that the program knows, with the places in them filled in.
// What a page has made it shows by itself, makes again when the program comes back, and takes with it when it goes.

const KEYS = 8;
const NETS = ["R", "C"].flatMap((kind) => Array.from({ length: KEYS }, (_, index) => `${kind}${index + 1}`));
const BOUNCES_MS = [2, 5, 8, 12, 20, 50].map(String);

export class Wires {
  #dialog;
  #opener;
  #send;
  #pads = [];
  #known = {};
  #made = [];

  /** `send` takes messages for the program. */
  constructor(dialog, opener, send) {
    this.#dialog = dialog;
    this.#opener = opener;
    this.#send = send;
    opener.addEventListener("click", () => dialog.showModal());
    // A click beside it closes it: only the backdrop is the dialog itself.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    this.#find("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const words = [...this.#find("#words").children].map((place) => place.value ?? place.textContent);
      if (new Set(words).size === words.length) this.#make(words.join(" ")); // else: a net that touches itself
    });
    this.#find("#kind").addEventListener("change", () => this.#showPlaces());
    this.#find("#mend-all").addEventListener("click", () => this.#made.forEach((words) => this.#mend(words)));
    this.#show();
  }

  /** `known`: the faults that there are, and what each means; `looks`: the pads. */
  build(known, looks) {
    if (JSON.stringify([known, looks]) !== JSON.stringify([this.#known, this.#pads])) {
      this.#known = known;
      this.#pads = looks;
      this.#find("#kind").replaceChildren(...Object.entries(known).map(([words, meaning]) => new Option(meaning, words)));
      this.#showPlaces();
      this.#made = this.#made.filter((words) => this.#templateOf(words) !== undefined);
      this.#show();
    }
    for (const words of this.#made) this.#send({ fault: words, made: true });
  }

  #make(words) {
    if (this.#made.includes(words)) return;
    this.#made = [...this.#made, words];
    this.#send({ fault: words, made: true });
    this.#show();
  }

  #mend(words) {
    this.#made = this.#made.filter((other) => other !== words);
    this.#send({ fault: words, made: false });
    this.#show();
  }

  /** The chosen fault, with something to choose at every place that is to be filled in. */
  #showPlaces() {
    const places = this.#find("#kind").value.split(" ").map((word) => this.#place(word));
    // Two alike begin with two things.
    if (places.length > 2 && places.at(-1).value === places.at(-2).value) places.at(-1).selectedIndex = 1;
    this.#find("#words").replaceChildren(...places);
  }

  #place(word) {
    if (word === "PAD") return choice("Pad", this.#pads.map((look) => look.name));
    if (word === "KEY") return choice("Key", upTo(KEYS));
    if (word === "NET") return choice("Net", NETS);
    if (word === "MS") return choice("Milliseconds", BOUNCES_MS);
    const range = /^1-(\d)$/.exec(word);
    return range === null ? element("b", word) : choice("Wire", upTo(Number(range[1])));
  }

  #show() {
    const count = this.#made.length;
    this.#opener.querySelector("span").textContent = count === 0 ? "" : ` ${count}`;
    this.#opener.classList.toggle("faulty", count > 0);
    this.#find("#made").replaceChildren(...this.#made.map((words) => this.#line(words)));
    this.#find("#none").hidden = count > 0;
    this.#find("#mend-all").hidden = count < 2;
  }

  #line(words) {
    const line = element("li", "");
    const mend = element("button", "Mend");
    mend.type = "button";
    mend.setAttribute("aria-label", `Mend: ${words}`);
    mend.addEventListener("click", () => this.#mend(words));
    const said = element("span", "");
    said.append(element("b", words), ` ${this.#known[this.#templateOf(words)]}`);
    line.append(said, mend);
    return line;
  }

  /** Which of the known faults these words say. */
  #templateOf(words) {
    const said = words.split(" ");
    return Object.keys(this.#known).find((template) => {
      const wanted = template.split(" ");
      return wanted.length === said.length && wanted.every((word, index) => !/^[a-z]+$/.test(word) || word === said[index]);
    });
  }

  #find(selector) {
    return this.#dialog.querySelector(selector);
  }
}

function upTo(last) {
  return Array.from({ length: last }, (_, index) => String(index + 1));
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function choice(label, values) {
  const made = document.createElement("select");
  made.setAttribute("aria-label", label);
  made.append(...values.map((value) => new Option(value, value)));
  return made;
}
