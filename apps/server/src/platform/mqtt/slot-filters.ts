import { cloudTopicKinds, controllerTopicKinds } from '@ohmstead/contract/controller-topics'

/**
 * One filter for the whole branch of a controller, by which the cloud's own messages come back. With one for each kind of
 * the controller's messages they would not; but at a Mosquitto with 5,000 controllers as many readings a second come
 * through, and subscribing takes 0.3 s instead of 2. RabbitMQ, which keeps filters in a replicated log, needs 7 ms for each.
 */
export const filterOf = (serial: string): string => `ems/v1/${serial}/#`

/** What earlier versions subscribed to. */
export const formerFiltersOf = (serial: string): string[] =>
  [...controllerTopicKinds, 'ext/#'].map((kind) => `ems/v1/${serial}/${kind}`)

const ends = cloudTopicKinds.map((kind) => `/${kind}`)

/** Whether it is one of the cloud's own messages that came back. */
export const isEcho = (topic: string): boolean =>
  ends.some((end) => topic.endsWith(end)) && topic.split('/').length === 4

/** Where the processes hear of each other. No serial is like this, so that no controller may write there. */
export const processTopic = 'ems/v1/cloud/process'
export const markerTopic = (clientId: string): string => `ems/v1/cloud/marker/${clientId}`
