import type { DemoLoad, DemoLoadKind } from './demo-load-profile.ts'

/** A metering place of the demo's portal. */
export interface DemoPoint {
  eimm: string
  /** Of the metering place and of its consumption point: two different numbers. */
  gsrn: string
  pointGsrn: string
  name: string
  address: string
  load: DemoLoad
  isHousehold: boolean
  userGroup: 0 | 1 | 2
  phases: 1 | 3
  fuseAmpere: number
  connectionKw: number
  oldBillingKw: number
  operatingHours: number
  /** Agreed powers of blocks 1 to 5, kW; all zero means none. */
  agreedKw: readonly [number, number, number, number, number]
  minimumKw: number
  setBy: 'DISTRIBUTER' | 'UPORABNIK'
  /** How far back its meter sent quarter-hours; null is as far as the portal keeps them. */
  meteredDays: number | null
}

/** What a token of the demo's portal gives access to, and its initial owner; null waits for somebody to type it. */
export interface DemoToken {
  token: string
  user: string | null
  eimms: readonly string[]
}

type PointPlan = Pick<DemoPoint, 'name' | 'address' | 'agreedKw'> &
  Partial<DemoPoint> & { kind: DemoLoadKind; scale?: number; pvKw?: number }

/** A point of the demo or of a test, by default that of a household with three 25 A fuses. */
export function createDemoPoint(
  number: number,
  { kind, scale = 1, pvKw = 0, ...plan }: PointPlan,
): DemoPoint {
  const digits = String(number).padStart(7, '0')
  return {
    eimm: `4-${digits}`,
    gsrn: `38311157${digits}001`,
    pointGsrn: `38311157${digits}002`,
    load: { kind, seed: number, scale, pvKw },
    isHousehold: true,
    userGroup: 0,
    phases: 3,
    fuseAmpere: 25,
    connectionKw: 17,
    oldBillingKw: 10,
    operatingHours: 0,
    minimumKw: 3.4,
    setBy: 'DISTRIBUTER',
    meteredDays: null,
    ...plan,
  }
}

const factoryPlan = {
  kind: 'factory',
  isHousehold: false,
  userGroup: 2,
  fuseAmpere: 0,
  connectionKw: 1000,
  oldBillingKw: 0,
  operatingHours: 3900,
  minimumKw: 250,
} as const
const officePlan = {
  kind: 'office',
  isHousehold: false,
  fuseAmpere: 35,
  connectionKw: 24,
  oldBillingKw: 24,
  minimumKw: 4.8,
} as const
const workshopPlan = {
  kind: 'workshop',
  isHousehold: false,
  fuseAmpere: 63,
  connectionKw: 43,
  oldBillingKw: 43,
  minimumKw: 8.6,
} as const

const own = [
  createDemoPoint(1_204_417, {
    ...{ kind: 'heat-pump-home', scale: 1.05, pvKw: 8.4 },
    name: 'Domačija Novak',
    address: 'Šlandrov trg 8, 3310 Žalec',
    agreedKw: [7.8, 8.1, 8.1, 8.1, 8.1],
  }),
  createDemoPoint(1_187_902, {
    ...{ kind: 'home', scale: 0.95, pvKw: 9.5 },
    name: 'Vikend Kovač',
    address: 'Mariborska cesta 31, 3000 Celje',
    agreedKw: [4.6, 5, 5, 5, 5],
  }),
  createDemoPoint(1_350_066, {
    ...factoryPlan,
    scale: 0.82,
    name: 'Tovarna Livar',
    address: 'Industrijska ulica 2, 3230 Šentjur',
    agreedKw: [690, 700, 700, 700, 700],
    setBy: 'UPORABNIK',
  }),
  createDemoPoint(1_402_733, {
    ...{ kind: 'home', scale: 0.8 },
    name: 'Stanovanje Novinec',
    address: 'Trubarjeva ulica 5, 3320 Velenje',
    agreedKw: [3.5, 3.8, 3.8, 3.8, 3.8],
  }),
  // Its meter counts what the controller of the location measures.
  createDemoPoint(1_204_425, {
    ...{ kind: 'home', scale: 1, pvKw: 8 },
    name: 'Hiša Novak',
    address: 'Hmeljarska ulica 12, 3310 Žalec',
    agreedKw: [4.2, 4.6, 4.6, 4.6, 4.6],
  }),
]

const names =
  'Zupan Potočnik Kranjc Mlakar Vidmar Kos Golob Kotnik Bizjak Hribar Turk Jereb Rozman Petek Oblak Kolar'.split(
    ' ',
  )
const towns = [
  '3310 Žalec',
  '3000 Celje',
  '3320 Velenje',
  '3230 Šentjur',
  '3311 Šempeter',
  '3312 Prebold',
  '3314 Braslovče',
]

/**
 * The forty points of the cooperative: mostly households, some offices and workshops, two factories, one solar plant that
 * households share. Their meters have
 * quarter-hours for a year and two months: whole billing years for all without a slow first start.
 */
const fleetDays = 426
const fleetSize = 40
const fleet = Array.from({ length: fleetSize }, (_, place) => ({
  ...planFleetPoint(place),
  meteredDays: fleetDays,
}))

function planFleetPoint(place: number): DemoPoint {
  const number = 1_500_100 + place * 37
  const address = `Savinjska cesta ${3 + place * 2}, ${towns[place % towns.length]}`
  if (place === fleetSize - 1)
    return createDemoPoint(number, {
      ...officePlan,
      ...{ kind: 'plant', pvKw: 20, name: 'Sončna elektrarna zadruge', address },
      agreedKw: [4.8, 4.8, 4.8, 4.8, 4.8],
    })
  const surname = names[(place * 5 + Math.floor(place / 8) * 3) % names.length]!
  if (place % 20 === 7)
    return createDemoPoint(number, {
      ...factoryPlan,
      ...{ scale: 0.6 + place / 50, name: `Obrat ${surname}`, address },
      agreedKw: [480, 520, 560, 560, 560],
    })
  if (place % 8 === 5)
    return createDemoPoint(number, {
      ...workshopPlan,
      ...{ scale: 0.7 + (place % 5) / 8, name: `Delavnica ${surname}`, address },
      // Requested more than it needs when the machines were bought; pays for it every month.
      ...(place % 16 === 5
        ? { agreedKw: [36, 38, 38, 38, 38], setBy: 'UPORABNIK' }
        : { agreedKw: [22, 26, 26, 26, 26] }),
    })
  if (place % 6 === 3)
    return createDemoPoint(number, {
      ...officePlan,
      ...{
        scale: 0.8 + (place % 4) / 10,
        pvKw: place % 12 === 3 ? 15 : 0,
        name: `Pisarna ${surname}`,
        address,
      },
      agreedKw: [12, 12, 14, 14, 14],
    })
  const hasHeatPump = place % 3 === 0
  return createDemoPoint(number, {
    kind: hasHeatPump ? 'heat-pump-home' : 'home',
    scale: 0.75 + ((place * 7) % 10) / 16,
    pvKw: place % 4 === 2 ? 6 + (place % 5) : 0,
    name: `Hiša ${surname}`,
    address,
    ...(place % 9 === 4
      ? { agreedKw: [10, 10, 10, 10, 10], setBy: 'UPORABNIK' }
      : { agreedKw: hasHeatPump ? [6.2, 7.4, 7.4, 7.4, 7.4] : [4.2, 4.9, 5.1, 5.1, 5.1] }),
  })
}

/** The plant that is shared, and households without panels that share it. */
export const sharedPlant = fleet.at(-1)!
export const plantSharers = fleet
  .filter(({ isHousehold, load }) => isHousehold && load.pvKw === 0)
  .slice(0, 8)

export const demoPoints: readonly DemoPoint[] = [...own, ...fleet]

export const demoTokens: readonly DemoToken[] = [
  {
    token: 'nika0-demo-token-of-the-portal',
    user: 'advanced@demo.test',
    eimms: [own[0]!.eimm, own[2]!.eimm, own[4]!.eimm],
  },
  { token: 'kleme-demo-token-of-the-portal', user: 'basic@demo.test', eimms: [own[1]!.eimm] },
  {
    token: 'zadru-demo-token-of-the-portal',
    user: 'aggregator@demo.test',
    eimms: fleet.map(({ eimm }) => eimm),
  },
  { token: 'demo-portal-token', user: null, eimms: [own[3]!.eimm] },
]
