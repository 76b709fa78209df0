/** The population of the sample: this many faults of each area, from the files its patterns match. */
export interface Area {
  name: string
  size: number
  files: RegExp
  /** Whether to include tests with a broker, which take longest. */
  asksBroker?: boolean
}

const server = 'apps/server/src'

export const areas: readonly Area[] = [
  {
    name: 'rules',
    size: 35,
    files: /^packages\/domain\/src\/(?!access\/|telemetry\/|energy-flow\/|rates\/|time\/)/,
  },
  {
    name: 'access',
    size: 35,
    files: new RegExp(
      `^packages/domain/src/access/|^${server}/features/(auth|people|invitations|impersonation|account)/|^${server}/platform/(throttle|http/register-routes)`,
    ),
  },
  {
    name: 'energy',
    size: 35,
    files: new RegExp(
      `^packages/domain/src/(telemetry|energy-flow|time)/|^${server}/features/(telemetry|charts)/`,
    ),
  },
  {
    name: 'money',
    size: 35,
    files: new RegExp(
      `^packages/(network-fee|optimizer|pricing)/src/|^packages/domain/src/rates/|^${server}/features/(calculations|portfolio)/`,
    ),
  },
  {
    name: 'link',
    size: 35,
    asksBroker: true,
    files: new RegExp(
      `^packages/contract/src/(decode|read-message|controller-)|^${server}/features/(link|alarms|controllers)/|^${server}/platform/mqtt/`,
    ),
  },
  { name: 'pages', size: 30, files: /^apps\/web\/src\/(app|features|lib|shared|ui)\// },
]

/** Not covered by tests: starting programs, creating demos, measuring. */
export const leftOut =
  /\.(test|d)\.tsx?$|\/(testing|bench|demo)\/|\.module\.css|(-test-kit|start-server|main)\.tsx?$|\/documents\/pdf-/
