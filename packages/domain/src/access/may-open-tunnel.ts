import { type Actor, decide, type Resource } from './permission.ts'

/** The page of a controller may change anything there: who opens it needs both rights of the location. */
export const mayOpenTunnel = (actor: Actor | null, resource: Resource | null): boolean =>
  decide(actor, 'location.control', resource) === 'allowed' &&
  decide(actor, 'location.edit', resource) === 'allowed'
