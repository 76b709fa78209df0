import type { ReportMonth } from './build-report.ts'

export type ReportLine = NonNullable<ReportMonth['networkEnergy']>['lines'][number]

/** The lines of a month in the order of a bill; informative excess lines are marked. */
export function linesOf(month: ReportMonth): { line: ReportLine; isCharged: boolean }[] {
  const excess = month.excessivePowerBlocks
  const blocks = excess ? [excess.block1, excess.block2, excess.block3, excess.block4, excess.block5] : []
  const charged = (lines: ReportLine[] | undefined) =>
    (lines ?? []).map((line) => ({ line, isCharged: true }))
  return [
    ...charged(month.energy?.lines),
    ...charged(month.networkEnergy?.lines),
    ...charged(month.networkPower?.lines),
    ...blocks.flatMap((block) => (block?.line ? [{ line: block.line, isCharged: excess!.isCharged }] : [])),
    ...charged(month.levies?.lines),
    ...charged(month.vat?.lines),
  ]
}
