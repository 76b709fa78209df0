const simplify = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text has every word of a search in any order; diacritics and capitals do not matter. */
export function matchesWords(text: string, search: string): boolean {
  const plain = simplify(text)
  return simplify(search)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}
