// Builds elements of the page.

/**
 * Makes an element. Names with a hyphen, and `role`, are set as attributes; all other names are set
 * as properties.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.includes('-') || name === 'role' || name === 'for') {
      element.setAttribute(name, String(value));
    } else {
      Reflect.set(element, name, value);
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

/** @type {Record<string, string>} */
const ICONS = {
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  restart: 'M4 4v6h6M4.5 10A8 8 0 1 1 4 14',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2v.1h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3Z',
  solve: 'm5 13 4 4L19 7',
  play: 'M8 5v14l11-7Z',
  pause: 'M8 5v14M16 5v14',
  next: 'm9 5 7 7-7 7',
  previous: 'm15 5-7 7 7 7',
  down: 'm6 9 6 6 6-6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  sun: 'M12 3v2M12 19v2M5.6 5.6 7 7M17 17l1.4 1.4M3 12h2M19 12h2M5.6 18.4 7 17M17 7l1.4-1.4M8 12a4 4 0 1 0 8 0 4 4 0 0 0-8 0',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18v18M12 7l4 2M12 11l5 2M12 15l4 2',
  close: 'M6 6l12 12M18 6 6 18',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
};

/**
 * A small picture beside a label.
 * @param {string} name
 */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('fill', 'none');
  svg.setAttribute('stroke', 'currentColor');
  svg.setAttribute('stroke-width', '2');
  svg.setAttribute('stroke-linecap', 'round');
  svg.setAttribute('stroke-linejoin', 'round');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name] ?? '');
  svg.append(path);
  return svg;
}

/**
 * A button.
 * @param {string} label
 * @param {() => void} press
 * @param {{icon?: string, kind?: string, title?: string, square?: boolean}} [look]
 */
export function button(label, press, look = {}) {
  const made = el(
    'button',
    { type: 'button', className: look.kind ?? 'button', title: look.title, onclick: press },
    look.icon ? icon(look.icon) : null,
  );
  if (look.square) {
    made.classList.add('square');
    made.setAttribute('aria-label', label);
    made.title = look.title ?? label;
  } else {
    made.append(label);
  }
  return made;
}

/**
 * Opens a dialog. Its first line holds the title, the tools and the button that closes it.
 * @param {string} title
 * @param {HTMLElement[]} tools
 * @param {...HTMLElement} body
 */
export function openDialog(title, tools, ...body) {
  const id = 'dialog-title';
  const close = button('Close', () => dialog.close(), { icon: 'close', square: true });
  const head = el('div', { className: 'row' }, el('h2', { id, textContent: title }), el('div', { className: 'row push' }, ...tools, close));
  const dialog = el('dialog', { 'aria-labelledby': id, onclose: () => dialog.remove() }, el('div', { className: 'body' }, head, ...body));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Converts an SVG text from the server to an element.
 * @param {string} text
 * @param {boolean} [hidden] whether assistive technology leaves it out
 */
export function drawing(text, hidden = false) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  const svg = document.importNode(/** @type {SVGSVGElement} */ (/** @type {Element} */ (parsed.documentElement)), true);
  svg.classList.add('drawing');
  if (hidden) {
    svg.setAttribute('aria-hidden', 'true');
    svg.removeAttribute('role');
  }
  return svg;
}

/**
 * Announces a text to users of screen readers.
 * @param {string} text
 */
export function say(text) {
  const status = document.getElementById('status');
  if (status) status.textContent = text;
}

/**
 * A number with its noun, such as `3 moves`.
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function counted(n, one, many = `${one}s`) {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

/**
 * A number with commas that separate thousands.
 * @param {number | string} n
 */
export function grouped(n) {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
