/**
 * Where the Earth stands on its way around the Sun: heliocentric longitude and latitude (radians) and distance
 * (astronomical units). Sums of the largest periodic terms of the VSOP87 theory (Meeus, Astronomical Algorithms,
 * appendix III; Reda and Andreas, NREL/TP-560-34302); the omitted terms stay below an arc second.
 */
export interface EarthPosition {
  longitude: number
  latitude: number
  distanceAu: number
}

type Terms = readonly (readonly [amplitude: number, phase: number, frequency: number])[]

const longitude0: Terms = [
  [175347046, 0, 0],
  [3341656, 4.6692568, 6283.07585],
  [34894, 4.6261, 12566.1517],
  [3497, 2.7441, 5753.3849],
  [3418, 2.8289, 3.5231],
  [3136, 3.6277, 77713.7715],
  [2676, 4.4181, 7860.4194],
  [2343, 6.1352, 3930.2097],
  [1324, 0.7425, 11506.7698],
  [1273, 2.0371, 529.691],
  [1199, 1.1096, 1577.3435],
  [990, 5.233, 5884.927],
  [902, 2.045, 26.298],
  [857, 3.508, 398.149],
  [780, 1.179, 5223.694],
  [753, 2.533, 5507.553],
  [505, 4.583, 18849.228],
  [492, 4.205, 775.523],
  [357, 2.92, 0.067],
  [317, 5.849, 11790.629],
  [284, 1.899, 796.298],
  [271, 0.315, 10977.079],
  [243, 0.345, 5486.778],
  [206, 4.806, 2544.314],
  [205, 1.869, 5573.143],
  [202, 2.458, 6069.777],
  [156, 0.833, 213.299],
  [132, 3.411, 2942.463],
  [126, 1.083, 20.775],
  [115, 0.645, 0.98],
  [103, 0.636, 4694.003],
]

const longitude1: Terms = [
  [628331966747, 0, 0],
  [206059, 2.678235, 6283.07585],
  [4303, 2.6351, 12566.1517],
  [425, 1.59, 3.523],
  [119, 5.796, 26.298],
  [109, 2.966, 1577.344],
]

const longitude2: Terms = [
  [52919, 0, 0],
  [8720, 1.0721, 6283.0758],
  [309, 0.867, 12566.152],
]

const latitude0: Terms = [
  [280, 3.199, 84334.662],
  [102, 5.422, 5507.553],
]

const distance0: Terms = [
  [100013989, 0, 0],
  [1670700, 3.0984635, 6283.07585],
  [13956, 3.05525, 12566.1517],
  [3084, 5.1985, 77713.7715],
  [1628, 1.1739, 5753.3849],
  [1576, 2.8469, 7860.4194],
]

const distance1: Terms = [
  [103019, 1.10749, 6283.07585],
  [1721, 1.0644, 12566.1517],
]

const unit = 1e8

/** `millennia` are Julian millennia of ephemeris time since the year 2000. */
export function earthPosition(millennia: number): EarthPosition {
  const sum = (terms: Terms) => {
    let total = 0
    for (const [amplitude, phase, frequency] of terms) {
      total += amplitude * Math.cos(phase + frequency * millennia)
    }
    return total / unit
  }
  return {
    longitude: sum(longitude0) + (sum(longitude1) + sum(longitude2) * millennia) * millennia,
    latitude: sum(latitude0),
    distanceAu: sum(distance0) + sum(distance1) * millennia,
  }
}
