const degree = Math.PI / 180
/** Refractive index, extinction (1/m) and thickness (m) of common cover glass. */
const index = 1.526
const extinction = 4
const thickness = 0.002

/**
 * Share of the direct beam that passes the glass at an angle of incidence (degrees), against square incidence: reflection
 * by Fresnel and absorption on the way (de Soto et al., 2006). 0 from behind.
 */
export function glassTransmission(incidence: number): number {
  if (incidence >= 90) return 0
  const square = (1 - ((1 - index) / (1 + index)) ** 2) * Math.exp(-extinction * thickness)
  if (incidence <= 0) return 1
  const outside = Math.cos(incidence * degree)
  const inside = Math.sqrt(1 - (Math.sin(incidence * degree) / index) ** 2)
  const across = ((outside - index * inside) / (outside + index * inside)) ** 2
  const along = ((inside - index * outside) / (inside + index * outside)) ** 2
  const passed = (1 - (across + along) / 2) * Math.exp((-extinction * thickness) / inside)
  return passed / square
}
