import { startModelSpotMarket } from './features/demo/model-spot-market.ts'
import { createEnergyCharts } from './features/spot-market/sources/energy-charts.ts'
import { createEntsoe } from './features/spot-market/sources/entsoe.ts'
import type { SpotSource } from './features/spot-market/sources/spot-source.ts'
import type { PlatformDeps } from './platform/platform-deps.ts'
import type { Settings } from './settings.ts'

const energyCharts = 'https://api.energy-charts.info'

/** The sources named in the settings; in the demo, unless one is named, a model that identifies itself as one. */
export async function openSpotMarket(
  {
    demo,
    energyChartsUrl,
    entsoeUrl,
    entsoeToken,
  }: Pick<Settings, 'demo' | 'energyChartsUrl' | 'entsoeUrl' | 'entsoeToken'>,
  clock: PlatformDeps['clock'],
): Promise<{ sources: SpotSource[]; close(): Promise<void> }> {
  const now = () => clock.now()
  if (demo && energyChartsUrl === null && entsoeToken === null) {
    const model = await startModelSpotMarket(clock)
    return { sources: [createEnergyCharts({ baseUrl: model.url, key: 'modelled', now })], close: model.close }
  }
  const sources: SpotSource[] = []
  if (energyChartsUrl !== 'off')
    sources.push(createEnergyCharts({ baseUrl: energyChartsUrl ?? energyCharts, now }))
  if (entsoeToken !== null) sources.push(createEntsoe({ baseUrl: entsoeUrl, token: entsoeToken, now }))
  return { sources, close: async () => {} }
}
