import { readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { buildRequestText } from './request-text.ts'

const texts = JSON.parse(readFileSync(new URL('../../../../../../locales/sl.json', import.meta.url), 'utf8'))
const messages = Object.fromEntries(
  Object.entries<string>(texts)
    .filter(([key]) => key.startsWith('calculations.request.') || key.startsWith('calculations.held.'))
    .map(([key, text]) => [key, compileMessage(text)]),
)
const slovenian = setupI18n({ locale: 'sl', messages: { sl: messages } })
const speech = {
  t: (key: string, values?: Record<string, string | number>) => slovenian._(key, values),
  number: (value: number) => value.toFixed(1).replace('.', ','),
  euro: (amountEur: number) => `${amountEur} €`,
  day: () => '1. 12. 2026',
}
const request = {
  eimm: '4-1234567',
  gsrn: '383111512345670011',
  place: null,
  powersKw: [4.6, 4.6, 5, 8, 8] as [number, number, number, number, number],
  fromDay: '2026-12-01',
}

test('the operator gets point, powers and day in Slovenian', () => {
  const text = buildRequestText({ ...request, savingEur: null }, speech)
  expect(text).toContain('4-1234567')
  expect(text).toContain('383111512345670011')
  expect(text).toContain('od 1. 12. 2026 dalje')
  expect(text.match(/Časovni blok \d: [\d,]+ kW/g)).toEqual([
    'Časovni blok 1: 4,6 kW',
    'Časovni blok 2: 4,6 kW',
    'Časovni blok 3: 5,0 kW',
    'Časovni blok 4: 8,0 kW',
    'Časovni blok 5: 8,0 kW',
  ])
  expect(text).not.toContain('Naziv')
  expect(text).not.toContain('€')
})

test('and what the page says that they save', () => {
  const text = buildRequestText({ ...request, savingEur: 113 }, speech)
  expect(text).toContain('od 1. 12. 2026 stanejo 113 € manj od sedanjih, s prispevki in DDV.')
})
