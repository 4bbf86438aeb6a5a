// The three kinds of attention.

export const KINDS = ['encoder', 'decoder', 'cross'];
