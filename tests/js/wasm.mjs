// Assembles the engine's WebAssembly: `npm run wasm` writes kernel_bytes.js from kernel.wat.

import {readFileSync, writeFileSync} from 'node:fs';
import {URL, pathToFileURL} from 'node:url';
import wabt from 'wabt';

const FOLDER = new URL('../../viz/components/shared/engine/', import.meta.url);
export const RESULT = new URL('kernel_bytes.js', FOLDER);

/** The text of kernel_bytes.js. */
export const kernelBytes = async () => {
  const {parseWat} = await wabt();
  const parsed = parseWat('kernel.wat', readFileSync(new URL('kernel.wat', FOLDER), 'utf8'), {simd: true});
  const base64 = Buffer.from(parsed.toBinary({}).buffer).toString('base64');
  const lines = base64.match(/.{1,110}/g).map(line => `  '${line}'`);
  const origin = '// The module of kernel.wat, assembled by `npm run wasm`, in base64.';
  return `${origin}\nexport const KERNEL =\n${lines.join(' +\n')};\n`;
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(RESULT, await kernelBytes());
