/**
 * Chromium ships without Macedonian. Its stand-in (`localeTag`), Serbian in Cyrillic, has its number formats and its order
 * of a date, but other words.
 */
export const isStandInForMacedonian = (tag: string) => tag.startsWith('sr-Cyrl')

const words: Partial<Record<string, string>> = {
  ...{ јануар: 'јануари', фебруар: 'февруари', јун: 'јуни', јул: 'јули' },
  ...{ септембар: 'септември', октобар: 'октомври', новембар: 'ноември', децембар: 'декември' },
  ...{ феб: 'фев', нов: 'ное', дец: 'дек' },
  ...{
    недеља: 'недела',
    понедељак: 'понеделник',
    уторак: 'вторник',
    четвртак: 'четврток',
    петак: 'петок',
    субота: 'сабота',
  },
  ...{ уто: 'вто', суб: 'саб' },
  ...{ пре: 'пред', сада: 'сега', данас: 'денес', јуче: 'вчера', прекјуче: 'завчера' },
}

/** By the Serbian stem: for 1, 21, 31 …, and for all others. */
const units: readonly (readonly [stem: RegExp, one: string, many: string])[] = [
  [/^секунд[аеи]$/, 'секунда', 'секунди'],
  [/^минута?$/, 'минута', 'минути'],
  [/^сат[аи]?$/, 'час', 'часа'],
  [/^дана?$/, 'ден', 'дена'],
]

/** A date, a duration or an age that `Intl` has written in Serbian. */
export function toMacedonian(text: string): string {
  return text.replace(/(?:(\d+)(\s))?(\p{Script=Cyrillic}+)/gu, (all, count, gap, word: string) => {
    const start = count === undefined ? '' : `${count}${gap}`
    const unit = units.find(([stem]) => stem.test(word))
    if (!unit || count === undefined) return words[word] ? `${start}${words[word]}` : all
    const [, one, many] = unit
    return `${start}${/(^|[^1])1$/.test(count) ? one : many}`
  })
}
