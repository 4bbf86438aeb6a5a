// The happy path in Firefox over WebDriver BiDi: node tests/e2e/firefox.js FIREFOX ADDRESS FOLDER.
// Prints one line of JSON: the steps taken, and the faults (failed scripts, console errors, requests to other hosts).
// Files that the page saves, and a picture of the page where a step fails, go to FOLDER.

import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {argv} from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import puppeteer from 'puppeteer-core';

/** @import {Browser, Page} from 'puppeteer-core' */

const [executablePath, address, folder] = argv.slice(2);
const PATIENCE = 120_000; // ms for one condition; the processor may be busy
const VIEW = '#attention [data-drawn]';
const LOCAL = /^(http:\/\/(127\.0\.0\.1|localhost)[:/]|data:|blob:|about:)/;

/** @type {Record<string, (page: Page) => Promise<void>>} */
const STEPS = {
  'an example is translated and drawn': async page => {
    await page.goto(address);
    await page.waitForSelector(`${VIEW}[data-state="ready"]`);
    await until(page, () => document.querySelector('#attention').innerText.includes('figures checked'));
  },
  'a typed sentence is translated': async page => {
    await page.click('#source textarea');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('Two dogs play in the snow.');
    await page.keyboard.press('Enter');
    await until(page, () => document.querySelector('#attention [data-part=words]').innerText.includes('Hund'));
  },
  'another head is chosen': async page => {
    await page.click('#attention [role=gridcell]');
    await untilState(page, {kind: 'encoder', layer: '0', head: '0'});
    await page.keyboard.press('ArrowRight');
    await untilState(page, {head: '1'});
  },
  'every view is drawn': async page => {
    for (const view of ['matrix', 'table', 'lines']) {
      await page.click(`#attention [data-option=${view}]`);
      await untilState(page, {view});
      await until(page, () =>
        [...document.querySelectorAll('#attention [data-part=figure] :is(svg, canvas)')].some(
          drawing => drawing.getBoundingClientRect().height > 100,
        ),
      );
    }
  },
  'the step changes': async page => {
    const step = await page.$eval(VIEW, view => Number(view.dataset.step));
    await page.click('#attention [data-move="-1"]');
    await untilState(page, {step: String(step - 1)});
  },
  'a head is switched off': async page => {
    await page.click('#attention [data-bench=lab]');
    for (const head of [0, 1, 2, 3]) await press(page, `#attention [data-gate="cross.3.${head}"]`);
    await untilState(page, {side: 'variant'});
    await page.waitForSelector('#attention [data-part=variant-words] [data-step]', {visible: true});
  },
  'a view is saved as SVG': async page => {
    await page.click('#attention [data-opens=save]');
    await press(page, '#attention [data-save=svg]');
    await saved('en-de_encoder_L1H2_changed_two-dogs-play-in-the-snow.svg');
  },
  'a lab is drawn': async page => {
    await openTab(page, '#tabs', 'Inside the maths');
    await page.waitForSelector('#maths .gf-lab-figure canvas', {visible: true});
    await press(page, '#maths [data-part=list] [data-lab=masks]');
    await page.waitForSelector('#maths [data-lab=masks] [data-kind=matrix]', {visible: true});
    await press(page, '#maths [data-kind=matrix] [data-save=csv]');
  },
  'the form of a training is filled in': async page => {
    await openTab(page, '#tabs', 'Train');
    await page.waitForSelector('#train-start', {visible: true});
    await until(page, () => document.querySelector('#train-name input').value !== '');
  },
  'the About tab is shown': async page => {
    await openTab(page, '#tabs', 'About');
    await page.waitForSelector('#about table', {visible: true});
  },
  'a figure for a paper is saved': async page => {
    // the last step: Firefox's list of downloads may cover the page afterwards
    await openTab(page, '#tabs', 'Translate');
    await page.click('#attention [data-opens=save]');
    await press(page, '#attention [data-save=print]');
    await page.waitForSelector('#attention dialog [name=format]', {visible: true});
    const name = await page.$eval('#attention dialog [data-print=file]', node => node.textContent ?? '');
    await press(page, '#attention dialog [data-print=save]');
    await saved(name);
    await page.keyboard.press('Escape');
  },
};

/**
 * Wait until a condition holds in the page.
 * @param {Page} page
 * @param {(...given: any[]) => boolean} condition
 * @param {...unknown} given what the condition is called with
 */
const until = async (page, condition, ...given) => {
  await page.waitForFunction(condition, {polling: 100}, ...given);
};

/**
 * Wait until the attention view is in a state.
 * @param {Page} page
 * @param {Record<string, string>} wanted values of its data attributes
 */
const untilState = (page, wanted) =>
  until(
    page,
    (selector, values) => {
      const {dataset} = document.querySelector(selector);
      return Object.entries(values).every(([name, value]) => dataset[name] === value);
    },
    VIEW,
    wanted,
  );

/**
 * Click an element as soon as it is visible and at rest; one that is drawn again meanwhile is found again.
 * @param {Page} page
 * @param {string} selector
 */
const press = (page, selector) => page.locator(selector).click();

/**
 * @param {Page} page
 * @param {string} tabs selector of the tabs
 * @param {string} name
 */
const openTab = async (page, tabs, name) => {
  const tab = await page.waitForSelector(`${tabs} ::-p-xpath(.//button[@role="tab"][normalize-space()="${name}"])`, {
    visible: true,
  });
  await tab.click();
};

/**
 * Wait until Firefox has written a file.
 * @param {string} name
 */
const saved = async name => {
  const path = join(folder, name);
  const late = Date.now() + PATIENCE;
  while (!existsSync(path)) {
    if (Date.now() > late) throw new Error(`${name} was not saved`);
    await sleep(100);
  }
};

/**
 * Collect what must not happen on a page.
 * @param {Page} page
 * @returns {string[]}
 */
const faultsOf = page => {
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', error => faults.push(`script: ${error instanceof Error ? error.message : error}`));
  page.on('console', message => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('request', request => {
    if (!LOCAL.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  page.on('response', response => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
};

/** @param {Browser} browser */
const walk = async browser => {
  const page = await browser.newPage();
  const faults = faultsOf(page);
  page.setDefaultTimeout(PATIENCE);
  for (const [name, step] of Object.entries(STEPS)) {
    try {
      await step(page);
    } catch (error) {
      await page.screenshot({path: join(folder, 'failed.png')});
      throw new Error(`failed where ${name}`, {cause: error});
    }
  }
  console.log(JSON.stringify({steps: Object.keys(STEPS), faults}));
};

const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath,
  defaultViewport: null, // older versions do not know all that setting one takes
  args: ['--width=1280', '--height=900'],
  timeout: PATIENCE,
  protocolTimeout: PATIENCE,
  extraPrefsFirefox: {'browser.download.folderList': 2, 'browser.download.dir': folder},
});
try {
  await walk(browser);
} finally {
  await browser.close();
}
