import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bodyId, id, line } from './wire.ts'

const locationId = z.object({ locationId: id })
const deviceGroupBody = z.object({ name: line(), deviceIds: z.array(bodyId).max(1000, 'max').optional() })
deviceGroupBody.register(z.globalRegistry, { id: 'WrittenDeviceGroup' })
const deviceGroup = z.object({ id: z.number(), name: z.string(), deviceIds: z.array(z.number()) })
deviceGroup.register(z.globalRegistry, { id: 'DeviceGroup' })
const deviceGroupAnswer = z.object({ deviceGroup })
const deviceGroupId = locationId.extend({ deviceGroupId: id })

export const deviceGroupEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/locations/:locationId/device-groups/:deviceGroupId',
    summary: 'A device group.',
    permission: 'location.view',
    params: deviceGroupId,
    answer: deviceGroupAnswer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/locations/:locationId/device-groups',
    summary: 'Creates a device group and moves the devices named into it.',
    permission: 'location.edit',
    params: locationId,
    body: deviceGroupBody,
    answer: deviceGroupAnswer,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/device-groups/:deviceGroupId',
    summary: 'Renames a device group; where devices are named they become exactly its devices.',
    permission: 'location.edit',
    params: deviceGroupId,
    body: deviceGroupBody,
    answer: deviceGroupAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/device-groups/:deviceGroupId',
    summary: 'Deletes a device group; its devices stay, in no group.',
    permission: 'location.edit',
    params: deviceGroupId,
  }),
}
