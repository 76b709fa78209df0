import type { Days } from '@ohmstead/domain/portal/so-far'
import { IconSolarPanel2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import type { PortalDevice } from '../../shared/portal/portal-query.ts'
import { usePortalDevice } from '../../shared/portal/use-portal-devices.ts'
import type { CaseBase } from '../../shared/what-if/build-case.ts'
import { CaseNotes } from '../../shared/what-if/case-notes.tsx'
import { NoPoint } from '../../shared/what-if/no-point.tsx'
import { useAssumptions } from '../../shared/what-if/use-assumptions.ts'
import { useCase } from '../../shared/what-if/use-case.ts'
import { useSlowJob } from '../../shared/what-if/use-slow-job.ts'
import { WorkedAnswer } from '../../shared/what-if/worked-answer.tsx'
import { assessSolar } from './assess-solar.ts'
import { DayPanel } from './day-panel.tsx'
import type { SolarAnswer } from './estimate-solar.ts'
import { MonthPanel } from './month-panel.tsx'
import { buildSolarQuestion, defaultSolarAssumptions, type SolarAssumptions } from './solar-assumptions.ts'
import { SolarForm } from './solar-form.tsx'
import { solarEstimateJob } from './solar-job.ts'
import { SolarVerdict } from './solar-verdict.tsx'
import { VariantTable } from './variant-table.tsx'

/** What panels would have made of the readings in the weather of the same days. */
export function SolarPage() {
  const { device } = usePortalDevice()
  const base = useCase(device)
  if (!device) return null
  return base ? <SolarOf key={device.id} device={device} base={base} /> : <NoPoint />
}

function SolarOf({ device, base }: { device: PortalDevice; base: CaseBase }) {
  const t = useT()
  const { selection } = usePortalDevice()
  const { title } = device
  const defaults = useMemo(() => defaultSolarAssumptions(base.point, title), [base.point, title])
  const assumed = useAssumptions('solar', device.id, defaults)
  const work = useSlowJob(solarEstimateJob, device, buildSolarQuestion(base, assumed.values, selection))
  const form = <SolarForm assumed={assumed} base={base} address={title} />
  return (
    <WorkedAnswer
      work={work}
      label={t('solar.working')}
      icon={<IconSolarPanel2 size={22} stroke={1.6} />}
      form={form}
    >
      {(answer, soFar) => (
        <Answered answer={answer} soFar={soFar} assumed={assumed.values} base={base} form={form} />
      )}
    </WorkedAnswer>
  )
}

function Answered({
  answer,
  soFar,
  assumed,
  base,
  form,
}: {
  answer: SolarAnswer
  soFar: Days | null
  assumed: SolarAssumptions
  base: CaseBase
  form: React.ReactNode
}) {
  const variants = useMemo(() => assessSolar(answer, assumed), [answer, assumed])
  return (
    <>
      <SolarVerdict answer={answer} soFar={soFar} variant={variants[0]!} assumed={assumed} />
      {form}
      <CaseNotes
        quality={answer.quality}
        monthsKnown={answer.monthsKnown}
        base={base}
        own={answer.hasExport ? ['solar.note.has_production'] : undefined}
      />
      <VariantTable variants={variants} netMeteringEur={answer.netMeteringEur} assumed={assumed} />
      <MonthPanel months={answer.months} />
      <DayPanel days={answer.days} />
    </>
  )
}
