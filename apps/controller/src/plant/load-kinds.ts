import type { LoadKind } from './plant-config.ts'

/** Something that is switched on occasionally: a kettle, a milking, an oven. */
export interface Appliance {
  /** Power in W and minutes, one after the other. */
  stages: readonly (readonly [powerW: number, minutes: number])[]
  /** Mean number of starts a day, Monday … Friday, Saturday, Sunday. */
  perDay: readonly [workday: number, saturday: number, sunday: number]
  /** Hours of the wall clock between which it starts. */
  startHours: readonly [from: number, to: number]
}

export interface LoadModel {
  /** Constant load, W. */
  standbyW: number
  /** Fridges and the like: power while running, and the share of time they run. */
  cyclingW: number
  cyclingShare: number
  /** Light, screens and small devices by hour of the day, W: Monday … Friday, Saturday, Sunday. */
  activityW: readonly [workday: readonly number[], saturday: readonly number[], sunday: readonly number[]]
  /** How much stronger `activityW` is in mid-winter than in mid-summer, as a share of the mean. */
  winterShare: number
  appliances: readonly Appliance[]
}

/** 24 values from runs of [hour from which, W]. */
function hours(...runs: (readonly [fromHour: number, powerW: number])[]): number[] {
  return Array.from({ length: 24 }, (_, hour) => runs.findLast(([from]) => from <= hour)?.[1] ?? 0)
}

const homeWorkday = hours([0, 40], [6, 190], [8, 90], [15, 190], [18, 390], [22, 210], [23, 90])
const homeFree = hours([0, 60], [8, 210], [10, 270], [14, 210], [17, 380], [22, 260], [23, 130])
const flatWorkday = hours([0, 25], [6, 110], [8, 35], [17, 170], [19, 260], [22, 140], [23, 50])
const flatFree = hours([0, 40], [9, 140], [12, 190], [18, 260], [23, 110])
const farmDay = hours([0, 250], [5, 1400], [8, 900], [12, 700], [16, 1500], [20, 600], [22, 300])
const bakeryDay = hours([0, 500], [2, 2600], [7, 2200], [13, 1500], [18, 500])
const bakeryClosed = hours([0, 450])
const officeDay = hours(
  [0, 500],
  [6, 2400],
  [7, 6200],
  [8, 8800],
  [12, 7900],
  [13, 8700],
  [16, 5200],
  [17, 2300],
  [19, 900],
  [21, 500],
)
const officeFree = hours([0, 480])

const kettle: Appliance = { stages: [[2000, 3]], perDay: [2.2, 3, 3], startHours: [6, 21] }
const washing: Appliance = {
  stages: [
    [2000, 18],
    [180, 50],
    [450, 12],
  ],
  perDay: [0.4, 0.9, 0.5],
  startHours: [9, 20],
}
const dishes: Appliance = {
  stages: [
    [1900, 22],
    [90, 45],
    [1900, 12],
    [60, 20],
  ],
  perDay: [0.6, 0.8, 0.9],
  startHours: [13, 22],
}

/** Our own models; the yearly sums are typical for each kind in Slovenia (home 4, apartment 2, others tens of MWh). */
export const loadModels: Record<LoadKind, LoadModel> = {
  home: {
    standbyW: 105,
    cyclingW: 110,
    cyclingShare: 0.4,
    activityW: [homeWorkday, homeFree, homeFree],
    winterShare: 0.35,
    appliances: [
      kettle,
      washing,
      dishes,
      { stages: [[1500, 12]], perDay: [0.8, 0.6, 0.6], startHours: [6, 8.5] },
      {
        stages: [
          [2400, 15],
          [1300, 30],
        ],
        perDay: [0.9, 0.2, 0.2],
        startHours: [16.5, 19],
      },
      {
        stages: [
          [2600, 20],
          [1500, 50],
        ],
        perDay: [0, 0.8, 1],
        startHours: [10.5, 12.5],
      },
      { stages: [[2300, 60]], perDay: [0.15, 0.4, 0.2], startHours: [11, 21] },
    ],
  },
  apartment: {
    standbyW: 55,
    cyclingW: 85,
    cyclingShare: 0.36,
    activityW: [flatWorkday, flatFree, flatFree],
    winterShare: 0.3,
    appliances: [
      kettle,
      { ...washing, perDay: [0.15, 0.6, 0.3] },
      { ...dishes, perDay: [0.3, 0.5, 0.5] },
      {
        stages: [
          [1800, 12],
          [900, 20],
        ],
        perDay: [0.7, 0.6, 0.8],
        startHours: [17, 20],
      },
    ],
  },
  farm: {
    standbyW: 480,
    cyclingW: 1900,
    cyclingShare: 0.3,
    activityW: [farmDay, farmDay, farmDay],
    winterShare: -0.2,
    appliances: [
      {
        stages: [
          [4600, 75],
          [3200, 50],
          [900, 60],
        ],
        perDay: [1, 1, 1],
        startHours: [5.2, 5.8],
      },
      {
        stages: [
          [4500, 70],
          [3200, 50],
          [900, 60],
        ],
        perDay: [1, 1, 1],
        startHours: [16.8, 17.4],
      },
      { stages: [[7500, 22]], perDay: [1.6, 1.6, 1.2], startHours: [7, 15] },
      { stages: [[5500, 35]], perDay: [0.7, 0.8, 0.1], startHours: [9, 17] },
      kettle,
    ],
  },
  bakery: {
    standbyW: 600,
    cyclingW: 2400,
    cyclingShare: 0.45,
    activityW: [bakeryDay, bakeryDay, bakeryClosed],
    winterShare: 0.08,
    appliances: [
      {
        stages: [
          [18000, 35],
          [9500, 190],
          [3000, 20],
        ],
        perDay: [1, 1, 0],
        startHours: [2.8, 3.1],
      },
      {
        stages: [
          [11000, 30],
          [6000, 120],
        ],
        perDay: [1, 1, 0],
        startHours: [3.3, 3.8],
      },
      { stages: [[3200, 25]], perDay: [4, 4, 0], startHours: [2.2, 6] },
      { stages: [[7500, 40]], perDay: [1.4, 0.8, 0], startHours: [9, 13] },
    ],
  },
  office: {
    standbyW: 900,
    cyclingW: 700,
    cyclingShare: 0.35,
    activityW: [officeDay, officeFree, officeFree],
    winterShare: 0.16,
    appliances: [
      { stages: [[2600, 6]], perDay: [9, 0, 0], startHours: [7, 16] },
      { stages: [[3400, 30]], perDay: [1.8, 0, 0], startHours: [11, 13.5] },
      { stages: [[2200, 50]], perDay: [0.9, 0, 0], startHours: [17, 19] },
    ],
  },
}
