// Ties the page together: the link to the program, what it shows, and the three ways to press a key.

import { Held } from "./held.js";
import { listenToKeyboard } from "./keyboard.js";
import { showLetters } from "./letters.js";
import { Link } from "./link.js";
import { Pads } from "./pads.js";
import { Panel } from "./panel.js";
import { listenToPointers } from "./pointers.js";
import { Wires } from "./wires.js";

const STATES = { open: "Connected", stopped: "Not connected" };
const MESSAGES = { open: "", stopped: "The game has stopped.\nWaiting for it to come back …" };

const table = document.getElementById("table");
const state = document.getElementById("state");
const message = document.getElementById("message");
const panel = new Panel(document.getElementById("panel"), document.getElementById("room"));
const pads = new Pads(table);
let pageVersion = null;

const link = new Link({ onHello, onRows, onMessage, onState });

// A key that is pressed here is shown here, and told to the program alone: it comes back from nowhere.
const held = new Held((pad, key, isDown) => {
  link.send({ pad, key, down: isDown });
  pads.showKey(pad, key, isDown);
});

const wires = new Wires(document.getElementById("wires"), document.getElementById("wires-button"), (message) =>
  link.send(message),
);

function onHello(hello) {
  // The program has come back as another version: take its page.
  if (pageVersion !== null && pageVersion !== hello.page) location.reload();
  pageVersion = hello.page;
  panel.resize(hello.size);
  pads.build(hello.pads);
  wires.build(hello.faults, hello.pads);
  showLetters();
}

function onRows(firstRow, bytes) {
  panel.showRows(firstRow, bytes);
}

function onMessage(told) {
  if (told.type === "glow") panel.showBrightness(told.brightness);
  if (told.type === "lights") pads.showLights(told.levels, told.colour);
}

function onState(name) {
  held.isAccepting = name === "open";
  if (name !== "open") {
    held.releaseAll();
    panel.showBrightness(0);
    pads.showLights(Array(8).fill(0), null);
  }
  document.body.dataset.link = name;
  state.textContent = STATES[name];
  message.textContent = MESSAGES[name];
}

listenToPointers(table, held);
listenToKeyboard(held, pads);

// Fingers and keys that leave the page's sight must not stay down.
window.addEventListener("blur", () => held.releaseAll());
window.addEventListener("pagehide", () => held.releaseAll());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) held.releaseAll();
});

link.open();
