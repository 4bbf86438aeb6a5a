/* global bench, labs */
// The saved labs: the bench in a file, with what it held. It follows the joined modules, which define `bench` and
// `labs`.
const page = document.documentElement;
page.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
document.getElementById('theme')?.addEventListener('click', () => page.classList.toggle('dark'));
const held = document.getElementById('held')?.textContent ?? '';
bench.openSaved(/** @type {Part} */ (document.getElementById('maths')), labs, JSON.parse(held));
