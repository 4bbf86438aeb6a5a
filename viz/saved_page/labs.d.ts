// The joined modules of the labs, which come before `labs.js` in a saved page.
declare const bench: typeof import('../components/maths/bench.js');
declare const labs: any[];
type Part = Parameters<typeof bench.openSaved>[0];
