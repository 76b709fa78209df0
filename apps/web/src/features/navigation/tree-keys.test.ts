import { expect, test } from 'vitest'
import { moveInTree } from './tree-keys.ts'

const rows = [
  { depth: 0, isExpandable: true, isExpanded: true },
  { depth: 1, isExpandable: true, isExpanded: false },
  { depth: 1, isExpandable: false, isExpanded: false },
]

test.each([
  ['down', 'ArrowDown', 0, { focus: 1 }],
  ['down at the end', 'ArrowDown', 2, { focus: 2 }],
  ['up at the top', 'ArrowUp', 0, { focus: 0 }],
  ['the first', 'Home', 2, { focus: 0 }],
  ['the last', 'End', 0, { focus: 2 }],
  ['right into an open branch', 'ArrowRight', 0, { focus: 1 }],
  ['right opens a closed branch', 'ArrowRight', 1, { toggle: true }],
  ['right on a leaf', 'ArrowRight', 2, null],
  ['left closes an open branch', 'ArrowLeft', 0, { toggle: true }],
  ['left goes to the parent', 'ArrowLeft', 2, { focus: 0 }],
  ['enter follows', 'Enter', 1, { follow: true }],
  ['other keys stay with the browser', 'a', 1, null],
])('%s', (_, key, index, expected) => {
  expect(moveInTree(key, index, rows)).toEqual(expected)
})
