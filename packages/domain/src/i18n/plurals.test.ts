import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { supportedLocales } from './locales.ts'

// The decision record shows the specification's rule for Slovenian beside CLDR's; this test keeps the table true.

const record = readFileSync(new URL('../../../../docs/decisions/0015-languages.md', import.meta.url), 'utf8')
const rows = [...record.matchAll(/^\| ([\d.]+) \| (\d) \| (\w+) \| [\d.,]+ (\w+) \|$/gm)].map(
  ([, number, form, category, word]) => ({ number: Number(number), form: Number(form), category, word }),
)

const formOfSpecification = (number: number) =>
  number === 1 ? 1 : number === 2 ? 2 : number === 3 || number === 4 ? 3 : 0
const words: Record<string, string> = { one: 'dan', two: 'dneva', few: 'dnevi', other: 'dni' }

test('the table of the two Slovenian rules is true', () => {
  expect(rows.length).toBeGreaterThan(10)
  const rules = new Intl.PluralRules('sl')
  for (const { number, form, category, word } of rows) {
    expect(form, String(number)).toBe(formOfSpecification(number))
    expect(category, String(number)).toBe(rules.select(number))
    // A fraction takes the genitive singular, which looks like the dual.
    expect(word, String(number)).toBe(Number.isInteger(number) ? words[category!] : 'dneva')
  }
})

test('the two agree up to one hundred and differ from one hundred and one', () => {
  const rules = new Intl.PluralRules('sl')
  const same = { one: 1, two: 2, few: 3, other: 0 } as Record<string, number>
  for (let number = 0; number <= 100; number++)
    expect(same[rules.select(number)], String(number)).toBe(formOfSpecification(number))
  expect(same[rules.select(101)]).not.toBe(formOfSpecification(101))
})

test('the runtime knows the plurals of every language', () => {
  for (const locale of supportedLocales)
    expect(new Intl.PluralRules(locale).resolvedOptions().locale, locale).toBe(locale)
})
