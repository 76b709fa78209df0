import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'regex')

export const countryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/countries',
    summary: 'Countries; with visible=true those where the product is offered.',
    permission: 'signedIn',
    query: z.object({ visible: z.enum(['true', 'false']).optional() }),
    answer: z.object({
      countries: z.array(
        z.object({ id: z.number(), code: z.string(), name: z.string() }).meta({ id: 'Country' }),
      ),
    }),
  }),
  timeZones: endpoint({
    method: 'GET',
    path: '/timezones',
    summary: 'The time zones of a country, the usual one first.',
    permission: 'signedIn',
    query: z.object({ countryCode }),
    answer: z.object({ timezones: z.array(z.object({ name: z.string() })) }),
  }),
}
