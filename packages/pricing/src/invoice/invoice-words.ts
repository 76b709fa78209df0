import type { InvoicePart } from './invoice-model.ts'
import { stems } from './invoice-vocabulary.ts'

/** What a row is about; `name` is null where only the section is clear. */
export interface LineClass {
  part: InvoicePart
  name: string | null
}

export type Stem = keyof typeof stems

const exact = new Map<string, Set<Stem>>()
const beginnings: [string, Stem][] = []
for (const [stem, words] of Object.entries(stems) as [Stem, readonly string[]][])
  for (const word of words) {
    if (word.endsWith('*')) beginnings.push([word.slice(0, -1), stem])
    else exact.set(word, (exact.get(word) ?? new Set()).add(stem))
  }

const longestWord = 40

/** Which of the known words occur. */
export function stemsOf(words: readonly string[]): Set<Stem> {
  const found = new Set<Stem>()
  for (const word of words) {
    if (word.length > longestWord) continue
    for (const stem of exact.get(word) ?? []) found.add(stem)
    for (const [beginning, stem] of beginnings) if (word.startsWith(beginning)) found.add(stem)
  }
  return found
}

/** The block of the network fee that is named, as 'blok 2', 'CB2' or 'B2'; null if none is. */
export function blockOf(words: readonly string[]): string | null {
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!
    const digit = word.at(-1)!
    const isDigit = digit >= '1' && digit <= '5'
    const before = isDigit ? word.slice(0, -1) : ''
    if (isDigit && (before === 'b' || stemsOf([before]).has('block'))) return `block${digit}`
    if (isDigit && word.length === 1 && place > 0 && stemsOf([words[place - 1]!]).has('block'))
      return `block${digit}`
    // "1. blok"
    if (isDigit && word.length === 1 && stemsOf([words[place + 1] ?? '']).has('block')) return `block${digit}`
  }
  return null
}

const sectionOf = (is: ReadonlySet<Stem>): InvoicePart | null => {
  if (is.has('feedIn')) return 'feedIn'
  if (is.has('network')) return 'networkEnergy'
  if (is.has('levy')) return 'levies'
  return is.has('energy') || is.has('spot') ? 'energy' : null
}

/** What the words of a row name, given the section that it stands in; null if they name nothing that is charged. */
export function classifyWords(words: readonly string[], section: InvoicePart | null): LineClass | null {
  const is = stemsOf(words)
  const block = blockOf(words)
  if (is.has('settlement')) return { part: 'settlement', name: null }
  if (is.has('discount')) return { part: 'other', name: null }
  if (is.has('excise')) return { part: 'levies', name: 'excise' }
  if (is.has('support')) return { part: 'levies', name: 'support' }
  if (is.has('efficiency')) return { part: 'levies', name: 'energyEfficiency' }
  if (
    is.has('market') &&
    (is.has('levy') ||
      words.some(
        (word) =>
          word.startsWith('trg') ||
          word.startsWith('market') ||
          word === 'borzen' ||
          word.startsWith('markt') ||
          word.startsWith('trzist'),
      ))
  )
    return { part: 'levies', name: 'marketOperator' }
  if (is.has('excess') && !is.has('feedIn')) return { part: 'excessPower', name: block }
  if (is.has('feedIn')) return { part: 'feedIn', name: tariffOf(is) }
  if (is.has('power') && (block || is.has('network') || section === 'networkEnergy'))
    return { part: 'networkPower', name: block ?? 'agreed' }
  if (block) return { part: 'networkEnergy', name: block }
  // "Solar window, low season" is a price of the season, not of a tariff.
  const tariff = words.some(isSeason) ? null : tariffOf(is)
  if (is.has('fee') && !tariff) return { part: 'fees', name: null }
  if (is.has('spot')) return { part: 'energy', name: 'spot' }
  if (tariff) {
    const part = is.has('network') ? 'networkEnergy' : (section ?? 'energy')
    return { part: part === 'levies' ? 'energy' : part, name: tariff }
  }
  const own = sectionOf(is)
  return own && { part: own, name: null }
}

const isSeason = (word: string) => word.startsWith('sezon') || word === 'season' || word.startsWith('saison')

function tariffOf(is: ReadonlySet<Stem>): string | null {
  if (is.has('high')) return 't1'
  if (is.has('low')) return 't2'
  return is.has('single') ? 't0' : null
}
