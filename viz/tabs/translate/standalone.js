// Stands in for gr.HTML in a saved page: the same component, without a server.
(() => {
  const read = name => JSON.parse(document.getElementById(name).textContent);
  const words = read('words'), exact = read('exact'), watched = [];
  const props = {
    value: document.getElementById('payload').textContent, texts: document.getElementById('texts').textContent,
    note: '', busy: false, problem: '', restore: '', host: '',
  };
  const watch = (names, callback) => watched.push({names: [names].flat(), callback});
  const trigger = () => { // what only the program could do
    props.problem = words.alone;
    for (const {names, callback} of watched) if (names.includes('problem')) callback();
  };
  const page = document.documentElement;
  page.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
  document.getElementById('theme').addEventListener('click', () => page.classList.toggle('dark'));

  const element = document.getElementById('attention'), server = null;
  {
    /* component */
    // Every head's float32 weights, where the file has them: no number is approximate then.
    for (const [kind, text] of Object.entries(exact)) {
      const values = new Float32Array(bytesOf(text).buffer), [layers, heads, queries, keys] = view.packed.kinds[kind].shape;
      for (let i = 0; i < layers * heads; i++)
        view.packed.exactHeads.set(`${kind}.${Math.floor(i / heads)}.${i % heads}`,
          values.subarray(i * queries * keys, (i + 1) * queries * keys));
    }
    view.refresh();
  }
})();
