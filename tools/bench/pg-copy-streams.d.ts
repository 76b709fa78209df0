declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  const copyStreams: { from(statement: string): Writable & Submittable }
  export default copyStreams
}
