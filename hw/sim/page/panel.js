// The panel: one canvas pixel for each of its own, blown up by a whole number of the screen's pixels.

const LIT = [255, 241, 208, 255];
const UNLIT = [0, 0, 0, 0];

export class Panel {
  #canvas;
  #context;
  #room;

  /** `room` is the element whose space the panel, with its frame, may fill: its width, and its max-height or height. */
  constructor(canvas, room) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.#room = room;
    // In the next frame, as the scale may change the height of the room that is being observed.
    new ResizeObserver(() => requestAnimationFrame(() => this.#scale())).observe(room);
    window.addEventListener("resize", () => this.#scale()); // zooming changes devicePixelRatio alone
  }

  resize([width, height]) {
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#scale();
  }

  /** `bytes`: whole rows, leftmost pixel in the highest bit, each row filled up to whole bytes. */
  showRows(firstRow, bytes) {
    const { width } = this.#canvas;
    const rowLength = (width + 7) >> 3;
    const image = this.#context.createImageData(width, bytes.length / rowLength);
    for (let y = 0; y < image.height; y++) {
      for (let x = 0; x < width; x++) {
        const isLit = (bytes[y * rowLength + (x >> 3)] >> (7 - (x & 7))) & 1;
        image.data.set(isLit ? LIT : UNLIT, 4 * (y * width + x));
      }
    }
    this.#context.putImageData(image, 0, firstRow);
  }

  /** 0 (off) to 255. Eyes see a quarter of the light as half. */
  showBrightness(brightness) {
    this.#canvas.style.opacity = Math.sqrt(brightness / 255);
  }

  #scale() {
    const frame = this.#canvas.closest("#module");
    const { width, height } = this.#canvas;
    const ratio = window.devicePixelRatio;
    const frameWidth = frame.offsetWidth - this.#canvas.clientWidth;
    const frameHeight = frame.offsetHeight - this.#canvas.clientHeight;
    // A room that is as high as its content says how high that may be.
    const roomHeight = parseFloat(getComputedStyle(this.#room).maxHeight) || this.#room.clientHeight;
    const times = Math.min(
      ((this.#room.clientWidth - frameWidth) * ratio) / width,
      ((roomHeight - frameHeight) * ratio) / height,
    );
    const scale = Math.max(1, Math.floor(times)) / ratio;
    this.#canvas.style.width = `${width * scale}px`;
    this.#canvas.style.height = `${height * scale}px`;
    this.#canvas.parentElement.style.setProperty("--pixel", `${scale}px`);
  }
}
