import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import { useStage } from './kit/browser.ts'
import { measureFirstView } from './kit/first-view.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

describe('the signed-in location overview with nothing cached', () => {
  it('weighs at most 250 kB of script and style and 12 kB of texts, gzipped, in at most 25 requests', async () => {
    const view = await measureFirstView(stage.browser(), url, 'advanced')
    const table = view.files.map(({ path, bytes }) => `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${path}`)
    console.log(
      [
        `${(view.codeBytes / 1000).toFixed(1)} kB and ${(view.textBytes / 1000).toFixed(1)} kB of texts, ${view.requests} requests`,
        ...table,
      ].join('\n'),
    )
    expect(view.files.length).toBeGreaterThan(2)
    expect(view.codeBytes).toBeGreaterThan(50_000)
    expect(view.codeBytes).toBeLessThanOrEqual(250_000)
    expect(view.textBytes).toBeGreaterThan(1000)
    expect(view.textBytes).toBeLessThanOrEqual(12_000)
    expect(view.requests).toBeLessThanOrEqual(25)
  })

  it('loads nothing of the charts together with the first scripts', async () => {
    const page = await (await fetch(`${url}/`)).text()
    expect(page).toContain('/assets/shared-')
    expect(page).not.toContain('time-chart')
  })
})

describe('the files of the build', () => {
  it('never wait for each other in circles, in which one would run before what it needs', () => {
    expect(findCircle(readImports())).toEqual([])
  })

  it('are found waiting for each other', () => {
    const imports = { a: ['b'], b: ['c', 'd'], c: [], d: ['e'], e: ['b'] }
    expect(findCircle(imports)).toEqual(['b', 'd', 'e', 'b'])
    expect(findCircle({ ...imports, e: ['c'] })).toEqual([])
  })
})

type Imports = Record<string, readonly string[]>

/** What each script imports before it runs. */
function readImports(): Imports {
  const folder = new URL('../apps/web/dist/assets/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return Object.fromEntries(
    names.map((name) => {
      const script = readFileSync(new URL(name, folder), 'utf8')
      return [name, [...script.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, file]) => file!)]
    }),
  )
}

/** The first circle, from a file back to itself. */
function findCircle(imports: Imports): string[] {
  const finished = new Set<string>()
  const follow = (name: string, path: readonly string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (finished.has(name)) return []
    for (const next of imports[name] ?? []) {
      const circle = follow(next, [...path, name])
      if (circle.length > 0) return circle
    }
    finished.add(name)
    return []
  }
  return Object.keys(imports).reduce<string[]>(
    (circle, name) => (circle.length > 0 ? circle : follow(name, [])),
    [],
  )
}

describe('while the texts of the other pages have not come', () => {
  it('the first pages are complete, and another page waits for its own', async () => {
    const page = await stage.open({ url, path: null, person: 'advanced' })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/site\/translations\/en$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('main').locator('canvas').first().waitFor()
    expect(await findKeys(page)).toEqual([])
    await page.getByRole('button', { name: words('navigation.user.menu') }).click()
    await page.getByRole('menu').waitFor()
    expect(await findKeys(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: words('navigation.bottom.charts'), exact: true }).click()
    await page.waitForURL('**/charts')
    expect(await findKeys(page)).toEqual([])
    expect(await page.getByText(words('charts.range.day'), { exact: true }).count()).toBe(0)
    release()
    await page.getByText(words('charts.range.day'), { exact: true }).first().waitFor()
    expect(await findKeys(page)).toEqual([])
  })
})

/** Keys that the page shows or speaks in place of their texts. */
async function findKeys(page: Page): Promise<string[]> {
  const content = await page.content()
  return (content.match(/\b[a-z_]+(\.\w+)+\b/g) ?? []).filter((word) => word in en)
}
