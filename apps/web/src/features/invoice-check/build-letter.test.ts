import { expect, test } from 'vitest'
import { buildLetter } from './build-letter.ts'

const content = {
  ...{ supplier: 'GEN-I', subject: 'Subject', point: 'Point', greeting: 'Greeting', opening: 'Opening.' },
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
    'GEN-I\n\nSubject\nPoint\n\nGreeting\n\nOpening.\n\nItems:\n– one\n– two\n\nFact.\n\nRequest.\n\nClosing\nName\n',
  )
})

test('what is unknown leaves no hole', () => {
  expect(buildLetter({ ...content, supplier: null, point: null, items: [], facts: [] })).toBe(
    'Subject\n\nGreeting\n\nOpening.\n\nRequest.\n\nClosing\nName\n',
  )
})
