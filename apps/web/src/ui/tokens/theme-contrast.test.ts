import { readdirSync, readFileSync } from 'node:fs'
import { themeGrounds } from '@ohmstead/domain/site/theme-grounds'
import { describe, expect, it } from 'vitest'
import { colorSchemeOf, lightThemes, themes } from '../themes.ts'
import {
  energySurfaces,
  fillsApart,
  graphicPairs,
  leastGraphicContrast,
  leastRimContrast,
  leastTextContrast,
  schemeTextPairs,
  textPairs,
} from './contrast-pairs.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The variables of each rule of a style sheet, under the rule's selector. */
function readRules(css: string): { selector: string; body: string; values: Map<string, string> }[] {
  return [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selector, body]) => ({
      selector: selector!.trim(),
      body: body!,
      values: new Map(
        [...body!.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]),
      ),
    }),
  )
}

function luminanceOf(colour: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`${colour} is no plain colour`)
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const tokens = (theme: string) => readRules(read(`theme-${theme}.css`))[0]!.values
const energyRules = readRules(read('tokens.css')).filter(({ values }) => values.has('energy-sun'))
const energyColours = {
  dark: energyRules.find(({ selector }) => selector === ':root')!.values,
  light: energyRules.find(({ selector }) => selector.includes("'light'"))!.values,
}
const energyNames = [...energyColours.dark.keys()].filter((name) => /^(energy|block)-/.test(name))

const fillNames = [...energyColours.dark.keys()].filter((name) => name.startsWith('fill-'))

/** Insufficient contrast, as `text-faint on bg: 4.21`. */
function findWeak(
  values: Map<string, string>,
  pairs: Record<string, readonly string[]>,
  least: number,
): string[] {
  return Object.entries(pairs).flatMap(([ink, grounds]) =>
    grounds.flatMap((ground) => {
      const contrast = contrastOf(values.get(ink)!, values.get(ground)!)
      return contrast < least ? [`${ink} on ${ground}: ${contrast.toFixed(2)}`] : []
    }),
  )
}

it('distinguishes black from white', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each(themes)('theme %s', (theme) => {
  const rules = readRules(read(`theme-${theme}.css`))
  const values = tokens(theme)

  it('is one rule that sets what the default theme sets, and no energy colour', () => {
    expect(rules).toHaveLength(1)
    expect(rules[0]!.selector).toContain(`:is(:root, [data-swatch])[data-theme='${theme}']`)
    expect([...values.keys()].sort()).toEqual([...tokens('default').keys()].sort())
    expect(rules[0]!.body).toContain(`color-scheme: ${colorSchemeOf(theme)};`)
  })

  it('has the background that is announced to the system before it is loaded', () => {
    expect(values.get('bg')).toBe(themeGrounds[theme])
  })

  it('keeps text readable on all its backgrounds', () => {
    expect(findWeak(values, textPairs, leastTextContrast)).toEqual([])
  })

  it('keeps graphics, focus and borders of controls visible', () => {
    expect(findWeak(values, graphicPairs, leastGraphicContrast)).toEqual([])
  })

  it('keeps every energy colour visible on its surfaces', () => {
    const energy = energyColours[colorSchemeOf(theme)]
    const pairs = Object.fromEntries(energyNames.map((name) => [name, energySurfaces]))
    expect(findWeak(new Map([...values, ...energy]), pairs, leastGraphicContrast)).toEqual([])
  })

  it('gives a fill with too little contrast a rim with enough', () => {
    const energy = energyColours[colorSchemeOf(theme)]
    const all = new Map([...values, ...energy])
    expect(fillNames.length).toBeGreaterThan(1)
    for (const fill of fillNames) {
      const rim = fill.replace('fill-', 'energy-')
      expect(findWeak(all, { [rim]: energySurfaces }, leastGraphicContrast)).toEqual([])
      if (findWeak(all, { [fill]: energySurfaces }, leastGraphicContrast).length > 0)
        expect(findWeak(all, { [rim]: [fill] }, leastRimContrast)).toEqual([])
    }
    for (const [one, other] of fillsApart)
      expect(findWeak(all, { [one]: [other] }, leastRimContrast)).toEqual([])
  })

  it('keeps better and worse differences readable', () => {
    const energy = energyColours[colorSchemeOf(theme)]
    expect(findWeak(new Map([...values, ...energy]), schemeTextPairs, leastTextContrast)).toEqual([])
  })
})

it('every colour of energy and of a time block has a dark and a light variant', () => {
  expect(energyNames.length).toBeGreaterThan(8)
  expect([...energyColours.light.keys()].sort()).toEqual(
    [...energyNames, ...fillNames, ...Object.keys(schemeTextPairs)].sort(),
  )
})

it('the style sheet includes every theme, and the start script knows which are light', () => {
  const imported = [...read('themes.css').matchAll(/theme-([\w-]+)\.css/g)].map(([, name]) => name)
  expect(imported).toEqual([...themes])
  const listed = /light = \[([^\]]*)\]/.exec(read('../../../public/start.js'))![1]!
  expect([...listed.matchAll(/'([\w-]+)'/g)].map(([, name]) => name)).toEqual([...lightThemes])
})

it('no two themes look the same', () => {
  const looks = themes.map((theme) =>
    ['bg', 'surface', 'accent'].map((name) => tokens(theme).get(name)).join(),
  )
  expect(new Set(looks).size).toBe(themes.length)
})

it('every colour that a style sheet writes or draws with has its pairs', () => {
  const source = new URL('../../', import.meta.url)
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  const used = sheets.flatMap((name) =>
    [
      ...readFileSync(new URL(name, source), 'utf8').matchAll(
        /(?:^|[\s;{])(?:color|fill|stroke|accent-color|outline(?:-color)?):[^;]*var\(--([\w-]+)\)/g,
      ),
    ].map(([, token]) => token!),
  )
  const known = new Set([
    ...Object.keys(textPairs),
    ...Object.keys(graphicPairs),
    ...energySurfaces,
    ...energyNames,
    ...Object.keys(schemeTextPairs),
  ])
  // Dividing lines, paths that are shown in full elsewhere and hours that are named in words carry no meaning of their own.
  const decorative = ['line', 'line-strong', 'accent-soft']
  expect(used.length).toBeGreaterThan(100)
  expect([...new Set(used)].filter((token) => !known.has(token) && !decorative.includes(token))).toEqual([])
})
