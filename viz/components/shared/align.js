// Alignment of the tokens or words of two sentences: the longest common subsequence. Pure functions.

/**
 * The longest list of pairs of equal entries, in order.
 * forward[i] is the index in b of a[i], back[j] the index in a of b[j]; -1 without a counterpart.
 * @param {string[]} a
 * @param {string[]} b
 */
export const alignTokens = (a, b) => {
  const forward = new Int32Array(a.length).fill(-1);
  const back = new Int32Array(b.length).fill(-1);
  /**
   * @param {number} i
   * @param {number} j
   */
  const match = (i, j) => {
    forward[i] = j;
    back[j] = i;
  };
  let first = 0;
  let aEnd = a.length;
  let bEnd = b.length;
  while (first < aEnd && first < bEnd && a[first] === b[first]) {
    match(first, first);
    first++;
  }
  while (aEnd > first && bEnd > first && a[aEnd - 1] === b[bEnd - 1]) match(--aEnd, --bEnd);
  const wide = bEnd - first + 1;
  const common = new Uint16Array((aEnd - first + 1) * wide);
  for (let i = aEnd - 1; i >= first; i--)
    for (let j = bEnd - 1; j >= first; j--) {
      const at = (i - first) * wide + j - first;
      common[at] = a[i] === b[j] ? common[at + wide + 1] + 1 : Math.max(common[at + wide], common[at + 1]);
    }
  for (let i = first, j = first; i < aEnd && j < bEnd;) {
    const at = (i - first) * wide + j - first;
    if (a[i] === b[j]) match(i++, j++);
    else if (common[at + wide] >= common[at + 1]) i++;
    else j++;
  }
  return {forward, back};
};
