import { addressed, copied, keep } from "./files.js";
import { pngOf, svgAddress } from "./picture.js";
import { asking, button, closing, make } from "./words.js";

/** Button for a picture with its caption, to send or to keep, and a link that opens the same thing: `shown()` returns `svg`, `caption`, and `link` from `#` on. */
export function shareButton(shown) {
  return button("share", () => share(shown()));
}

/** Calls the system's share sheet; returns whether there is one that takes this. */
async function handed(data) {
  if (!navigator.canShare?.(data)) return false;
  // Closing the sheet is no error.
  await navigator.share(data).catch(() => {});
  return true;
}

async function share({ svg, caption, link }) {
  const text = `${caption}\n${addressed(link)}`, png = await pngOf(svg), file = new File([png], "pasang.png", { type: "image/png" }), place = make("div", { class: "told" });
  const send = async () => await handed({ text, files: [file] }) || await handed({ text }) || copied(text, place);
  const preview = make("img", { src: svgAddress(svg), alt: caption, class: "preview" });
  asking(preview, button("send", send, { class: "main" }), button("link", () => copied(addressed(link), place)),
    button("save-png", () => keep("pasang.png", png)), button("save-svg", () => keep("pasang.svg", new Blob([svg], { type: "image/svg+xml" }))), closing("close")).append(place);
}
