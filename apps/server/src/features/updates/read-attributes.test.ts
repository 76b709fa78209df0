import { expect, test } from 'vitest'
import { readAttributes } from './read-attributes.ts'

const read = (text: string) => readAttributes(Buffer.from(text))

test('what a device says of itself is kept as words, twenty at most', () => {
  expect(read('{"data":{"revision":2,"board":"A"}}')).toEqual({ revision: '2', board: 'A' })
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, at]))
  expect(Object.keys(read(JSON.stringify({ data: many }))!)).toHaveLength(20)
})

test('nothing is kept that a database has no text for', () => {
  expect(read('{"data":{"a\\u0000b":"c\\u0000\\ud800"}}')).toEqual({ 'a b': 'c \uFFFD' })
})

test.each(['', '[]', '{"data":1}', '{"data":{"a":{"toString":1}}}', `{"data":{"a":"${'x'.repeat(201)}"}}`])(
  'refuses %s',
  (text) => {
    expect(read(text)).toBeNull()
  },
)
