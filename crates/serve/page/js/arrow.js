// An arrow over the picture of a board.

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** @typedef {[number, number]} Point */

/**
 * An arrow in the coordinates of a picture.
 * @param {SVGSVGElement} picture
 * @param {Point} from
 * @param {Point} to
 * @param {number} size of a cell
 */
export function arrow(picture, from, to, size) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  /** @param {number} turn */
  const barb = (turn) => `${to[0] - 0.3 * size * Math.cos(angle + turn)} ${to[1] - 0.3 * size * Math.sin(angle + turn)}`;
  const line = `M${from.join(' ')}L${to.join(' ')}M${barb(0.7)}L${to.join(' ')}L${barb(-0.7)}`;
  const svg = document.createElementNS(NAMESPACE, 'svg');
  svg.setAttribute('class', 'arrow');
  svg.setAttribute('viewBox', picture.getAttribute('viewBox') ?? '');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, width] of /** @type {const} */ ([['rim', 0.2], ['line', 0.1]])) {
    const path = document.createElementNS(NAMESPACE, 'path');
    path.setAttribute('class', name);
    path.setAttribute('d', line);
    path.setAttribute('stroke-width', String(width * size));
    svg.append(path);
  }
  return svg;
}
