// Shows the notice about an ended run; the title of the page is as before after the next action of the visitor.
(packed, allowed) => {
  if (!packed) return;
  const {title, text} = JSON.parse(packed), line = document.querySelector('#train-announced');
  const before = document.title.replace(/^[✓✗] .* · /, '');
  document.title = title;
  if (line) line.textContent = text;
  const events = ['pointerdown', 'keydown', 'visibilitychange'];
  const restore = () => {
    if (document.hidden) return;
    document.title = before;
    events.forEach(name => document.removeEventListener(name, restore));
  };
  events.forEach(name => document.addEventListener(name, restore));
  if (allowed && 'Notification' in window && Notification.permission === 'granted') new Notification(title, {body: text});
}
