// Long work in parts.

/** Let the browser draw and take events; a timer would wait for milliseconds after a few turns. */
export const nextTask = () =>
  new Promise(resolve => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });

const HIDDEN = 100; // milliseconds after which a page that draws no frames continues

/** Let the browser draw the next frame. */
export const nextFrame = () =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, HIDDEN);
    requestAnimationFrame(async () => {
      await nextTask();
      clearTimeout(timer);
      resolve(undefined);
    });
  });
