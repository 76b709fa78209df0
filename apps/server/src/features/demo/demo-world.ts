import type { DemoEvent } from '@ohmstead/contract/demo-fleet'
import type { Role } from '@ohmstead/domain/access/role'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { LocationKind } from '@ohmstead/domain/places/location-kinds'

// The demo cloud in Slovenian, as data: companies, their groups and locations, the people, and the devices.

export const demoPassword = 'ohmstead-demo'

export interface DemoUser {
  email: string
  role: Role
  firstName: string
  lastName: string
  /** Index into `demoCompanies` of the company that an aggregator runs. */
  runs?: number
  /** The same of the company that somebody is a customer of. */
  customerOf?: number
}

export const demoUsers = [
  { email: 'admin@demo.test', role: 'ROLE_SUPER_ADMIN', firstName: 'Ana', lastName: 'Skrbnik' },
  {
    email: 'aggregator@demo.test',
    role: 'ROLE_AGGREGATOR',
    firstName: 'Gregor',
    lastName: 'Zadružnik',
    runs: 0,
  },
  {
    email: 'advanced@demo.test',
    role: 'ROLE_USER_ADVANCED',
    firstName: 'Nika',
    lastName: 'Novak',
    customerOf: 0,
  },
  {
    email: 'basic@demo.test',
    role: 'ROLE_USER_BASIC',
    firstName: 'Klemen',
    lastName: 'Kovač',
    customerOf: 0,
  },
  { email: 'user@demo.test', role: 'ROLE_USER', firstName: 'Vida', lastName: 'Vabljena' },
  { email: 'newcomer@demo.test', role: 'ROLE_USER_BASIC', firstName: 'Nejc', lastName: 'Novinec' },
] as const satisfies readonly DemoUser[]

type DemoEmail = (typeof demoUsers)[number]['email']

export interface DemoDevice {
  key: string
  category: DeviceCategory
  name: string
  /** Name of the device group, if it is in one. */
  group?: string
}

export interface DemoLocation {
  /** Identifies the location's secrets and its plant; never shown. */
  key: string
  name: string
  /** Kind of its plant, which determines the kind of location. */
  kind: string
  /** Path of group names below the company. */
  groups: readonly string[]
  countryCode: string
  biddingZone: string
  timeZone: string
  latitude: number
  longitude: number
  owner?: DemoEmail
  viewers?: readonly DemoEmail[]
  controllerKind: 'CONTROLLER' | 'P1_WIFI'
  alias: string
  loadScale: number
  devices: readonly DemoDevice[]
  events?: readonly Omit<DemoEvent, 'id'>[]
}

export interface DemoCompany {
  name: string
  countryCode: string
  email: string
  phone: string
  locations: readonly DemoLocation[]
}

/** The kind of a location with such a plant. */
export const demoLocationKinds: Readonly<Record<string, LocationKind>> = {
  'home-pv-battery': 'HOUSE',
  'home-complete': 'HOUSE',
  apartment: 'APARTMENT',
  farm: 'FARM',
  bakery: 'SHOP',
  office: 'OFFICE',
}

const slovenia = { countryCode: 'SI', biddingZone: 'SI', timeZone: 'Europe/Ljubljana' }
const meter: DemoDevice = { key: 'grid', category: 'GRID', name: 'Glavni števec' }
const sources = 'Proizvodnja in hranjenje'
const uses = 'Večji porabniki'
const sun: DemoDevice = {
  key: 'pv',
  category: 'SOLAR_POWER_PLANT',
  name: 'Sončna elektrarna',
  group: sources,
}
const store: DemoDevice = { key: 'bat', category: 'BATTERY', name: 'Hranilnik', group: sources }
const car: DemoDevice = { key: 'ev', category: 'EV_CHARGER', name: 'Polnilnica', group: uses }
const heat: DemoDevice = { key: 'hvac', category: 'HVAC', name: 'Toplotna črpalka', group: uses }

export const demoCompanies: readonly DemoCompany[] = [
  {
    name: 'Sončna zadruga Savinja',
    countryCode: 'SI',
    email: 'info@savinja.test',
    phone: '+386 3 555 01 00',
    locations: [
      {
        ...slovenia,
        key: 'novak',
        name: 'Hiša Novak',
        kind: 'home-pv-battery',
        groups: ['Gospodinjstva', 'Žalec'],
        latitude: 46.2518,
        longitude: 15.165,
        owner: 'advanced@demo.test',
        viewers: ['user@demo.test'],
        controllerKind: 'CONTROLLER',
        alias: 'Krmilnik v kleti',
        loadScale: 1.1,
        devices: [meter, sun, store],
        events: [
          {
            type: 'OFF_GRID',
            device: null,
            code: 'GRID-LOSS',
            text: 'Izpad omrežja, hiša je delovala iz hranilnika.',
            minutesAgo: 1900,
            clearedMinutesAgo: 1872,
          },
        ],
      },
      {
        ...slovenia,
        key: 'kovac',
        name: 'Hiša Kovač',
        kind: 'home-complete',
        groups: ['Gospodinjstva', 'Celje'],
        latitude: 46.2397,
        longitude: 15.2677,
        owner: 'basic@demo.test',
        viewers: ['advanced@demo.test'],
        controllerKind: 'CONTROLLER',
        alias: 'Krmilnik v garaži',
        loadScale: 0.9,
        devices: [meter, sun, store, car, heat],
        events: [
          {
            type: 'ERROR',
            device: 'hvac',
            code: 'F03',
            text: 'Prenizek pretok ogrevalne vode.',
            minutesAgo: 320,
            clearedMinutesAgo: null,
          },
        ],
      },
      {
        ...slovenia,
        key: 'zupan',
        name: 'Stanovanje Zupan',
        kind: 'apartment',
        groups: ['Gospodinjstva', 'Velenje'],
        latitude: 46.3622,
        longitude: 15.1107,
        controllerKind: 'P1_WIFI',
        alias: 'Bralnik P1',
        loadScale: 1,
        devices: [meter],
      },
      {
        ...slovenia,
        key: 'podlesnik',
        name: 'Kmetija Podlesnik',
        kind: 'farm',
        groups: ['Podjetja', 'Kmetije'],
        latitude: 46.2957,
        longitude: 14.8083,
        owner: 'advanced@demo.test',
        controllerKind: 'CONTROLLER',
        alias: 'Krmilnik v hlevu',
        loadScale: 1,
        devices: [meter, sun],
        events: [
          {
            type: 'ERROR_COMMUNICATION',
            device: 'pv',
            code: 'E17',
            text: 'Drugi razsmernik na strehi hleva se ne odziva.',
            minutesAgo: 95,
            clearedMinutesAgo: null,
          },
        ],
      },
      {
        ...slovenia,
        key: 'klas',
        name: 'Pekarna Klas',
        kind: 'bakery',
        groups: ['Podjetja', 'Obrt'],
        latitude: 46.2173,
        longitude: 15.3969,
        controllerKind: 'CONTROLLER',
        alias: 'Krmilnik v elektroomari',
        loadScale: 1,
        devices: [meter, sun, store],
        events: [
          {
            type: 'ERROR',
            device: 'bat',
            code: 'BMS-12',
            text: 'Temperatura celic je nad mejo, moč polnjenja je omejena.',
            minutesAgo: 41,
            clearedMinutesAgo: null,
          },
        ],
      },
      {
        ...slovenia,
        key: 'hmelj',
        name: 'Poslovna stavba Hmelj',
        kind: 'office',
        groups: ['Podjetja', 'Pisarne'],
        latitude: 46.2601,
        longitude: 15.1562,
        controllerKind: 'CONTROLLER',
        alias: 'Krmilnik v kotlovnici',
        loadScale: 1,
        devices: [meter, sun, car, heat],
      },
    ],
  },
  {
    name: 'Kraška energija',
    countryCode: 'SI',
    email: 'info@kraska.test',
    phone: '+386 5 555 02 00',
    locations: [
      {
        countryCode: 'IT',
        biddingZone: 'IT-NORTH',
        timeZone: 'Europe/Rome',
        key: 'furlan',
        name: 'Hiša Furlan, Trst',
        kind: 'home-pv-battery',
        groups: ['Gospodinjstva', 'Čez mejo'],
        latitude: 45.6495,
        longitude: 13.7768,
        controllerKind: 'CONTROLLER',
        alias: 'Krmilnik na podstrešju',
        loadScale: 0.85,
        devices: [meter, sun, store],
      },
    ],
  },
]
