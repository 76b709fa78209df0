import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { findMetric, type MetricName, metrics } from '@ohmstead/domain/telemetry/metrics'
import { z } from 'zod'
import { linkLimits } from './controller-messages.ts'
import { endpoint } from './endpoint.ts'
import { bodyVersion, id, line } from './wire.ts'

const category = z.enum(deviceCategories)
const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]]
const deviceId = z.string().regex(/^[A-Za-z0-9][\w.:-]{0,63}$/, 'regex')
const largestFactor = 1e9

/** What one of its names is: the device that it belongs to, the metric, and the factor to canonical unit and sign. */
const mappedSource = z.object({
  source: z.string().min(3, 'required').max(220, 'max'),
  device: deviceId,
  device_name: line(linkLimits.nameLength),
  category,
  metric: z.enum(metricNames),
  /** From the source's unit and sign to the canonical ones: 1000 for kW, −1 for a sign that is reversed. */
  factor: z
    .number()
    .refine(
      (factor) => factor !== 0 && Math.abs(factor) <= largestFactor && Math.abs(factor) >= 1e-9,
      'regex',
    ),
})
mappedSource.register(z.globalRegistry, { id: 'MappedSource' })
export type MappedSourceView = z.output<typeof mappedSource>

const source = z.object({
  source: z.string(),
  /** What a person called it there; null if it has no such name. */
  name: z.string().nullable(),
  /** Its newest value as it came. */
  value: z.string(),
  at: z.number(),
  /** As the device says it; null if it does not. */
  unit: z.string().nullable(),
  /** Its values are the result of a template that only the hub itself knows. */
  is_unreadable: z.boolean(),
  /** What it would be, if its name and unit tell. */
  proposal: mappedSource.nullable(),
})
source.register(z.globalRegistry, { id: 'ControllerSource' })
export type ControllerSourceView = z.output<typeof source>

/** A device that its adapter knows by itself, whose category a person may choose. */
const ownDevice = z.object({
  device_id: z.number(),
  device: z.string(),
  name: z.string(),
  category,
  /** What a person chose; null while the adapter's own guess counts. */
  role: category.nullable(),
})
ownDevice.register(z.globalRegistry, { id: 'ForeignDevice' })
export type ForeignDeviceView = z.output<typeof ownDevice>

const mapping = z.object({
  version: z.number(),
  unit_id: z.string(),
  /** The names that it has used, by name; 500 at most of each kind of device. */
  sources: z.array(source),
  mapping: z.array(mappedSource),
  devices: z.array(ownDevice),
})
mapping.register(z.globalRegistry, { id: 'ControllerMapping' })
export type MappingView = z.output<typeof mapping>

const writtenMapping = z
  .object({
    /** The version that was read; another one in between is a conflict. */
    version: bodyVersion,
    mapping: z.array(mappedSource).max(500, 'max'),
  })
  .superRefine(({ mapping: rows }, context) => {
    const sources = new Set<string>()
    const targets = new Set<string>()
    const devices = new Map<string, string>()
    for (const [index, { source: name, device, device_name, category: kind, metric }] of rows.entries()) {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['mapping', index, field], message })
      if (sources.has(name)) refuse('source', 'unique')
      if (targets.has(`${device}/${metric}`)) refuse('metric', 'unique')
      const categories = findMetric(metric)?.categories
      if (categories && !(categories as readonly string[]).includes(kind)) refuse('metric', 'regex')
      const described = `${kind} ${device_name}`
      if ((devices.get(device) ?? described) !== described) refuse('device', 'unique')
      sources.add(name)
      targets.add(`${device}/${metric}`)
      devices.set(device, described)
    }
    if (devices.size > linkLimits.devices)
      context.addIssue({ code: 'custom', path: ['mapping'], message: 'max' })
  })
writtenMapping.register(z.globalRegistry, { id: 'WrittenMapping' })
export type WrittenMapping = z.output<typeof writtenMapping>

const controllerParams = z.object({ locationId: id, controllerId: id })

export const mappingEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers/:controllerId/mapping',
    summary:
      'The names that foreign devices of a controller use, with values, proposals, and what they mean.',
    permission: 'location.edit',
    params: controllerParams,
    answer: mapping,
    errors: ['not_found'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/controllers/:controllerId/mapping',
    summary:
      'Says what the names of its foreign devices mean, all at once; their newest values of the last hour count too, at their own times.',
    permission: 'location.edit',
    params: controllerParams,
    body: writtenMapping,
    answer: mapping,
    errors: ['not_found', 'edited_meanwhile', 'conflict'],
  }),
}
