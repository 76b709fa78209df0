import { expect, it } from 'vitest'
import { maskTag, ownTag } from './mask-tag.ts'

it.each([
  ['04A2B3C4D5', '…C4D5'],
  ['A1B2', '…B2'],
  ['A', '…'],
  ['ab😀de1', '…de1'],
  ['abc😀def', '…def'],
  ['ab😀de', '…de'],
  [ownTag, null],
])('of %s half is shown at most', (tag, shown) => {
  expect(maskTag(tag)).toBe(shown)
})
