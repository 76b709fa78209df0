import { expect, test } from 'vitest'
import { createNameOrder } from './name-order.ts'

const starts = ['', 'Home ', 'home ', 'Hiša ', 'Hisa ', 'Cesta 7/', 'A', '7', '-', 'Ж', 'é', 'e\u0301']
const ends = [
  '',
  '1',
  '2',
  '10',
  '010',
  '0',
  '00',
  '9'.repeat(15),
  '9'.repeat(16),
  '12a',
  'a12',
  '1 2',
  ' 3',
  '\u0301',
]
const names = starts.flatMap((start) => ends.map((end) => start + end))

test.each(['sl', 'en', 'de', 'hr', 'uk', 'lt', 'da'])('is that of a collator in %s', (locale) => {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const order = createNameOrder(locale)
  const wrong = names.flatMap((one) =>
    names
      .filter((other) => Math.sign(order(one, other)) !== Math.sign(compare(one, other)))
      .map((other) => [one, other]),
  )
  expect(wrong).toEqual([])
})
