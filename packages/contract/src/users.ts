import { roles } from '@ohmstead/domain/access/role'
import { themeNames } from '@ohmstead/domain/site/theme-names'
import { z } from 'zod'

export const roleName = z.enum(roles as [(typeof roles)[number], ...(typeof roles)[number][]])

export const userSettings = z.object({
  theme: z.enum(themeNames).nullable(),
  /** The initial view of a location's overview. */
  initialDataView: z.enum(['latest', 'realtime']),
  timeFormat: z.enum(['24h', '12h']),
  /** How powers and energies are scaled: by size, or always in W and Wh, or always in kW and kWh. */
  units: z.enum(['auto', 'base', 'kilo']),
})
userSettings.register(z.globalRegistry, { id: 'UserSettings' })
export type UserSettings = z.output<typeof userSettings>

/** The signed-in person with everything that decides what the browser shows and hides. */
export const userView = z.object({
  id: z.number(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** The language chosen in the settings; null follows the browser. */
  locale: z.string().nullable(),
  /** The country for external services while no location has one; null was never asked. */
  country_code: z.string().nullable(),
  /** The active role: the first of `roles`. */
  role: roleName,
  roles: z.array(roleName),
  /** The person's rights at own and shared locations; aggregators and above need no entry. */
  permissions: z.object({
    locations: z.array(
      z.object({
        id: z.number(),
        view: z.boolean(),
        edit: z.boolean(),
        control: z.boolean(),
        manageUsers: z.boolean(),
      }),
    ),
  }),
  /** The locations this person owns. */
  locations: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Groups of an aggregator's companies; for others the groups their locations lie in. Empty for a super admin. */
  locationGroups: z.array(z.object({ id: z.number(), companyId: z.number() })),
  /** The controllers at locations this person owns. */
  controllers: z.array(z.object({ id: z.number(), unitId: z.string() })),
  /** The companies an aggregator runs; empty for others. */
  companies: z.array(z.object({ id: z.number(), name: z.string() })),
  settings: userSettings,
  /** From when this person needs a second factor to continue; null if they have one or need none. */
  second_factor_due: z.number().nullable(),
  /** The super admin currently acting as this person; null if nobody does. */
  impersonator: z.object({ id: z.number(), first_name: z.string() }).nullable(),
})
userView.register(z.globalRegistry, { id: 'User' })
export type UserView = z.output<typeof userView>
