import { startModelWeather } from './features/demo/model-weather.ts'
import { createWeatherClient, type WeatherClient } from './features/weather/weather-client.ts'
import type { PlatformDeps } from './platform/platform-deps.ts'
import type { Settings } from './settings.ts'

const archive = 'https://archive-api.open-meteo.com'

/** The archive named in the settings; by default Open-Meteo's, or in the demo a model that identifies itself as one. */
export async function openWeather(
  settings: Pick<Settings, 'weatherUrl' | 'weatherKey' | 'demo'>,
  clock: PlatformDeps['clock'],
): Promise<{ client: WeatherClient; close(): Promise<void> }> {
  const common = { key: settings.weatherKey, now: () => clock.now() }
  if (!settings.demo || settings.weatherUrl !== null) {
    const client = createWeatherClient({ ...common, baseUrl: settings.weatherUrl ?? archive })
    return { client, close: async () => client.close() }
  }
  const model = await startModelWeather()
  const client = createWeatherClient({ ...common, baseUrl: model.url, source: 'modelled' })
  return {
    client,
    close: async () => {
      client.close()
      await model.close()
    },
  }
}
