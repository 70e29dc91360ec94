import { addressed, copied } from "./files.js";
import { svgAddress } from "./picture.js";
import { asking, button, closing, make, say } from "./words.js";

/** Milliseconds after which a browser's own addresses are known, where it does not say so. */
const GATHERED = 3000;

/** The code of one side of a connection: what the other one must know, and nothing else. */
function codeOf({ type, sdp }) {
  const value = (pattern) => sdp.match(pattern)[1], print = value(/a=fingerprint:sha-256 (\S+)/).split(":").map((byte) => String.fromCharCode(parseInt(byte, 16))).join("");
  const hosts = [...sdp.matchAll(/a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gi)].slice(0, 2).map(([, address, port]) => `${address}_${port}`);
  const secrets = [value(/a=ice-ufrag:(\S+)/), value(/a=ice-pwd:(\S+)/), btoa(print).replace(/=+$/, "")].map((it) => it.replaceAll("/", "-").replaceAll("+", "."));
  return [type === "offer" ? "a" : "b", ...secrets, ...hosts].join(",");
}

/** What a browser wants to be told of the other side, from its code; null if it is none. */
function sideOf(code) {
  const [kind, ...words] = code.trim().split(","), [name, word, print] = words.slice(0, 3).map((it) => it.replaceAll("-", "/").replaceAll(".", "+")), hosts = words.slice(3).map((it) => it.split("_"));
  if (!/^[ab]$/.test(kind) || print?.length !== 43 || !hosts.length) return null;
  const bytes = [...atob(print)].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()).join(":");
  const lines = ["v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", `a=ice-ufrag:${name}`, `a=ice-pwd:${word}`,
    `a=fingerprint:sha-256 ${bytes}`, `a=setup:${kind === "a" ? "actpass" : "active"}`, "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144", ...hosts.map(([address, port], at) => `a=candidate:${at + 1} 1 udp ${2113937151 - at} ${address} ${port} typ host`)];
  return /** @type {RTCSessionDescriptionInit} */ ({ type: kind === "a" ? "offer" : "answer", sdp: `${lines.join("\r\n")}\r\n` });
}

/** Two devices of one room, connected without a server: each shows a code, as a picture for the other's camera and as text. Links of games go over
 *  the connection by themselves. */
export class Live {
  /** Calls `on.opened(isHost)`, `on.heard(text)`, and `on.says(told)` for what a person is to know. */
  constructor(page, on) {
    this.page = page;
    this.on = on;
    this.side = this.channel = this.asks = null;
    // A phone's camera opens the answer in another tab.
    addEventListener("storage", ({ key, newValue }) => { if (key === "pasang-live" && newValue && this.side?.signalingState === "have-local-offer") this.take(newValue); });
  }

  get isOpen() {
    return this.channel?.readyState === "open";
  }

  send(text) {
    if (this.isOpen) this.channel.send(text);
  }

  begin() {
    this.side?.close();
    this.side = new RTCPeerConnection({ iceServers: [] });
  }

  joined(channel, isHost) {
    this.channel = channel;
    channel.onmessage = ({ data }) => this.on.heard(String(data));
    channel.onopen = () => {
      this.asks?.close();
      this.on.opened(isHost);
    };
  }

  /** Invites: shows the first code, and takes the second one. */
  async invite() {
    this.begin();
    this.joined(this.side.createDataChannel("pasang"), true);
    await this.shows(await this.side.createOffer(), "live-first");
  }

  /** Takes a code: the first one is answered, the second one connects. */
  async take(text) {
    const code = decodeURIComponent(text.replace(/^.*live=/s, "")), told = sideOf(code), isAnswer = told?.type === "answer";
    if (told && isAnswer && this.side?.signalingState === "have-local-offer") return this.side.setRemoteDescription(told);
    if (told && isAnswer) return this.page.store.set("live", code), this.on.says(say("live-other-tab"));
    if (!told) return this.on.says(say("live-wrong"));
    this.begin();
    this.side.ondatachannel = ({ channel }) => this.joined(channel, false);
    await this.side.setRemoteDescription(told);
    await this.shows(await this.side.createAnswer(), "live-second");
  }

  /** Shows the code of this side, once its addresses are known. */
  async shows(description, key) {
    const { side } = this, gathered = new Promise((done) => { side.onicegatheringstatechange = () => { if (side.iceGatheringState === "complete") done(true); }; });
    await side.setLocalDescription(description);
    await Promise.race([gathered, new Promise((done) => setTimeout(done, GATHERED))]);
    const code = codeOf(side.localDescription), link = addressed(`#live=${code}`), rows = this.page.core.ask(`qr\n${link}`).split("/"), place = make("div", { class: "told" });
    const dark = rows.flatMap((row, y) => [...row].map((sign, x) => (sign === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join(""), size = rows.length + 8;
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${size} ${size}"><path fill="#fff" d="M-4-4h${size}v${size}h-${size}z"/><path d="${dark}"/></svg>`;
    const field = make("textarea", { rows: 2, "aria-label": say("live-type") }), asks = this.asks = asking(say(key), button("live-copy", () => copied(link, place)), ...(key === "live-first" ? [button("live-go", () => this.take(field.value), { class: "main" })] : []), closing("cancel"));
    asks.firstChild.after(make("img", { class: "code-picture", src: svgAddress(picture), alt: say("live-picture") }), ...(key === "live-first" ? [make("label", {}, say("live-type"), field)] : []), place);
  }
}
