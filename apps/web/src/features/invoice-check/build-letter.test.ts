import { expect, test } from 'vitest'
import { buildLetter } from './build-letter.ts'

const content = {
  ...{
    day: '26. 11. 2026',
    supplier: 'GEN-I',
    subject: 'Subject',
    point: 'Point',
    greeting: 'Greeting',
    opening: 'Opening.',
  },
  ...{
    itemsHeading: 'Items:',
    items: ['one', 'two'],
    facts: ['Fact.'],
    request: 'Request.',
    closing: 'Closing',
    signature: 'Name',
  },
}

test('a letter has its parts apart, and its items one below the other', () => {
  expect(buildLetter(content)).toBe(
    'GEN-I\n\n26. 11. 2026\n\nSubject\nPoint\n\nGreeting\n\nOpening.\n\nItems:\n– one\n– two\n\nFact.\n\nRequest.\n\nClosing\nName\n',
  )
})

test('what is unknown leaves no hole', () => {
  expect(buildLetter({ ...content, supplier: null, point: null, items: [], facts: [] })).toBe(
    '26. 11. 2026\n\nSubject\n\nGreeting\n\nOpening.\n\nRequest.\n\nClosing\nName\n',
  )
})
