import { expect, test } from 'vitest'
import { startModelSpotMarket } from './model-spot-market.ts'

test.each(['', '/.x?a=b', '?start=&end=', '?start=2026-02-30', '?start=x&end=y'])(
  'the made-up market outlives a request for %s, and goes on to answer',
  async (address) => {
    const market = await startModelSpotMarket({ now: () => Date.UTC(2026, 5, 1, 12) })
    expect((await fetch(`${market.url}/${address}`)).status).toBeLessThan(500)
    const answer = await fetch(`${market.url}/price?bzn=SI&start=2026-05-30&end=2026-05-31`)
    expect(await answer.json()).toMatchObject({ price: { length: 192 } })
    await market.close()
  },
)
