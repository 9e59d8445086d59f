// A drawing of a cornea as the examiner sees it: 0° is at the viewer's right
// in both eyes and angles go counter-clockwise (TABO). The nose is at the
// viewer's right of a right eye and at the left of a left one.

import { html, svg } from '../vendor/lit-html/lit-html.js';
import { t, fieldName, unit } from './words.js';
import { doubtOf, eyesOf, given, measured, shownValue } from './measure.js';

const [width, height, radius] = [380, 250, 84];
const [centreX, centreY] = [width / 2, 138];

const point = (angle, r) => {
  const a = (angle * Math.PI) / 180;
  return [centreX + r * Math.cos(a), centreY - r * Math.sin(a)].map((n) => Math.round(n * 10) / 10);
};

/** The corneas of a response. */
export function corneas(response) {
  return html`<div class="corneas">${eyesOf(response).map((eye) => cornea(response, eye, response.metadata.request_id))}</div>`;
}

function cornea(response, eye, id) {
  const values = measured(response, eye);
  const message = t(doubtOf(response, `${eye}.K1_axis`) ? 'cornea.held' : 'cornea.none');
  const shown = (name) => shownValue(response, eye, name);
  const axes = given(values.K1_axis) && given(values.K2_axis);
  const name = `${eye}-${id}`;
  return html`<figure>
    <figcaption>${fieldName(eye)}</figcaption>
    <svg class="cornea" data-eye=${eye} viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title-${name}" aria-describedby="desc-${name}">
      <title id="title-${name}">${t('cornea.title', { eye: fieldName(eye) })}</title>
      <desc id="desc-${name}">${axes ? inWords(shown) : message}</desc>
      ${ring}
      <g class="degrees" aria-hidden="true">${scale(axes ? [values.K1_axis, values.K2_axis] : [])}</g>
      ${sides(eye)}
      ${axes ? meridians(values, shown) : svg`<text class="no-axes" x=${centreX} y=${centreY + 5}>${message}</text>`}
    </svg>
  </figure>`;
}

function inWords(shown) {
  return ['1', '2'].map((n) => t('cornea.meridian.' + n, { power: shown(`K${n}_magnitude`), axis: shown(`K${n}_axis`) })).join(' ');
}

const steps = (step, to) => Array.from({ length: to / step + 1 }, (_, i) => i * step);

function tick(angle) {
  const [[x1, y1], [x2, y2]] = [point(angle, radius), point(angle, radius + (angle % 30 ? 4 : 8))];
  return svg`<line x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`;
}

// Leaves out the numbers of the scale beside an axis, which has its own label.
const scale = (axes) => steps(30, 180).filter((angle) => axes.every((axis) => Math.abs(axis - angle) > 15)).map((angle) => {
  const [x, y] = point(angle, radius + 17);
  return svg`<text x=${x} y=${y + 3.5}>${angle}</text>`;
});

const ring = svg`
  <circle class="disc" cx=${centreX} cy=${centreY} r=${radius} />
  <circle class="pupil" cx=${centreX} cy=${centreY} r=${radius / 3} />
  <g class="ticks">${steps(10, 350).map(tick)}</g>`;

function sides(eye) {
  const [left, right] = eye === 'right_eye' ? ['temporal', 'nasal'] : ['nasal', 'temporal'];
  const side = (which, x, end) => svg`<text class="side" x=${x} y=${height - 6} text-anchor=${end}><tspan
    class="letter">${t(`cornea.${which}.letter`)}</tspan> ${t('cornea.' + which)}</text>`;
  return [side(left, 4, 'start'), side(right, width - 4, 'end')];
}

// The two axes of a spherical cornea may lie close together. Then the steep one
// is labelled at its other end, so that the labels do not overlap.
function meridians({ K1_axis: flatAxis, K2_axis: steepAxis }, shown) {
  const apart = Math.abs(flatAxis - steepAxis);
  const near = Math.min(apart, 180 - apart) < 40;
  return svg`<g class="flat">${meridian('K1', shown, flatAxis)}</g>
    <g class="steep">${meridian('K2', shown, near ? steepAxis + 180 : steepAxis)}</g>`;
}

function meridian(name, shown, end) {
  const [[x1, y1], [x2, y2]] = [point(end, radius + 8), point(end + 180, radius + 8)];
  const [x, y] = point(end, radius + 22);
  const anchor = x > centreX + 20 ? 'start' : x < centreX - 20 ? 'end' : 'middle';
  return svg`<line class="meridian" x1=${x1} y1=${y1} x2=${x2} y2=${y2} />
    <text class="label" text-anchor=${anchor} y=${y - (anchor === 'middle' ? 12 : 4)}><tspan
      x=${x}>${name} ${shown(name + '_magnitude')}</tspan><tspan x=${x} dy="15">@ ${shown(name + '_axis')}${unit('degrees')}</tspan></text>`;
}
