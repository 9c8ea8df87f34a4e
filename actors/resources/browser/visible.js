// The page as a reader sees it, as HTML: what computed styles hide is left out and counted.
//
// Runs in a world of its own, where the page's scripts cannot reach, and changes nothing of the
// page. Returns [html, counts by rule, whether it was cut].
((most) => {
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const UNREAD = new Set(
    "script style template noscript iframe object embed canvas audio video svg map frameset".split(" "));
  const RENAMED = { xmp: "pre", listing: "pre", plaintext: "pre" };
  const FAR = 400; // pixels outside the page before a text counts as put away
  const removed = {};
  const pieces = [];
  let size = 0;
  let depth = 0;
  let cut = false;

  for (const animation of document.getAnimations()) {
    try { animation.finish(); } catch { /* one without an end stays as it is */ }
  }

  const escape = (text) => text.replace(/[&<>"\u00a0]/g, (sign) =>
    ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00a0": "&nbsp;" })[sign]);

  const put = (text) => {
    size += text.length;
    if (size > most) cut = true;
    else pieces.push(text);
  };

  const count = (rule, node) => {
    if (node.textContent.trim()) removed[rule] = (removed[rule] || 0) + 1;
  };

  const pixels = (value) => parseFloat(value) || 0;

  const colour = (text) => {
    const parts = (text.match(/[\d.]+(?:e-?\d+)?/g) || []).map(Number);
    return { key: parts.slice(0, 3).join(), alpha: parts.length > 3 ? parts[3] : 1, known: text.startsWith("rgb") };
  };

  const clipped = (style) => {
    const rect = style.clip.match(/^rect\(([^)]*)\)$/);
    if (rect && /absolute|fixed/.test(style.position)) {
      const [top, right, bottom, left] = rect[1].split(/[\s,]+/).map(pixels);
      if (right - left <= 1 || bottom - top <= 1) return true;
    }
    const path = style.clipPath;
    const inset = path.match(/^inset\(([^)]*)\)$/);
    if (inset) {
      const sides = inset[1].split(" round")[0].trim().split(/\s+/);
      const [top, right = top, bottom = top, left = right] = sides;
      const whole = (one, other) => one.endsWith("%") && other.endsWith("%") && pixels(one) + pixels(other) >= 100;
      return whole(top, bottom) || whole(left, right);
    }
    return /^(?:circle|ellipse)\(0(?:px|%)?(?:\s|\)| at)/.test(path) || /^polygon\((?:0(?:px|%)? 0(?:px|%)?(?:, )?)+\)$/.test(path);
  };

  const outside = (element, style, folded) => {
    if (pixels(style.textIndent) <= -FAR) return true;
    if (/absolute|fixed/.test(style.position) && pixels(style.zIndex) < 0) return true; // behind it
    if (folded) return false;
    const out = /absolute|fixed/.test(style.position) || style.transform !== "none"
      || (style.position === "relative" && (style.left !== "auto" || style.top !== "auto"))
      || pixels(style.marginLeft) <= -FAR || pixels(style.marginTop) <= -FAR;
    if (!out) return false;
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect(); // of the text; the element's may reach further
    if (!box.width && !box.height) return false;
    const right = box.right + scrollX;
    const bottom = box.bottom + scrollY;
    const width = Math.max(innerWidth, document.documentElement.clientWidth);
    return right <= -FAR / 4 || bottom <= -FAR / 4 || box.left + scrollX >= width + 10 * FAR;
  };

  const scaled = (style) => {
    const matrix = style.transform.match(/^matrix\(([^)]*)\)$/);
    if (!matrix) return /^scale:\s*0/.test(`scale: ${style.scale}`) && style.scale !== "none";
    const [a, b, c, d] = matrix[1].split(",").map(Number);
    return Math.abs(a * d - b * c) < 1e-4;
  };

  const invisible = (style) => pixels(style.opacity) < 0.02
    || /opacity\(0(?:\.0\d*)?%?\)/.test(style.filter);

  const flat = (element, style, folded) => {
    if (folded || style.display === "contents" || style.display === "inline") return false;
    const cutX = /hidden|clip/.test(style.overflowX);
    const cutY = /hidden|clip/.test(style.overflowY);
    return (cutX && element.clientWidth <= 1) || (cutY && element.clientHeight <= 1);
  };

  const isMath = (element) => /math|katex/i.test(element.getAttribute("class") || "") && element.querySelector("math");

  // Why an element is hidden with all it holds, or nothing.
  const reason = (element, style, folded) => {
    if (element.getAttribute("aria-hidden") === "true") return "aria-hidden";
    if (element.localName === "dialog" && !element.open) return "closed";
    if (style.display === "none") return element.hasAttribute("hidden") ? "hidden" : "display";
    if (style.contentVisibility === "hidden") return "content-visibility";
    if (isMath(element)) return "";
    if (invisible(style)) return "opacity";
    if (clipped(style)) return "clip";
    if (scaled(style)) return "transform";
    if (flat(element, style, folded)) return "zero-size";
    if (outside(element, style, folded)) return "off-screen";
    return "";
  };

  // Why a text is hidden although what holds it is not.
  const unseen = (style, behind) => {
    if (style.visibility !== "visible") return "visibility";
    if (pixels(style.fontSize) < 2) return "font-size";
    const ink = colour(style.webkitTextFillColor || style.color);
    const clip = style.webkitBackgroundClip || style.backgroundClip || "";
    if (/text/.test(clip)) return "";
    if (ink.known && (ink.alpha < 0.02 || ink.key === behind)) return style.textShadow === "none" ? "colour" : "";
    return "";
  };

  const attributes = (element) => {
    let text = "";
    for (const { name, value } of element.attributes) {
      if (name === "style" || name === "hidden" || name === "srcset" || name === "srcdoc" || name.startsWith("on")) continue;
      if (name === "open" || value.length > 4000 || /["'<>=\s/]/.test(name)) continue;
      text += ` ${name}="${escape(value)}"`;
    }
    return element.localName === "details" ? `${text} open` : text;
  };

  const mute = (details) => {
    const summary = [...details.children].find((child) => child.localName === "summary");
    return !summary || summary.textContent.trim().length < 3;
  };

  const children = (node) => {
    if (node.localName === "slot" && node.assignedNodes().length) return node.assignedNodes();
    return (node.shadowRoot || node).childNodes;
  };

  const texts = (node, style, behind) => {
    const rule = node.data.trim() && style ? unseen(style, behind) : "";
    if (rule) removed[rule] = (removed[rule] || 0) + 1;
    else put(escape(node.data));
  };

  const walk = (node, style, behind, folded) => {
    for (const child of children(node)) {
      if (cut) return;
      if (child.nodeType === Node.TEXT_NODE) texts(child, style, behind);
      else if (child.nodeType === Node.ELEMENT_NODE) visit(child, behind, folded);
    }
  };

  const visit = (element, behind, folded) => {
    const name = RENAMED[element.localName] || element.localName;
    if (UNREAD.has(name)) return;
    const style = getComputedStyle(element);
    const rule = element === document.body ? "" : reason(element, style, folded);
    if (rule || depth > 2000) return count(rule || "depth", element);
    const paper = colour(style.backgroundColor);
    if (style.backgroundImage !== "none") behind = "";
    else if (paper.alpha === 1) behind = paper.key;
    else if (paper.alpha > 0) behind = "";
    if (name === "details" && !element.open) {
      if (mute(element)) return count("closed", element);
      folded = true;
    }
    put(`<${name}${attributes(element)}>`);
    if (VOID.has(name)) return;
    depth += 1;
    walk(element, style, behind, folded);
    depth -= 1;
    put(`</${name}>`);
  };

  const head = () => {
    for (const element of document.querySelectorAll('head > title, head > meta, head > link[rel], head > base')) {
      if (element.localName === "link" && /stylesheet|preload|prefetch|icon|modulepreload/.test(element.rel)) continue;
      put(`<${element.localName}${attributes(element)}>`);
      if (element.localName === "title") put(`${escape(element.textContent)}</title>`);
    }
  };

  const data = () => {
    for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
      const text = script.textContent;
      if (text.length < 500000 && !/<\/script/i.test(text)) put(`<script type="application/ld+json">${text}</script>`);
    }
  };

  const root = document.documentElement;
  const canvas = colour(getComputedStyle(root).backgroundColor);
  const dark = /dark/.test(getComputedStyle(root).colorScheme) && matchMedia("(prefers-color-scheme: dark)").matches;
  const behind = canvas.alpha === 1 ? canvas.key : dark ? "" : "255,255,255";
  put(`<!doctype html><html lang="${escape(root.lang || "")}"><head><meta charset="utf-8">`);
  head();
  data();
  put("</head>");
  if (document.body) visit(document.body, behind, false);
  put("</html>");
  return [pieces.join(""), removed, cut];
})
