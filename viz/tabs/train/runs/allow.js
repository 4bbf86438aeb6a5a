// Asks the browser whether it may notify, and keeps the choice; returns whether it does.
async wanted => {
  const granted = wanted && 'Notification' in window && await Notification.requestPermission() === 'granted';
  try {
    localStorage.setItem('glassformer-notify', granted ? 'yes' : '');
  } catch { /* a browser that keeps nothing */ }
  return granted;
}
