// A second translation beside the first: heads switched off, a forced prefix, another sentence or checkpoint.
// view.variant is null or {packed, change}; choice.side says which of the two the views show:
// "base", "variant", "difference" (variant minus base) or "both".

/** Show a second translation: the JSON string of pack(), whose `change` says what was done. */
const showVariant = (view, payload, side = 'variant') => {
  const packed = unpack(payload);
  view.variant = {packed, change: packed.change ?? {}};
  view.reads += 1;
  view.choice = {...view.choice, side, pin: null, hover: null, cell: null};
  view.refresh();
};

const dropVariant = view => {
  if (!view.variant) return;
  view.variant = null;
  view.reads += 1;
  view.choice = {...view.choice, side: 'base', pin: null, hover: null, cell: null};
  view.refresh();
};
