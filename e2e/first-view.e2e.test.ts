import { describe, expect, inject, it } from 'vitest'
import { useStage } from './kit/browser.ts'
import { measureFirstView } from './kit/first-view.ts'

const { url } = inject('demo')
const stage = useStage()

describe('the signed-in location overview with nothing cached', () => {
  it('weighs at most 250 kB of script and style, gzipped, in at most 25 requests', async () => {
    const view = await measureFirstView(stage.browser(), url, 'advanced')
    const table = view.files.map(({ path, bytes }) => `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${path}`)
    console.log([`${(view.codeBytes / 1000).toFixed(1)} kB, ${view.requests} requests`, ...table].join('\n'))
    expect(view.files.length).toBeGreaterThan(2)
    expect(view.codeBytes).toBeGreaterThan(50_000)
    expect(view.codeBytes).toBeLessThanOrEqual(250_000)
    expect(view.requests).toBeLessThanOrEqual(25)
  })

  it('loads nothing of the charts together with the first scripts', async () => {
    const page = await (await fetch(`${url}/`)).text()
    expect(page).toContain('/assets/shared-')
    expect(page).not.toContain('time-chart')
  })
})
