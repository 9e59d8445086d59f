// The document beside the numbers that were read from it: the element biom-document. It shows
// whole pages, or as a strip the part of a page around the selected value.

import { html, nothing, render, svg } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { doubtOf } from './measure.js';
import { selectedIn } from './selected.js';
import { allPlaces, pageSize, placesOf, seenOnce } from './places.js';
import { pagesOf, release } from './pages.js';
import { focusValue, valueName } from './value.js';

const zooms = [1, 1.25, 1.5, 2, 2.5, 3, 4, 6];
const stripText = 14; // height of the selected value in a strip, in CSS pixels
const legibleText = 11; // its height in a pane, at least

class DocumentView extends HTMLElement {
  #given = {};
  #file; // whose pages are used
  #pages;
  #page; // the page with the number #number, once it is known
  #number = 1;
  #zoom = 1;
  #zoomed = false; // the user has chosen the zoom
  #path; // the selected value whose page was last shown
  #failed = false;
  #drawing; // the AbortController of the present drawing
  #drawn = ''; // page and width of the picture that is shown
  #reveal = false; // the selected value is to be scrolled into view as soon as its page is drawn
  #resized = new ResizeObserver(() => this.#draw());

  /** What is shown: {file, response, strip}. */
  set given(given) {
    this.#given = given;
    if (this.isConnected) this.#update();
  }

  connectedCallback() {
    this.#update();
    this.#resized.observe(this);
  }

  disconnectedCallback() {
    this.#resized.disconnect();
    this.#close();
  }

  /** Makes the page larger or smaller by a number of steps. */
  zoomBy(steps) {
    const next = zooms[zooms.indexOf(this.#zoom) + steps];
    if (!next) return;
    const view = this.querySelector('.sheets');
    const middle = (start, size, whole) => (start + size / 2) / whole;
    const at = [middle(view.scrollLeft, view.clientWidth, view.scrollWidth), middle(view.scrollTop, view.clientHeight, view.scrollHeight)];
    [this.#zoom, this.#zoomed] = [next, true];
    this.#render();
    view.scrollTo(at[0] * view.scrollWidth - view.clientWidth / 2, at[1] * view.scrollHeight - view.clientHeight / 2);
    this.#draw();
  }

  #update() {
    if (this.#given.file !== this.#file) this.#open(this.#given.file);
    const path = selectedIn(this.#given.response);
    if (path !== this.#path) {
      this.#path = path;
      this.#reveal = true;
      this.#turnTo(placesOf(this.#given.response, path ?? '')[0]?.page ?? this.#number);
    } else {
      this.#render();
    }
  }

  async #open(file) {
    this.#close();
    this.#file = file;
    try {
      const pages = await pagesOf(file);
      if (this.#file !== file) return;
      this.#pages = pages;
      this.#draw();
    } catch {
      if (this.#file === file) this.#fail();
    }
  }

  #close() {
    if (this.#file) release(this.#file);
    this.#drawing?.abort();
    this.querySelector('.drawing')?.replaceChildren();
    [this.#file, this.#pages, this.#page, this.#path, this.#failed, this.#drawn, this.#number] = [undefined, undefined, undefined, undefined, false, '', 1];
  }

  #fail() {
    this.#failed = true;
    this.#render();
  }

  #turnTo(number) {
    if (number !== this.#number) {
      [this.#number, this.#page, this.#drawn] = [number, undefined, ''];
      this.querySelector('.drawing')?.replaceChildren();
      this.querySelector('.sheets')?.scrollTo(0, 0);
    }
    this.#render();
    this.#draw();
  }

  async #draw() {
    if (!this.#pages || this.#failed) return;
    this.#drawing?.abort();
    const { signal } = (this.#drawing = new AbortController());
    try {
      const number = Math.min(this.#number, this.#pages.count);
      const page = await this.#pages.page(number);
      if (signal.aborted) return;
      this.#page = page;
      this.#enlarge();
      this.#render();
      const width = this.querySelector('.sheet').clientWidth;
      const wanted = `${number} ${width}`;
      if (width && wanted !== this.#drawn) {
        const picture = await page.draw(width, signal);
        if (signal.aborted) return;
        this.querySelector('.drawing').replaceChildren(picture);
        this.#drawn = wanted;
      }
      this.#render();
    } catch {
      if (!signal.aborted) this.#fail();
    }
  }

  // The places of the selected value, if the page that is shown is the page that the service saw.
  #places() {
    const { response } = this.#given;
    return placesOf(response, selectedIn(response) ?? '').filter((place) => place.page !== this.#number || this.#fits());
  }

  #fits() {
    const size = pageSize(this.#given.response, this.#number);
    return !!this.#page && !!size && Math.abs((size.width * this.#page.height) / (size.height * this.#page.width) - 1) < 0.02;
  }

  #render() {
    const { response, strip } = this.#given;
    render(html`
      ${strip ? nothing : this.#toolbar()}
      <p class="place-says" role="status">${whereText(response)}</p>
      ${this.#failed ? html`<p class="note warn">${t('document.failed')}</p>` : html`
        <div class="sheets" role=${strip ? nothing : 'region'} aria-label=${strip ? nothing : t('document.title')} tabindex=${strip ? nothing : 0}>
          <div class="sheet">
            <div class="drawing" role="img" aria-label=${t('document.page', { n: this.#number, count: this.#pages?.count ?? '…' })}></div>
            ${this.#drawn ? this.#boxes() : nothing}
          </div>
          ${this.#drawn ? nothing : html`<p class="soft loading">${t('document.loading')}</p>`}
        </div>`}`, this);
    this.querySelector('.sheet')?.style.setProperty('--zoom', strip ? this.#zoomFor(stripText) : this.#zoom);
    if (this.#reveal && this.#drawn) this.#scrollToPlace();
  }

  #toolbar() {
    const count = this.#pages?.count ?? 1;
    const button = (label, sign, disabled, act) => html`<button type="button" class="button narrow" aria-label=${label} title=${label} ?disabled=${disabled} @click=${act}>${sign}</button>`;
    const turn = (by) => () => this.#turnTo(this.#number + by);
    return html`<div class="row document-tools">
      ${count > 1 ? html`<span class="row">
        ${button(t('document.previous'), '‹', this.#number <= 1, turn(-1))}
        <span class="small">${t('document.page', { n: this.#number, count })}</span>
        ${button(t('document.next'), '›', this.#number >= count, turn(1))}</span>` : nothing}
      <span class="row">
        ${button(t('document.smaller'), '−', this.#zoom === zooms[0], () => this.zoomBy(-1))}
        <span class="small document-zoom">${Math.round(this.#zoom * 100)} %</span>
        ${button(t('document.larger'), '+', this.#zoom === zooms.at(-1), () => this.zoomBy(1))}</span>
    </div>`;
  }

  #boxes() {
    if (!this.#fits()) return nothing;
    const { width, height } = this.#page;
    const frame = ({ box: [left, top, right, bottom] }) => {
      const margin = ((bottom - top) * height) / 4;
      return { x: left * width - margin, y: top * height - margin, width: (right - left) * width + 2 * margin, height: (bottom - top) * height + 2 * margin };
    };
    const selected = new Set(this.#places().map(({ path }) => path));
    return html`<svg class="places" viewBox="0 0 ${width} ${height}" aria-hidden="true">${allPlaces(this.#given.response).filter(({ page }) => page === this.#number).map((place) => {
      const { x, y, width: w, height: h } = frame(place);
      return svg`<rect class=${classes(place, selected)} data-place=${place.path} x=${x} y=${y} width=${w} height=${h} rx=${h / 6}
        vector-effect="non-scaling-stroke" @click=${() => focusValue(this.closest('.beside'), place.path)}><title>${valueName(place.path)}</title></rect>`;
    })}</svg>`;
  }

  // How much larger than the whole width the page must be for the selected value to have a height.
  #zoomFor(height) {
    const [place] = this.#places();
    if (!place || !this.#page || place.page !== this.#number) return 1;
    const shown = ((place.box[3] - place.box[1]) * this.clientWidth * this.#page.height) / this.#page.width;
    return Math.min(Math.max(height / shown, 1), zooms.at(-1));
  }

  // Makes the page larger, and never smaller, until the selected value is legible.
  #enlarge() {
    if (!this.#zoomed) this.#zoom = Math.max(this.#zoom, zooms.find((zoom) => zoom >= this.#zoomFor(legibleText)));
  }

  #scrollToPlace() {
    this.#reveal = false;
    const view = this.querySelector('.sheets');
    const sheet = this.querySelector('.sheet');
    const boxes = this.#places().filter(({ page }) => page === this.#number).map(({ box }) => box);
    if (!view || !boxes.length) return;
    const middle = (a, b) => (Math.min(...boxes.map((box) => box[a])) + Math.max(...boxes.map((box) => box[b]))) / 2;
    const before = this.#given.strip ? 0.65 : 0.5; // share of the width left of the value, where its label stands
    view.scrollTo(middle(0, 2) * sheet.clientWidth - view.clientWidth * before, middle(1, 3) * sheet.clientHeight - view.clientHeight / 2);
    if (this.#given.strip) this.scrollIntoView({ block: 'nearest' });
  }
}

const classes = ({ path, held }, selected) => [held && 'held', selected.has(path) && 'selected'].filter(Boolean).join(' ');

customElements.define('biom-document', DocumentView);

/** Where the selected value of a response is printed, in words. */
function whereText(response) {
  const path = selectedIn(response);
  if (!path) return t('document.select');
  const [place] = placesOf(response, path);
  const name = html`<strong>${valueName(path)}</strong>`;
  if (!place) return html`${name}: ${t('place.none')}`;
  const held = doubtOf(response, path);
  const printed = place.text && `, ${t(held ? 'place.held' : 'place.printed', { text: place.text })}`; // without the patient's printed name
  return html`${name}: ${t('place.page', { page: place.page })}${printed}${!held && seenOnce(place) ? html` <span class="once">${t('place.once')}</span>` : nothing}`;
}

/** The document of a response as a pane, or as a strip around the selected value if its place is known. */
export const documentView = (file, response, strip = false) => html`<biom-document class=${strip ? 'strip' : 'pane'}
  .given=${{ file, response, strip }}></biom-document>`;
