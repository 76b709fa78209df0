import { expect, test } from 'vitest'
import { listAcceptedLanguages } from './accepted-languages.ts'

test('the languages of a browser are told without their weights', () => {
  expect(listAcceptedLanguages('sl, en-GB;q=0.9,de ; q=0.8')).toEqual(['sl', 'en-GB', 'de'])
})
