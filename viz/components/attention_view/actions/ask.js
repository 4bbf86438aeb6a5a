// Questions to the server.

/** Ask the server; null when it is not there, gives no answer, or the translation has changed meanwhile. */
export const ask = async (view, name, request = {}) => {
  const {packed} = view;
  if (!packed || !view.server?.[name]) return null;
  try {
    const reply = await view.server[name]({id: packed.id, ...request});
    return view.packed === packed && reply ? reply : null;
  } catch (error) {
    console.error(error);
    return null;
  }
};

export const stillShown = (view, packed) => view.packed === packed || view.variant?.packed === packed;
