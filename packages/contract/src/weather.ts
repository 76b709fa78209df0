import { z } from 'zod'
import { dayRange, isDayRange, isShortEnough } from './calculations.ts'
import { endpoint } from './endpoint.ts'

const degrees = (limit: number) =>
  z.coerce.number<string | number>('required').min(-limit, 'min_value').max(limit, 'max_value')

const values = z.array(z.number().nullable())

const irradiance = z.object({
  /** `modelled`: a clear sky with synthetic clouds, for the demonstration; not measured or reanalysed weather. */
  source: z.enum(['open-meteo', 'modelled']),
  /** The attribution to show with the data; null for the model. */
  attribution: z.object({ text: z.string(), url: z.string() }).nullable(),
  /** The middle of the 0.05° cell of the location. */
  latitude: z.number(),
  longitude: z.number(),
  elevation_m: z.number().nullable(),
  /** Starts of the hours, epoch seconds; values are means of the hour. Null is unknown. */
  step_seconds: z.literal(3600),
  time: z.array(z.number()),
  /** Global and diffuse on the horizontal plane, direct towards the sun, W/m². */
  ghi: values,
  dhi: values,
  dni: values,
  /** °C and m/s. */
  temperature: values,
  wind: values,
})
irradiance.register(z.globalRegistry, { id: 'Irradiance' })
export type IrradianceView = z.output<typeof irradiance>

export const weatherEndpoints = {
  irradiance: endpoint({
    method: 'GET',
    path: '/weather/irradiance',
    summary: 'Sunshine, temperature and wind of past days, hour by hour, from a weather archive.',
    permission: 'signedIn',
    query: z
      .object({ lat: degrees(90), lon: degrees(180), ...dayRange })
      .refine(isDayRange, { path: ['to'], error: 'range_reversed' })
      .refine(isShortEnough, { path: ['from'], error: 'range_too_long' }),
    answer: irradiance,
    errors: ['weather_unavailable', 'weather_busy'],
  }),
}
