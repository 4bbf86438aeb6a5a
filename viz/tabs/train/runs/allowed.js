// Makes the line that screen readers announce, and returns whether the browser notifies.
() => {
  const line = document.createElement('p');
  line.id = 'train-announced';
  line.setAttribute('role', 'status');
  document.querySelector('.gradio-container').append(line);
  try {
    return localStorage.getItem('glassformer-notify') === 'yes' && Notification.permission === 'granted';
  } catch {
    return false;
  }
}
