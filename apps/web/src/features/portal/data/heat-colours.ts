export type ColorScheme = 'dark' | 'light'
type Rgb = readonly [number, number, number]

// From little to much by lightness alone: readable without distinguishing hues.
const stops: Record<ColorScheme, readonly Rgb[]> = {
  dark: [
    [26, 22, 52],
    [81, 22, 120],
    [178, 54, 122],
    [247, 128, 92],
    [252, 240, 180],
  ],
  light: [
    [252, 243, 220],
    [250, 180, 118],
    [222, 84, 108],
    [138, 40, 130],
    [42, 11, 80],
  ],
}

/** 0 … 1 to a colour; more than 1 is the last one. */
export function heatColour(part: number, scheme: ColorScheme): Rgb {
  const ramp = stops[scheme]
  const at = Math.min(1, Math.max(0, part)) * (ramp.length - 1)
  const low = Math.min(ramp.length - 2, Math.floor(at))
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(ramp[low]![channel] + (ramp[low + 1]![channel] - ramp[low]![channel]) * (at - low))
  return [mix(0), mix(1), mix(2)]
}

/** For the legend. */
export function heatGradient(scheme: ColorScheme): string {
  return `linear-gradient(90deg, ${stops[scheme].map((colour) => `rgb(${colour.join(' ')})`).join(', ')})`
}

/** The power drawn with the last colour: a single outlier must not make everything else look like nothing. */
export function findHeatTop(powersW: Float32Array): number {
  const sorted = powersW.filter((power) => !Number.isNaN(power)).sort()
  return sorted[Math.floor(0.995 * (sorted.length - 1))] || 1
}
