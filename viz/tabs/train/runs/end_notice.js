// How a visitor hears that a run has ended.

/**
 * Show the notice about an ended run; the title of the page is as before after the next action of the visitor.
 * @param {string} packed {title, text}
 * @param {boolean} mayNotify
 */
export const notify = (packed, mayNotify) => {
  if (!packed) return;
  const {title, text} = JSON.parse(packed);
  const line = document.querySelector('#train-announced');
  document.title = title;
  if (line) line.textContent = text;
  const events = ['pointerdown', 'keydown', 'visibilitychange'];
  const restore = () => {
    if (document.hidden) return;
    document.title = document.title.replace(/^[✓✗] .* · /, '');
    events.forEach(name => document.removeEventListener(name, restore));
  };
  events.forEach(name => document.addEventListener(name, restore));
  if (mayNotify && 'Notification' in window && Notification.permission === 'granted')
    new Notification(title, {body: text});
};

/**
 * Ask the browser whether it may notify, and keep the choice; return whether it does.
 * @param {boolean} wanted
 */
export const allow = async wanted => {
  const granted = wanted && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
  try {
    localStorage.setItem('glassformer-notify', granted ? 'yes' : '');
  } catch {
    /* a browser that keeps nothing */
  }
  return granted;
};

/** Make the line that screen readers announce, and return whether the browser notifies. */
export const allowed = () => {
  const line = document.createElement('p');
  line.id = 'train-announced';
  line.setAttribute('role', 'status');
  document.querySelector('.gradio-container')?.append(line);
  try {
    return localStorage.getItem('glassformer-notify') === 'yes' && Notification.permission === 'granted';
  } catch {
    return false;
  }
};
