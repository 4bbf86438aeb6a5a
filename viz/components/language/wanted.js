// Which language a visitor wants, and the cookie that remembers it. Pure functions.

/**
 * The first language that is offered, itself or by its main part: `zh-CN` is `zh`; '' without one.
 * @param {string[]} offered codes
 * @param {(string | undefined)[]} asked what was asked for, the most wanted first
 */
export const wantedLanguage = (offered, asked) => {
  for (const code of asked) {
    const found = offered.find(one => one === code) ?? offered.find(one => one === code?.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return '';
};

/**
 * The value of a cookie; undefined without one.
 * @param {string} cookies as `document.cookie` gives them
 * @param {string} name
 */
export const cookieIn = (cookies, name) =>
  cookies
    .split('; ')
    .find(one => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const YEAR = 365 * 24 * 3600; // seconds

/**
 * A cookie for a year; in the frame of another site, such as a Space, a browser keeps it only with these attributes.
 * @param {string} name
 * @param {string} value
 * @param {string} protocol of the page
 */
export const cookieOf = (name, value, protocol) => {
  const attributes = protocol === 'https:' ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  return `${name}=${value}; path=/; max-age=${YEAR}; ${attributes}`;
};
