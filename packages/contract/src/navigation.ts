import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const deviceCategory = z.enum(deviceCategories)
const nodeType = z.enum(['company', 'location-group', 'location', 'device-group', 'device'])

/**
 * A node of the sidebar's tree. A company and its root group are one node (type `company`): its address is the root
 * page. `href` is the current address, `aliases` are the addresses of the same page in the other route sets.
 * Ungrouped devices have 0 as their group's id.
 */
const menuNode = z
  .object({
    id: z.number(),
    title: z.string(),
    type: nodeType,
    href: z.string(),
    /** Depth in the tree; top nodes are 0. */
    level: z.number(),
    get children() {
      return z.array(menuNode)
    },
    aliases: z.array(z.string()),
    data: z.object({
      companyId: z.number().optional(),
      locationGroupId: z.number().optional(),
      locationId: z.number().optional(),
      deviceGroupId: z.number().nullable().optional(),
      deviceKey: z.string().optional(),
      controllerId: z.number().optional(),
      /** Whether a location has anything to load below it. */
      hasChildren: z.boolean().optional(),
    }),
    category: z.object({ value: deviceCategory }).optional(),
  })
  .meta({ id: 'MenuNode' })
export type MenuNodeView = z.output<typeof menuNode>

/**
 * A node of a tree of places, without what follows from the rest: `children` where there are none; of a location its
 * aliases (the same page below its group, its company, and neither), its own id, and its company and group where they
 * are its parent's. The children of a location come from the third form of the menu.
 */
const placeNode = z
  .object({
    id: z.number(),
    title: z.string(),
    type: nodeType,
    href: z.string(),
    /** Depth in the tree; top nodes are 0. */
    level: z.number(),
    get children() {
      return z.array(placeNode).optional()
    },
    aliases: z.array(z.string()).optional(),
    data: z
      .object({
        companyId: z.number().optional(),
        locationGroupId: z.number().optional(),
        /** False for a location with nothing to load below it; left out for others. */
        hasChildren: z.boolean().optional(),
      })
      .optional(),
  })
  .meta({ id: 'MenuPlace' })
export type MenuPlaceView = z.output<typeof placeNode>

const company = z.object({ id: z.number(), name: z.string(), rootGroup: z.object({ id: z.number() }) })
company.register(z.globalRegistry, { id: 'MenuCompany' })

export const navigationEndpoints = {
  own: endpoint({
    method: 'GET',
    path: '/menu',
    summary: "The tree of what this user sees: an aggregator's companies, or own and shared locations.",
    permission: 'signedIn',
    answer: z.object({
      structure: z.array(placeNode),
      /** The first company of the tree, if any; null for a super admin, whose menu is per company. */
      company: company.nullable(),
    }),
  }),
  company: endpoint({
    method: 'GET',
    path: '/menu/:companyId',
    summary: 'The tree of one company.',
    permission: 'company.view',
    params: z.object({ companyId: id }),
    answer: z.object({ structure: z.array(placeNode), company }),
  }),
  location: endpoint({
    method: 'GET',
    path: '/menu/locations/:locationId',
    summary: 'The device groups and devices below a location.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    query: z.object({
      /** The location node's level. */
      level: z.coerce.number<string | number>().int().min(0).max(100).default(0),
      /** The current route set: `/companies/1/location-groups/2`, `/companies/1` or nothing. */
      prefix: z.string().max(200).default(''),
    }),
    answer: z.object({ structure: z.array(menuNode) }),
  }),
}
