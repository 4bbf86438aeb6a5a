// Whether the notebook around a widget is dark.

const DARK = '.dark, .dark-theme, .vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light), [theme="dark"]';
const LIGHT = '.light, .light-theme, .vscode-light, .vscode-high-contrast-light, [theme="light"]';

/**
 * The theme that JupyterLab, VS Code, Colab or marimo names on its page; else that of the system.
 * @param {Pick<HTMLElement, 'matches' | 'dataset'>[]} page its root and its body
 * @param {boolean} systemIsDark
 */
export const isDark = (page, systemIsDark) => {
  const named = page.map(node => node.dataset.jpThemeLight).find(Boolean);
  if (named) return named === 'false';
  if (page.some(node => node.matches(DARK))) return true;
  return page.some(node => node.matches(LIGHT)) ? false : systemIsDark;
};

/**
 * Call back with the theme, now and after each change; returns what ends it.
 * @param {(dark: boolean) => void} changed
 */
export const followHost = changed => {
  const page = [document.documentElement, document.body];
  const system = matchMedia('(prefers-color-scheme: dark)');
  /** @type {boolean | null} */
  let shown = null;
  const look = () => {
    const dark = isDark(page, system.matches);
    if (dark !== shown) changed(dark);
    shown = dark;
  };
  const watch = new MutationObserver(look);
  for (const node of page) watch.observe(node, {attributes: true});
  system.addEventListener('change', look);
  look();
  return () => {
    watch.disconnect();
    system.removeEventListener('change', look);
  };
};
