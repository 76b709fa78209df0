/** More would narrow nothing that a person looks for, and each is compared with every name. */
const mostWords = 8

/**
 * The words of a search, each to be contained in what is looked for. One that another contains says nothing more than that
 * one: "a a a a" is as much work as "a".
 */
export function searchWords(search: string): string[] {
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))]
  return words
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .slice(0, mostWords)
}
