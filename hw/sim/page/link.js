// The WebSocket to the program. It comes back by itself, with growing patience, for as long as the page is open.

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 3000;

export class Link {
  #handlers;
  #socket = null;
  #timer = null;
  #delay = FIRST_DELAY_MS;
  #isGreeted = false;

  /** `handlers`: onHello(hello), onRows(firstRow, bytes), onMessage(message), onState("open" | "stopped"). */
  constructor(handlers) {
    this.#handlers = handlers;
    for (const event of ["online", "focus", "pageshow"]) window.addEventListener(event, () => this.#hurry());
  }

  open() {
    this.#timer = null;
    const socket = new WebSocket(`ws://${location.host}/table`);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", (event) => this.#read(event.data));
    socket.addEventListener("close", () => this.#retry());
    this.#socket = socket;
  }

  send(message) {
    if (this.#isGreeted) this.#socket.send(JSON.stringify(message));
  }

  #read(data) {
    if (data instanceof ArrayBuffer) {
      this.#handlers.onRows(new DataView(data).getUint16(0), new Uint8Array(data, 2));
      return;
    }
    const message = JSON.parse(data);
    if (message.type !== "hello") {
      this.#handlers.onMessage(message);
      return;
    }
    this.#delay = FIRST_DELAY_MS;
    this.#isGreeted = true;
    this.#handlers.onHello(message);
    this.#handlers.onState("open");
  }

  #retry() {
    this.#isGreeted = false;
    this.#handlers.onState("stopped");
    this.#timer = setTimeout(() => this.open(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY_MS);
  }

  /** Somebody looks: do not let them wait for the timer. */
  #hurry() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.open();
  }
}
