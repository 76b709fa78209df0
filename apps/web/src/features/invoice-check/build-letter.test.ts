import { expect, test } from 'vitest'
import { buildLetter } from './build-letter.ts'

const content = {
  ...{ supplier: 'GEN-I', subject: 'Subject', greeting: 'Greeting', opening: 'Opening.' },
  ...{
    itemsHeading: 'Items:',
    items: ['one', 'two'],
    facts: ['Fact.'],
    request: 'Request.',
    closing: 'Closing',
  },
}

test('a letter has its parts apart, and its items one below the other', () => {
  expect(buildLetter(content)).toBe(
    'GEN-I\n\nSubject\n\nGreeting\n\nOpening.\n\nItems:\n– one\n– two\n\nFact.\n\nRequest.\n\nClosing\n',
  )
})

test('what is unknown leaves no hole', () => {
  expect(buildLetter({ ...content, supplier: null, items: [], facts: [] })).toBe(
    'Subject\n\nGreeting\n\nOpening.\n\nRequest.\n\nClosing\n',
  )
})
