import { describe, expect, it } from 'vitest'
import { matchesFilter } from './match-filter.ts'

describe('matchesFilter', () => {
  it.each([
    ['a/b/c', 'a/b/c', true],
    ['a/b/c', 'a/b', false],
    ['a/b/c', 'a/+/c', true],
    ['a/b/c', 'a/+', false],
    ['a/b', 'a/b/+', false],
    ['a/b/c', 'a/#', true],
    ['a', 'a/#', true],
    ['ab/c', 'a/#', false],
    ['a/b/c/set', 'a/+/+/set', true],
  ])('%s under %s: %s', (topic, filter, expected) => {
    expect(matchesFilter(topic, filter)).toBe(expected)
  })
})
