import { expect, it } from 'vitest'
import { findScriptsToLoad } from './load-analytics.ts'

const scripts = ['https://stats.example/a.js', 'https://record.example/b.js']

it('nothing loads before consent, or against it', () => {
  expect(findScriptsToLoad(null, scripts, [])).toEqual([])
  expect(findScriptsToLoad({ analytics: false }, scripts, [])).toEqual([])
})

it('with consent each configured script loads once', () => {
  expect(findScriptsToLoad({ analytics: true }, [...scripts, scripts[0]!], [])).toEqual(scripts)
  expect(findScriptsToLoad({ analytics: true }, scripts, [scripts[0]!])).toEqual([scripts[1]])
  expect(findScriptsToLoad({ analytics: true }, [], [])).toEqual([])
})
