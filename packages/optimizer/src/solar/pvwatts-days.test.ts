import { describe, expect, test } from 'vitest'
import { estimateSolarYield } from './estimate-solar-yield.ts'
import { fuentesTemperatures } from './fuentes-temperature.ts'
import { middleOfLight } from './middle-of-light.ts'
import { inverterPower } from './pvwatts-power.ts'
import { sunPosition } from './sun-position.ts'

// Days of the hourly years that NREL's PVWatts (pvwatts.nrel.gov) gave for 15013 Denver W Pkwy: 4 kW, tilt 20°, south,
// losses 14.08 %, inverter 96 %, ratio 1.2. pvlib tests with the same years (pvwatts_8760_rackmount.csv, _roofmount.csv).
// Hour, beam, diffuse (W/m²), air (°C), wind (m/s), plane (W/m²), cell (°C), DC, AC (W).
const winter = [
  [8, 727, 39, -6, 1, 334.952, 2.75, 1154.543, 1107.176],
  [9, 881, 56, -4, 1, 560.205, 13.811, 1956.722, 1883.328],
  [10, 947, 66, -2, 1, 716.635, 21.598, 2464.494, 2371.535],
  [11, 977, 70, 0, 2, 803.835, 22.448, 2770.744, 2664.825],
  [12, 974, 71, 0, 2, 808.161, 22.849, 2781.688, 2675.289],
  [13, 946, 68, 0, 2, 733.464, 20.914, 2534.992, 2439.126],
  [14, 884, 59, -1, 1, 588.082, 19.497, 2013.147, 1937.698],
  [15, 740, 44, -3, 1, 370.419, 10.105, 1259.105, 1208.685],
  [16, 337, 16, -6, 1, 110.856, -2.657, 353.063, 325.726],
]
const summer = [
  [5, 423, 31, 12, 3, 23.442, 10.784, 85.95, 63.962],
  [6, 699, 54, 16, 3, 201.848, 19.281, 558.398, 526.498],
  [7, 826, 68, 19, 2, 432.673, 29.471, 1357.977, 1304.576],
  [8, 901, 74, 22, 2, 655.86, 38.892, 2067.912, 1990.439],
  [9, 938, 81, 23, 2, 844.551, 45.22, 2615.594, 2516.349],
  [10, 958, 87, 24, 3, 982.831, 47.22, 3022.99, 2905.741],
  [11, 971, 86, 25, 4, 1057.768, 47.952, 3243.033, 3115.419],
  [12, 969, 87, 26, 4, 1063.232, 49.169, 3238.977, 3111.558],
  [13, 959, 86, 26, 4, 1001.388, 47.924, 3069.49, 2950.088],
  [14, 939, 82, 25, 5, 875.559, 42.389, 2755.061, 2649.826],
  [15, 907, 75, 24, 5, 697.521, 37.774, 2222.589, 2139.249],
  [16, 851, 65, 23, 5, 480.955, 32.302, 1513.679, 1455.399],
  [17, 751, 53, 21, 5, 250.691, 25.447, 710.106, 674.583],
  [18, 539, 34, 18, 4, 47.265, 18.094, 114.522, 91.993],
]
const cloudy = [
  [5, 386, 33, 15, 2, 25.036, 13.7, 90.612, 68.537],
  [6, 643, 61, 18, 2, 196.527, 21.575, 546.475, 514.851],
  [7, 764, 81, 21, 3, 419.261, 29.934, 1317.862, 1265.681],
  [8, 828, 96, 22, 4, 632.402, 35.121, 2033.826, 1957.616],
  [9, 863, 109, 23, 4, 813.215, 40.313, 2583.288, 2485.405],
  [10, 15, 222, 24, 4, 227.329, 29.276, 765.548, 728.648],
  [11, 17, 272, 25, 4, 279.575, 30.221, 937.261, 895.914],
  [12, 0, 105, 25, 4, 100.438, 26.454, 342.827, 315.708],
  [13, 313, 446, 24, 4, 755.597, 39.068, 2424.689, 2333.349],
  [14, 388, 360, 23, 4, 691.487, 38.012, 2227.722, 2144.184],
  [15, 473, 260, 22, 4, 586.404, 34.688, 1907.318, 1835.7],
  [16, 51, 219, 20, 4, 234.117, 24.929, 799.766, 762.002],
  [17, 0, 29, 19, 3, 27.487, 18.652, 97.286, 75.085],
  [18, 0, 23, 17, 2, 21.789, 15.759, 78.137, 56.296],
]
const days = [
  { name: 'a clear day in winter', firstStartMs: Date.UTC(2019, 0, 3, 7), rows: winter },
  { name: 'a clear day in summer', firstStartMs: Date.UTC(2019, 6, 16, 7), rows: summer },
  { name: 'a cloudy day in summer', firstStartMs: Date.UTC(2019, 6, 14, 7), rows: cloudy },
]
const [beam, diffuse, air, wind, plane, cell, dc, ac] = [1, 2, 3, 4, 5, 6, 7, 8]
const denver = { latitude: 39.73, longitude: -105.18 }
const hourMs = 3_600_000
const limitW = 4000 / 1.2 / 0.96

function column(rows: number[][], place: number, atNight: number): Float64Array {
  const found = new Float64Array(24).fill(atNight)
  for (const row of rows) found[row[0]!] = row[place]!
  return found
}

function estimate(rows: number[][], firstStartMs: number, sunAt: number | 'lit') {
  const directWm2 = column(rows, beam!, 0)
  const diffuseWm2 = column(rows, diffuse!, 0)
  const globalWm2 = diffuseWm2.map((one, hour) => {
    const { elevation } = sunPosition(firstStartMs + (hour + 0.5) * hourMs, denver)
    return one + directWm2[hour]! * Math.max(Math.sin((elevation * Math.PI) / 180), 0)
  })
  const airC = column(rows, air!, rows[0]![air!]!)
  const windMs = column(rows, wind!, rows[0]![wind!]!)
  return estimateSolarYield(
    { firstStartMs, stepHours: 1, sunAt, globalWm2, directWm2, diffuseWm2, airC, windMs },
    denver,
    {
      plane: { tilt: 20, azimuth: 180 },
      peakW: 4000,
      inverterLimitW: limitW,
      inverterEfficiency: 0.96,
      losses: 0.1408,
      albedo: 0.2,
      temperatureModel: 'fuentes',
    },
  )
}

const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0)
const shareOff = (found: Float64Array, rows: number[][], place: number) =>
  Math.abs(sum(found) / sum(rows.map((row) => row[place]!)) - 1)

describe.each(days)('$name of PVWatts', ({ rows, firstStartMs }) => {
  const found = estimate(rows, firstStartMs, 'lit')

  test('has the light, the direct and the alternating current that PVWatts gives, within 0.2 %', () => {
    expect(shareOff(found.planeWm2, rows, plane!)).toBeLessThan(0.002)
    expect(shareOff(found.dcW, rows, dc!)).toBeLessThan(0.002)
    expect(shareOff(found.acW, rows, ac!)).toBeLessThan(0.002)
  })

  test('is that of every hour, including sunrise and sunset', () => {
    for (const row of rows) {
      expect(Math.abs(found.planeWm2[row[0]!]! - row[plane!]!)).toBeLessThan(1.5)
      expect(Math.abs(found.cellC[row[0]!]! - row[cell!]!)).toBeLessThan(0.06)
      expect(Math.abs(found.dcW[row[0]!]! - row[dc!]!)).toBeLessThan(5)
    }
  })

  test('has the alternating current that follows from its direct current', () => {
    for (const row of rows) expect(inverterPower(row[dc!]!, limitW, 0.96)).toBeCloseTo(row[ac!]!, 2)
  })
})

test('three days of PVWatts match within 0.1 % in direct and alternating current', () => {
  const found = days.map(({ rows, firstStartMs }) => estimate(rows, firstStartMs, 'lit'))
  const rows = days.flatMap((day) => day.rows)
  const together = (key: 'dcW' | 'acW') => Float64Array.from(found.flatMap((one) => [...one[key]]))
  expect(shareOff(together('dcW'), rows, dc!)).toBeLessThan(0.001)
  expect(shareOff(together('acW'), rows, ac!)).toBeLessThan(0.001)
})

test.each([
  [45, [11.064, 15.738, 17.165, 17.497, 17.814, 16.135, 11.428, -0.223]],
  [49, [13.274, 18.491, 20.1, 20.528, 20.885, 18.978, 13.74, 0.63]],
])(
  'cells of %i °C nominal are as warm as PVWatts says on a rack and on a roof (31 December)',
  (nominal, told) => {
    const light = [311.963, 537.014, 695.368, 780.228, 787.055, 714.129, 565.098, 355.71, 98.304]
    const airC = [-5, -3, -1, 0, 0, 0, 0, -1, -3]
    const windMs = [1, 2, 3, 4, 4, 3, 2, 1, 1]
    const found = fuentesTemperatures(light, airC, windMs, { installedNominalC: nominal, stepHours: 1 })
    told.forEach((wanted, hour) => {
      expect(found[hour + 1]!).toBeCloseTo(wanted, 1)
    })
  },
)

test('the light of an hour comes from the part in which the sun is up', () => {
  const noon = Date.UTC(2019, 0, 3, 19)
  expect(middleOfLight(noon, noon + hourMs, denver)).toBe(0.5)
  const midnight = Date.UTC(2019, 0, 3, 7)
  expect(middleOfLight(midnight, midnight + hourMs, denver)).toBe(0.5)
  const setting = Date.UTC(2019, 0, 3, 23)
  const share = middleOfLight(setting, setting + hourMs, denver)
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.45)
  expect(Math.abs(sunPosition(setting + 2 * share * hourMs, denver).elevation)).toBeLessThan(0.001)
  const rising = Date.UTC(2019, 0, 3, 14)
  expect(middleOfLight(rising, rising + hourMs, denver)).toBeGreaterThan(0.6)
})
