// Buttons that take seconds: at work at once, before the server hears of the click.

/**
 * Return the update of a button that is at work.
 * @param {string} value its words
 */
export const busyButton = value => ({__type__: 'update', value, interactive: false});

/**
 * Return the updates of a button that is at work, and of the message of its last click.
 * @param {string} value the words of the button
 */
export const busyWithoutMessage = value => [
  {__type__: 'update', value, interactive: false},
  {__type__: 'update', value: null},
];

/** Return the update that empties a message. */
export const noMessage = () => ({__type__: 'update', value: null});
