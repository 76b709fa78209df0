const tags: readonly (readonly [paths: RegExp, name: string, description: string])[] = [
  [
    /^\/link|^\/v1\//,
    'Controller link',
    'Readings over HTTP, each controller with its own token. [The whole link](/api/docs/controller-link), MQTT included.',
  ],
  [/^\/(health|ready)/, 'Health', 'For load balancers and watchers.'],
  [
    /^\/site|^\/first|^\/operation|^\/outbox/,
    'Platform',
    'Name, look, texts and settings of the whole installation, its first steps and its mails.',
  ],
  [
    /^\/auth\/user\/external|^\/abstract-device/,
    'Metering points',
    'Metering points of the grid operator: tokens of its portal, imports, quarter-hour readings.',
  ],
  [/^\/auth\/(user|impersonate|unimpersonate)/, 'Own account', 'What is kept about the signed-in person.'],
  [/^\/auth/, 'Signing in', 'Sessions, passwords, second factors, passkeys and providers.'],
  [/\/setup/, 'Setup', 'From a serial to a location with readings.'],
  [/^\/users|\/users$|\/owner$/, 'People', 'Who belongs where, and what they may do.'],
  [/^\/search\//, 'Admin search', 'People, places, controllers and devices by what they are called.'],
  [/audit-log/, 'Audit log', 'Who changed what, when.'],
  [
    /^\/pricing\/spot-market\/(?!regions)/,
    'Spot market',
    'Day-ahead prices of electricity, and how they are kept up to date.',
  ],
  [/^\/(countries|timezones)|spot-market/, 'Countries', 'Countries, time zones and price regions.'],
  [
    /\/controllers|backup-schedule|\/controller-(stock|batches)|\/devices(\/|$)|charging-sessions/,
    'Controllers',
    'What sends the readings, and its devices.',
  ],
  [/^\/software-images|^\/roll-outs/, 'Software', 'Images of controller software, and who gets them when.'],
  [/alarms|alarm-rules|\/webhooks|^\/notices/, 'Alarms', 'What needs a look.'],
  [
    /\/data\/|^\/live|^\/weather/,
    'Readings',
    'History, latest values, live events. Energy in Wh, power in W, positive towards the house.',
  ],
  [/location-groups|^\/menu/, 'Location groups', 'The tree of locations.'],
  [/^\/companies/, 'Companies', 'Companies and how they present themselves.'],
  [
    /^\/pricing|^\/portfolio/,
    'Network fee',
    'What the network costs, and the agreed powers that cost least.',
  ],
  [
    /^\/timeplans|^\/public-holidays/,
    'Time of use',
    'Plans that say which block of prices or power holds at which hour of which season.',
  ],
  [
    /^\/sharing/,
    'Energy sharing',
    'Groups that share electricity: members, keys, simulations and monthly statements.',
  ],
  [/^\/jobs/, 'Jobs', 'Slow work that goes on in the background.'],
  [
    /^\/(deleted-)?locations|^\/security/,
    'Locations',
    'Places with controllers: who they belong to, and who sees them.',
  ],
]

export function tagOf(path: string): string {
  const found = tags.find(([paths]) => paths.test(path))
  if (!found) throw new Error(`${path} belongs to no tag of the API reference`)
  return found[1]
}

/** In the order in which somebody gets to know the API. */
const order = [
  'Signing in',
  'Own account',
  'Locations',
  'Location groups',
  'Setup',
  'Controllers',
  'Controller link',
  'Software',
  'Readings',
  'Alarms',
  'Metering points',
  'Network fee',
  'Time of use',
  'Spot market',
  'Energy sharing',
  'Jobs',
  'Admin search',
  'People',
  'Companies',
  'Audit log',
  'Countries',
  'Platform',
  'Health',
]

export const tagList = order.map((ordered) => {
  const [, name, description] = tags.find(([, name]) => name === ordered)!
  return { name, description }
})
if (tagList.length < tags.length) throw new Error('a tag has no place in the order of the API reference')
