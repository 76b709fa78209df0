import { cloudTopicKinds, controllerTopicKinds } from '@ohmstead/contract/controller-topics'

/**
 * One filter for the whole branch of a controller. The cloud's own messages come back by it; a filter for each kind of the
 * controller's would spare them, but is eight times the work at each start, and minutes on a broker that keeps filters in a
 * replicated log.
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
